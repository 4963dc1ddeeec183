/// What a command works with; made once per run.
struct Context {
    let settings: Settings
    let environment: Surroundings
    /// The working directory.
    let folder: String
    let terminal: Terminal
    let output: Output
    let messages: Messages

    var format: GlobalOptions.Format { settings.globals.format }
}
