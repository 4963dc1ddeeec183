import Glibc
import JournalKit
import JournalModel

extension Context {
    /// Opens the journal of this run.
    ///
    /// - Parameter creating: Whether it is made when it is not there, as every write does.
    /// - Returns: The journal.
    /// - Throws: `JournalError`.
    func open(creating: Bool = false) async throws -> Journal {
        messages.detail("store \(settings.storePath), zone \(settings.zone.name)")
        return try await Journal.open(.file(settings.storePath), configuration(creating: creating))
    }

    /// A journal that is gone with the program, for `--dry-run`.
    func openForTrial() async throws -> Journal {
        try await Journal.open(.inMemory(.empty), configuration(creating: true))
    }

    /// What a journal takes from this run.
    func configuration(creating: Bool) -> JournalConfiguration {
        var configuration = JournalConfiguration(zone: settings.zone)
        if let fixed = settings.globals.nowMilliseconds { configuration.now = { fixed } }
        configuration.lockWaitSeconds = Double(settings.globals.waitMilliseconds) / 1000
        configuration.createsStore = creating
        configuration.decoderPath = Installation.decoder
        configuration.templatesFolder = Installation.templates
        return configuration
    }

    /// Does a short write that the person may stop while it waits for another program.
    ///
    /// - Returns: What the work gives, also when it was done at the moment it was to be stopped.
    /// - Throws: What the work throws; `CancellationError` when it was stopped.
    func stoppable<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        Interruption.stopsGently(true)
        defer { Interruption.stopsGently(false) }
        let running = Task { try await work() }
        let watching = Task {
            while !Interruption.requested {
                do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
            }
            running.cancel()
        }
        defer { watching.cancel() }
        return try await running.value
    }

    /// Does long work, which shows its progress and stops at a safe place when the person says so.
    ///
    /// - Parameters:
    ///   - phase: What is being done, for the progress line.
    ///   - work: Given the function that takes progress.
    /// - Returns: What the work gives.
    /// - Throws: What the work throws; `CancellationError` when it was stopped.
    func withProgress<Report: Sendable>(
        _ phase: String,
        _ work: @escaping @Sendable (@escaping @Sendable (JobProgress) -> Void) async throws -> Report
    ) async throws -> Report {
        Interruption.stopsGently(true)
        defer { Interruption.stopsGently(false) }
        let messages = messages
        return try await withThrowingTaskGroup(of: Report?.self) { group in
            group.addTask {
                try await work { progress in messages.progress(phase, progress.done, of: progress.total) }
            }
            group.addTask {
                while !Interruption.requested {
                    do { try await Task.sleep(for: .milliseconds(50)) } catch { return nil }
                }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}

/// Files that are installed with the program, found from where it runs.
enum Installation {
    /// `journal-decode` beside the program or in `libexec/journal`; `nil` when it is in neither.
    static var decoder: String? {
        folder.flatMap { first([$0 + "/journal-decode", $0 + "/../libexec/journal/journal-decode"], X_OK) }
    }

    /// Templates that a person may have added to.
    static var templates: String? { folder.flatMap { first([$0 + "/../share/journal/templates"], R_OK) } }

    /// Absolute path of this program.
    static var program: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    private static var folder: String? {
        program.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }

    private static func first(_ paths: [String], _ mode: Int32) -> String? {
        paths.first { access($0, mode) == 0 }
    }
}

extension CommandFailure {
    /// The library's error with the status that scripts decide by.
    init(_ error: JournalError) {
        let status: ExitStatus =
            switch error.code {
            case .busy: .busy
            case .absent, .inputMissing: .inputMissing
            case .foreign, .newer, .configuration: .configuration
            case .damaged, .disk: .inputOutput
            case .notAllowed: .notPermitted
            case .inputBroken: .dataBroken
            case .outputExists, .outputFailed: .cannotCreate
            case .usage: .usage
            case .cancelled: .interrupted
            default: .nothingMatched
            }
        self.init(status, code: error.code.rawValue, error.message, next: error.remedy)
    }
}
