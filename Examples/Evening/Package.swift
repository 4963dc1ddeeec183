// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Evening",
    dependencies: [.package(name: "journal", path: "../..")],
    targets: [
        .executableTarget(name: "Evening", dependencies: [.product(name: "JournalKit", package: "journal")])
    ],
    swiftLanguageModes: [.v6]
)
