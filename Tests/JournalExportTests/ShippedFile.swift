import Templates

enum ShippedFile {
    static func text(_ name: String) -> String? {
        ShippedTemplates.file(name, of: "classic").map { String(decoding: $0, as: UTF8.self) }
    }
}
