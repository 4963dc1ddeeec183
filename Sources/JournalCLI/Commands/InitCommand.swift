import JournalKit
import JournalModel

/// `journal init`: makes the store; asks nothing.
struct InitCommand: Command {
    static let name = "init"
    static let summary = "Make a journal on this device."
    static let options: [Option<Self>] = []
    static let discussion = [
        """
        The journal is a folder that only you can read. There is no account, and nothing is sent anywhere. Any \
        command that writes makes the journal too, so that init is never needed. A journal that is there \
        already is left as it is.
        """
    ]
    static let examples: [(line: String, effect: String)] = [
        ("journal init", "Makes the journal in its usual place."),
        ("journal init --store ~/diary", "Makes it in another folder."),
    ]
    static let jsonKeys: [(key: String, holds: String)] = [
        ("store", "Absolute path of the folder."), ("created", "Whether it was made just now."),
    ]

    func run(_ context: Context) async throws -> ExitStatus {
        let wasThere = try await isThere(context)
        let path = context.settings.storePath
        if !wasThere, !context.settings.globals.isDryRun { _ = try await context.open(creating: true) }
        switch context.format {
        case .json, .jsonLines:
            try context.output.line(
                JSONText.object([
                    ("schema", .string("journal.init/1")), ("store", .string(path)),
                    ("created", .bool(!wasThere && !context.settings.globals.isDryRun)),
                ]).text
            )
        case .plain: try context.output.line(SafeText.line(path))
        case .text: try explain(context, wasThere)
        }
        return .done
    }

    private func isThere(_ context: Context) async throws -> Bool {
        do {
            _ = try await context.open()
            return true
        } catch let error as JournalError where error.code == .absent {
            return false
        }
    }

    private func explain(_ context: Context, _ wasThere: Bool) throws {
        let place = SafeText.line(context.friendly(context.settings.storePath))
        if wasThere { return try context.output.line("There is a journal already at \(place).") }
        if context.settings.globals.isDryRun {
            return try context.output.line("Would create a journal at \(place).")
        }
        try context.output.line("Created a journal for you at \(place). No account, nothing sent anywhere.")
        try context.output.line(
            "Write:  journal new It rained all day.    Look:  journal list    Help:  journal help"
        )
    }
}

extension Context {
    /// A path with the home folder as `~`.
    func friendly(_ path: String) -> String {
        guard let home = environment["HOME"], home.count > 1, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }
}
