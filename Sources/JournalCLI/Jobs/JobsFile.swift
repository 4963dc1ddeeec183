/// A jobs file (`journal.jobs/1`), understood as a whole before anything of it runs.
///
/// The keys of a job are the options of its command in camel case, and `file` for its operand, so
/// that both always take the same.
struct JobsFile: Sendable {
    struct Job: Sendable {
        let name: String
        let command: any JobCommandStep
    }

    /// In the order of the file; names differ.
    let jobs: [Job]

    /// Reads the text of a jobs file.
    ///
    /// - Parameters:
    ///   - bytes: JSON text (RFC 8259).
    ///   - folder: The file's folder, where relative paths start.
    /// - Throws: A usage error that names the job and the key.
    init(_ bytes: [UInt8], folder: String) throws(UsageError) {
        let example = "see 'journal help job'"
        guard let document = JSONInput(json: bytes) else {
            throw UsageError("the jobs file is not JSON", next: example)
        }
        guard case .object(let members) = document, members["schema"] == .string("journal.jobs/1") else {
            throw UsageError("the jobs file does not say \"schema\": \"journal.jobs/1\"", next: example)
        }
        try JobsFile.refuseUnknown(members, known: ["schema", "jobs"], in: "the jobs file")
        guard case .array(let items) = members["jobs"], !items.isEmpty else {
            throw UsageError("the jobs file has no list of jobs", next: example)
        }
        var jobs: [Job] = []
        for (index, item) in items.enumerated() {
            let job = try JobsFile.job(item, position: index + 1, folder: folder)
            guard !jobs.contains(where: { $0.name == job.name }) else {
                throw UsageError("two jobs have the name '\(job.name)'", next: "give each its own")
            }
            jobs.append(job)
        }
        self.jobs = jobs
    }

    private static func job(_ item: JSONInput, position: Int, folder: String) throws(UsageError) -> Job {
        guard case .object(let members) = item else { throw UsageError("job \(position) is no object") }
        guard case .string(let name) = members["name"], !name.isEmpty else {
            throw UsageError("job \(position) has no name")
        }
        let kinds = ["import", "export"]
        try refuseUnknown(members, known: ["name"] + kinds, in: "job '\(name)'")
        let given = kinds.filter { members[$0] != nil }
        guard given.count == 1, let kind = given.first, case .object(let settings) = members[kind] else {
            throw UsageError("job '\(name)' must hold either an import or an export")
        }
        do {
            let command: any JobCommandStep =
                kind == "import"
                ? try read(ImportCommand.self, settings, folder: folder)
                : try read(ExportCommand.self, settings, folder: folder)
            return Job(name: name, command: command)
        } catch {
            throw UsageError("job '\(name)': \(error.description)", next: error.next)
        }
    }

    private static func read<Verb: Command>(
        _ type: Verb.Type,
        _ settings: [String: JSONInput],
        folder: String
    ) throws(UsageError) -> Verb {
        var command = Verb()
        guard case .string(let file) = settings["file"], !file.isEmpty, file != "-" else {
            throw UsageError("it has no file")
        }
        try command.takeOperand(absolute(file, in: folder))
        try command.take(settings.filter { $0.key != "file" }, folder: folder)
        try command.check()
        return command
    }

    private static func refuseUnknown(
        _ members: [String: JSONInput],
        known: [String],
        in place: String
    ) throws(UsageError) {
        for key in members.keys.sorted() where !known.contains(key) {
            let near = Suggestion.nearest(to: key, among: known)
            throw UsageError("unknown key '\(key)' in \(place)", next: near.map { "did you mean '\($0)'?" })
        }
    }
}
