/// Every verb, in the order of the help screen.
enum CommandTable {
    static let all: [any Command.Type] = [
        InitCommand.self, NewCommand.self, EditCommand.self, SetCommand.self, AttachCommand.self,
        DeleteCommand.self,
        RestoreCommand.self, TrashCommand.self, UndoCommand.self, ListCommand.self, ShowCommand.self,
        SearchCommand.self, TodayCommand.self,
        CalendarCommand.self, StatsCommand.self, HistoryCommand.self, JournalsCommand.self, TagsCommand.self,
        ProfileCommand.self,
        TemplatesCommand.self, PromptsCommand.self, ConfigCommand.self,
        ImportCommand.self, ExportCommand.self, JobCommand.self, BackupCommand.self,
        StatusCommand.self, DoctorCommand.self, PrivacyCommand.self, ScheduleCommand.self, HelpCommand.self,
        VersionCommand.self,
        GenerateCommand.self,
    ]

    static var visible: [any Command.Type] { all.filter { !$0.isHidden } }

    /// The command of a verb.
    static func command(named name: String) -> (any Command.Type)? { all.first { $0.name == name } }
}
