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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "journal",
    targets: [
        // C libraries
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
        system("CLibZip", pkgConfig: "libzip", apt: "libzip-dev"),
        system("CMarkdown", pkgConfig: "md4c", apt: "libmd4c-dev"),
        system("CDigest", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CCompression", pkgConfig: "libzstd", apt: "libzstd-dev"),
        .target(name: "CTypesetting"),

        // Rooms, from the ground up
        room("Bytes", ["CDigest", "CCompression"]),
        room("FileFormats", ["CLibXML2", "CLibZip", "CMarkdown", "Bytes"]),
        room("Typesetting", ["CTypesetting", "Bytes"]),
        room("JournalModel", ["Bytes"]),

        .target(
            name: "Templates",
            path: "Templates",
            exclude: ["README.md"],
            resources: [.embedInCode("classic")],
            swiftSettings: strict
        ),
        room("JournalExport", ["JournalModel", "FileFormats", "Templates", "Typesetting", "Bytes"]),

        // Tests
        room("TestSupport", ["JournalModel", "Bytes"]),
        tests("JournalModelTests", ["JournalModel", "Bytes"]),
        tests("TypesettingTests", ["Typesetting", "TestSupport", "Bytes"]),
        tests(
            "JournalExportTests",
            ["JournalExport", "JournalModel", "FileFormats", "Templates", "Bytes", "TestSupport"]
        ),
        tests("FileFormatsTests", ["FileFormats", "Bytes", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
