/// How an import is taken in.
public struct ImportOptions: Sendable, Hashable {
    /// What happens where an item and a person's edit differ.
    public enum OnChange: String, Sendable, CaseIterable {
        /// Both are merged by the rules; the loser stays in history.
        case both
        /// The journal's value stays.
        case keep
        /// The import's value is taken.
        case take
    }

    /// Whether to report only.
    public var isDryRun = false
    /// Journal that new entries go to instead of their own; made when it is not there.
    public var into: String?
    /// What happens where an item and a person's edit differ.
    public var onChange = OnChange.both
    /// Whether items whose entries are in the trash bring them back.
    public var restoresDeleted = false

    /// Everything taken into journals of its own name, nothing overwritten.
    public init() {}
}
