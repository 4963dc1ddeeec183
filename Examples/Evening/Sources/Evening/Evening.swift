import JournalKit
import JournalModel

/// A front end in one file: shows the newest entries, writes one, and waits to see it arrive.
///
/// A window would keep the `for try await` loop of ``show(_:until:afterFirst:)`` running and redraw at each page.
@main
struct Evening {
    static func main() async throws {
        guard CommandLine.arguments.count >= 2 else {
            print("usage: Evening STORE [TEXT]")
            return
        }
        let text = CommandLine.arguments.dropFirst(2).joined(separator: " ")
        do {
            let journal = try await Journal.open(.file(CommandLine.arguments[1]))
            try await write(text.isEmpty ? "The lamp is lit, the day is told." : text, in: journal)
        } catch {
            // The message names the thing and its cause, the remedy what to do; neither quotes an entry.
            print("Evening: \(error)")
            throw error
        }
    }

    /// Adds an entry while a reader of the list is already waiting for changes.
    private static func write(_ text: String, in journal: Journal) async throws {
        let written = EntryDraft(text: text, tags: ["evening"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (isListening, listens) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                try await show(journal, until: { $0.contains { $0.body == text } }) { listens.finish() }
            }
            // The first page is there at once; what follows is a change, whoever made it.
            for await _ in isListening {}
            let entry = try await journal.add(written)
            print("wrote \(entry.id)")
            try await group.waitForAll()
        }
    }

    /// Prints each state of the newest five entries, until one of them is what was waited for.
    private static func show(
        _ journal: Journal,
        until isDone: @Sendable ([Entry]) -> Bool,
        afterFirst: @Sendable () -> Void
    ) async throws {
        var isFirst = true
        for try await page in journal.updates(limit: 5) {
            print("\(page.entries.count) newest entries")
            for entry in page.entries {
                print("  \(entry.happened.day)  \(entry.body.prefix(60))")
            }
            if isFirst { afterFirst() } else if isDone(page.entries) { return }
            isFirst = false
        }
    }
}
