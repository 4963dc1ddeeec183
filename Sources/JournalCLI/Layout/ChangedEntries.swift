import JournalKit
import JournalModel

/// Says what became of entries that a command changed, and how to go back.
struct ChangedEntries {
    let context: Context
    let journal: Journal
    /// Such as `Moved to trash`.
    let done: String
    /// A command that takes it back; `nil` when nothing does.
    let back: String?

    /// Prints the entries: one that was named alone as itself, others as a list; for people, one line or a count.
    func print(_ entries: [Entry], isSingle: Bool) async throws {
        let listing = try await EntryListing(context, journal, isRaw: false)
        guard context.format == .text else {
            if isSingle, let only = entries.first {
                try await listing.printOne(only)
            } else {
                try await listing.print(entries)
            }
            return
        }
        let way = back.map { "  Back: \($0)" } ?? ""
        if entries.count == 1 {
            try context.output.line(EntryLines(context.terminal).line(entries[0]))
            try context.output.line("\(done).\(way)")
        } else {
            try context.output.line("\(done): \(counted(entries.count, ("entry", "entries"))).\(way)")
        }
    }
}

extension Chosen {
    /// Says which operands name nothing.
    ///
    /// - Returns: Whether there is anything to work on.
    func report(_ context: Context) -> Bool {
        for operand in unmatched { context.messages.note("no entry matches '\(operand.prefix(40))'") }
        if entries.isEmpty, unmatched.isEmpty { context.messages.note("no entry matches") }
        return !entries.isEmpty
    }

    /// How a command ends that did all it was asked of these entries.
    var status: ExitStatus { unmatched.isEmpty ? .done : .partial }
}

/// A command that works on entries named by operands alone, its options being about something else.
protocol TakesSelectors: Command {
    var operands: [String] { get set }
}

extension TakesSelectors {
    mutating func takeOperand(_ operand: String) throws(UsageError) { operands.append(operand) }

    func requireOperands() throws(UsageError) {
        guard !operands.isEmpty else {
            throw UsageError(
                "'journal \(Self.name)' needs to know which entries",
                next: "journal \(Self.name) last"
            )
        }
    }
}
