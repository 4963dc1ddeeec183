// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// One C library made visible to the one Swift target that wraps it.
func system(_ name: String, pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "journal",
    products: [.library(name: "JournalKit", targets: ["JournalKit", "JournalModel"])],
    targets: [
        // C libraries
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
        system("CLibZip", pkgConfig: "libzip", apt: "libzip-dev"),
        system("CMarkdown", pkgConfig: "md4c", apt: "libmd4c-dev"),
        system("CDigest", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CCompression", pkgConfig: "libzstd", apt: "libzstd-dev"),
        system("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        .target(name: "CTypesetting"),

        // Rooms, from the ground up
        room("Bytes", ["CDigest", "CCompression"]),
        room("FileFormats", ["CLibXML2", "CLibZip", "CMarkdown", "Bytes"]),
        room("SQLite", ["CSQLite"]),
        room("Typesetting", ["CTypesetting", "Bytes"]),
        room("JournalModel", ["Bytes"]),
        room("JournalStore", ["JournalModel", "SQLite", "Bytes"]),
        room("Encryption", ["CSodium"]),
        room("Remotes", []),
        room("JournalBackup", ["JournalModel", "JournalStore", "Encryption", "Bytes"]),
        room("JournalImport", ["JournalModel", "FileFormats", "Bytes"]),
        .target(
            name: "Templates",
            path: "Templates",
            exclude: ["README.md"],
            resources: [.embedInCode("classic"), .embedInCode("entries"), .embedInCode("prompts")],
            swiftSettings: strict
        ),
        room("JournalExport", ["JournalModel", "FileFormats", "Templates", "Typesetting", "Bytes"]),
        room(
            "JournalKit",
            [
                "JournalModel", "JournalStore", "JournalBackup", "JournalImport", "JournalExport",
                "Templates",
                "Bytes",
            ]
        ),
        room("JournalCLI", ["JournalKit", "JournalModel"]),

        // Programs
        .executableTarget(name: "journal", dependencies: ["JournalCLI"], swiftSettings: strict),
        .executableTarget(
            name: "journal-decode",
            linkerSettings: ["heif", "tiff", "webp", "turbojpeg"].map { .linkedLibrary($0) }
        ),

        // Tests
        room("TestSupport", ["JournalModel", "Bytes"]),
        tests("BytesTests", ["Bytes"]),
        tests("EncryptionTests", ["Encryption", "Bytes"]),
        tests("FileFormatsTests", ["FileFormats", "Bytes", "TestSupport"], exclude: ["Golden"]),
        tests("JournalModelTests", ["JournalModel", "Bytes"]),
        tests("TypesettingTests", ["Typesetting", "TestSupport", "Bytes"]),
        tests("RemotesTests", ["Remotes", "TestSupport"]),
        tests("JournalBackupTests", ["JournalBackup", "JournalStore", "JournalModel"]),
        tests(
            "JournalStoreTests",
            ["JournalStore", "JournalModel", "SQLite", "Bytes", "TestSupport"],
            exclude: ["Golden"]
        ),
        tests(
            "JournalImportTests",
            ["JournalImport", "JournalModel", "FileFormats", "Bytes", "TestSupport"]
        ),
        tests("JournalKitTests", ["JournalKit", "JournalModel", "TestSupport"]),
        tests(
            "JournalExportTests",
            ["JournalExport", "JournalModel", "FileFormats", "Templates", "Bytes", "TestSupport"]
        ),
        tests("JournalCLITests", ["JournalCLI", "JournalKit", "JournalModel", "TestSupport"]),
        tests("CommandTests", ["TestSupport", "journal"]),
    ],
    swiftLanguageModes: [.v6]
)
