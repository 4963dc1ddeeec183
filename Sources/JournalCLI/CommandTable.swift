/// Every verb, in the order of the help screen.
enum CommandTable {
    static let all: [any Command.Type] = [
        HelpCommand.self, VersionCommand.self, GenerateCommand.self, NewCommand.self,
    ]

    static var visible: [any Command.Type] { all.filter { !$0.isHidden } }

    /// The command of a verb.
    static func command(named name: String) -> (any Command.Type)? { all.first { $0.name == name } }
}
