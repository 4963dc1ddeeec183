/// The tables of `private.sqlite`.
///
/// `operation`, `device`, `setting` and `change_set` are the truth; all others are derived and can be rebuilt. Every column has
/// a default or may be NULL, and nothing is unique but what identifies a row on this device: the
/// constraints of every synced store (`SchemaTests`).
enum Schema {
    /// "JRNL" in `application_id` (sqlite.org/fileformat2.html, section 1.2.16).
    static let applicationID: Int64 = 0x4a52_4e4c

    /// `user_version` of a store that this program writes.
    static let version = 2

    static let truth = """
        CREATE TABLE operation (
          sequence INTEGER PRIMARY KEY,
          id BLOB NOT NULL DEFAULT x'',
          record_kind INTEGER NOT NULL DEFAULT 0,
          record BLOB NOT NULL DEFAULT x'',
          time INTEGER NOT NULL DEFAULT 0,
          digest BLOB,
          content BLOB
        ) STRICT;
        CREATE INDEX operation_by_record ON operation (record, record_kind);
        CREATE TABLE device (
          id BLOB NOT NULL DEFAULT x'',
          incarnation BLOB NOT NULL DEFAULT x'',
          counter INTEGER NOT NULL DEFAULT 0,
          time INTEGER NOT NULL DEFAULT 0,
          binding BLOB
        ) STRICT;
        CREATE TABLE setting (
          name TEXT PRIMARY KEY,
          value TEXT
        ) STRICT, WITHOUT ROWID;
        """ + changeSet

    /// What was done here at once, one row for each transaction; `number` is that of the first of them.
    static let changeSet = """
        CREATE TABLE change_set (
          sequence INTEGER PRIMARY KEY,
          number INTEGER NOT NULL DEFAULT 0,
          verb TEXT NOT NULL DEFAULT '',
          at_ms INTEGER NOT NULL DEFAULT 0,
          first_operation INTEGER NOT NULL DEFAULT 0,
          last_operation INTEGER NOT NULL DEFAULT 0,
          undoes INTEGER
        ) STRICT;
        CREATE INDEX change_set_by_number ON change_set (number);
        CREATE INDEX change_set_by_undone ON change_set (undoes) WHERE undoes IS NOT NULL;
        """

    /// What is known of a tag besides the entries that carry it.
    static let tagRecord = """
        CREATE TABLE tag_record (
          folded TEXT PRIMARY KEY,
          name TEXT NOT NULL DEFAULT '',
          archived INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """

    static let derived = """
        CREATE TABLE journal (
          id BLOB PRIMARY KEY,
          name TEXT NOT NULL DEFAULT '',
          archived INTEGER NOT NULL DEFAULT 0,
          deleted INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """ + tagRecord + """
            CREATE TABLE entry (
              key INTEGER PRIMARY KEY,
              id BLOB NOT NULL DEFAULT x'',
              journal BLOB NOT NULL DEFAULT x'',
              sort_ms INTEGER NOT NULL DEFAULT 0,
              day INTEGER NOT NULL DEFAULT 0,
              month_day INTEGER NOT NULL DEFAULT 0,
              instant_ms INTEGER,
              offset_s INTEGER NOT NULL DEFAULT 0,
              zone TEXT NOT NULL DEFAULT 'UTC',
              all_day INTEGER NOT NULL DEFAULT 0,
              written_ms INTEGER NOT NULL DEFAULT 0,
              changed_ms INTEGER NOT NULL DEFAULT 0,
              title TEXT,
              body TEXT NOT NULL DEFAULT '',
              starred INTEGER NOT NULL DEFAULT 0,
              pinned INTEGER NOT NULL DEFAULT 0,
              archived INTEGER NOT NULL DEFAULT 0,
              trashed INTEGER NOT NULL DEFAULT 0,
              mood INTEGER,
              place TEXT,
              weather TEXT,
              activity TEXT,
              music TEXT,
              template TEXT,
              source TEXT,
              tags TEXT,
              people TEXT,
              conflicts TEXT,
              attachment_count INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            CREATE INDEX entry_by_id ON entry (id);
            CREATE INDEX entry_by_time ON entry (trashed, sort_ms DESC, id DESC);
            CREATE INDEX entry_by_day ON entry (day) WHERE trashed = 0;
            CREATE INDEX entry_by_month_day ON entry (month_day, sort_ms DESC) WHERE trashed = 0;
            CREATE TABLE tag (
              folded TEXT NOT NULL DEFAULT '',
              entry BLOB NOT NULL DEFAULT x'',
              name TEXT NOT NULL DEFAULT '',
              PRIMARY KEY (folded, entry)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE person (
              folded TEXT NOT NULL DEFAULT '',
              entry BLOB NOT NULL DEFAULT x'',
              name TEXT NOT NULL DEFAULT '',
              PRIMARY KEY (folded, entry)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE attachment (
              entry BLOB NOT NULL DEFAULT x'',
              id BLOB NOT NULL DEFAULT x'',
              kind TEXT NOT NULL DEFAULT 'file',
              media_type TEXT NOT NULL DEFAULT 'application/octet-stream',
              sha256 TEXT,
              byte_count INTEGER NOT NULL DEFAULT 0,
              name TEXT,
              caption TEXT,
              position INTEGER NOT NULL DEFAULT 0,
              pixel_width INTEGER,
              pixel_height INTEGER,
              duration_s REAL,
              taken_ms INTEGER,
              place TEXT,
              camera TEXT,
              PRIMARY KEY (entry, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX attachment_by_content ON attachment (sha256) WHERE sha256 IS NOT NULL;
            CREATE VIRTUAL TABLE search USING fts5 (text, content = '', tokenize = 'ascii');
            """

    /// Derived tables in an order in which they can be dropped.
    static let derivedTables = [
        "search", "attachment", "person", "tag", "entry", "tag_record", "journal",
    ]

    /// Settings of every connection (`docs/journal-format.md` says why each).
    static let pragmas = """
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA mmap_size = 0;
        PRAGMA cell_size_check = ON;
        PRAGMA secure_delete = ON;
        PRAGMA cache_size = -16384;
        """
}
