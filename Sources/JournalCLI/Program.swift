import Glibc
import JournalKit

/// One run of the program, from its arguments to its exit status.
package enum Program {
    /// The version that `--version` prints.
    static let version = "0.1.0"

    /// Reads the command line, runs the command, prints why it failed.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    /// - Returns: The status for the shell.
    package static func run(_ arguments: [String]) async -> Int32 {
        // A reader that goes away is noticed as EPIPE where output is written.
        signal(SIGPIPE, SIG_IGN)
        // Nothing made here is for other users, whatever the shell's mask is.
        umask(0o077)
        forbidCoreDumps()
        Interruption.install()
        let program = arguments.first?.split(separator: "/").last.map(String.init) ?? "journal"
        do {
            return try await run(Invocation.parse(arguments.dropFirst(), program: program)).rawValue
        } catch is Output.Closed {
            return ExitStatus.done.rawValue
        } catch {
            let failure = CommandFailure(any: error)
            let line = GlobalOptions.wantsJSON(arguments) ? failure.json : failure.line
            _ = writeAll(Array((line + "\n").utf8), to: STDERR_FILENO)
            return failure.status.rawValue
        }
    }

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let environment = surroundings()
        let folder = workingDirectory()
        let globals = invocation.globals
        let file = try configuration(for: invocation.command, environment, folder)
        let terminal = Terminal.current(
            globals.colour ?? file.values[.color].flatMap(GlobalOptions.Colour.init) ?? .auto,
            environment
        )
        let mayPage = terminal.outputIsTerminal && globals.format == .text && !globals.hasNoPager
        let pager =
            mayPage && invocation.command.isForReading
            ? Pager.start(environment, configured: file.values[.pager]) : nil
        defer { pager?.finish() }
        let context = Context(
            settings: try Settings(globals, environment: environment, folder: folder, file: file),
            environment: environment,
            folder: folder,
            terminal: terminal,
            output: Output(descriptor: pager?.descriptor ?? STDOUT_FILENO),
            messages: Messages(
                isQuiet: globals.isQuiet,
                isVerbose: globals.isVerbose,
                showsProgress: terminal.errorIsTerminal,
                width: terminal.width
            )
        )
        do {
            let status = try await invocation.command.run(context)
            try context.output.flush()
            context.messages.clearProgress()
            context.messages.detail("took \(context.messages.elapsed), status \(status.rawValue)")
            return status
        } catch {
            // Lines that were printed before the failure are still true; half a document is not.
            if context.format == .json { context.output.discard() } else { try? context.output.flush() }
            context.messages.clearProgress()
            throw error
        }
    }

    /// What is set for this device; help and `config` itself need it least when it is broken.
    private static func configuration(
        for command: any Command,
        _ environment: Surroundings,
        _ folder: String
    ) throws(CommandFailure) -> ConfigurationFile {
        let path = ConfigurationFile.path(environment, folder: folder) ?? "/"
        let isNeeded = !(command is ConfigCommand || command is HelpCommand || command is VersionCommand)
        return isNeeded ? try ConfigurationFile(path: path) : ConfigurationFile(emptyAt: path)
    }

    /// A crash must not leave a journal's words in a core file.
    private static func forbidCoreDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    private static func surroundings() -> Surroundings {
        var result: Surroundings = [:]
        var pointer = environ
        while let item = pointer.pointee {
            let pair = String(cString: item).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if pair.count == 2 { result[String(pair[0])] = String(pair[1]) }
            pointer += 1
        }
        return result
    }

    private static func workingDirectory() -> String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}

extension CommandFailure {
    /// The failure behind any error of a command.
    init(any error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let usage as UsageError: self = usage.failure
        case let error as JournalError: self.init(error)
        case is CancellationError:
            self.init(JournalError(.cancelled, "interrupted", remedy: "it is safe to run again"))
        // The words of an error that is not ours may hold anything.
        default: self.init(.nothingMatched, code: "failed", "unexpected failure (\(type(of: error)))")
        }
    }
}
