import Foundation
import Glibc
import TestSupport
import Testing

@testable import JournalCLI

@Suite struct TerminalTests {
    @Test(
        arguments: [
            ("\u{1b}[31mred", "\\x1b[31mred"), ("a\u{7f}b", "a\\x7fb"), ("\u{9b}2J", "\\u{9b}2J"),
            ("\u{202e}gpj", "\\u{202e}gpj"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("\u{200f}", "\\u{200f}"), ("\u{61c}", "\\u{61c}"), ("\u{fff9}", "\\u{fff9}"),
            ("bell\u{7}", "bell\\x07"), ("a\rb", "a\\x0db"), ("日本語 café 👩‍👩‍👧‍👦", "日本語 café 👩‍👩‍👧‍👦"),
            ("\0", "\\x00"), ("“quotes” – dash…", "“quotes” – dash…"), ("￼ ﾟ", "￼ ﾟ"),
        ]
    )
    func whatCommandsATerminalIsShown(_ text: String, _ shown: String) {
        #expect(SafeText.body(text) == shown)
        #expect(SafeText.line(text) == shown)
    }

    @Test func bodiesKeepNewlinesAndLinesDoNot() {
        #expect(SafeText.body("a\n\tb") == "a\n\tb")
        #expect(SafeText.line("a\n\tb") == "a  b")
    }

    @Test func everyScalarIsSafeOrEscaped() {
        for value in (0 as UInt32)...0x10ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = SafeText.line(String(Character(scalar)))
            let isHarmless = shown.unicodeScalars.allSatisfy { part in
                switch part.value {
                case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069,
                    0xfff9...0xfffb:
                    false
                default: true
                }
            }
            if !isHarmless { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func bytesThatAreNotUTF8AreShown() {
        #expect(SafeText.line(bytes: [0x61, 0xff, 0x62]) == "a\\xffb")
        #expect(SafeText.line(bytes: [0xe3, 0x81, 0x61]) == "\\xe3\\x81a")
        #expect(SafeText.line(bytes: [0xc2]) == "\\xc2")
        #expect(SafeText.line(bytes: Array("雨".utf8)) == "雨")
        #expect(SafeText.line(bytes: [0xc2, 0x9b]) == "\\u{9b}")
    }

    @Test(
        arguments: [
            ("abc", 3), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("❤️", 2),
            ("❤", 1),
            ("한국", 4), ("…", 1), ("", 0), ("👍🏽", 2), ("क्षि", 1),
        ]
    )
    func columnsAreThoseOfTheTerminal(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.columns(text) == columns)
    }

    @Test func truncationCountsColumns() {
        #expect(DisplayWidth.truncated("銭湯。湯が熱い。", to: 16) == "銭湯。湯が熱い。")
        #expect(DisplayWidth.truncated("銭湯。湯が熱い。", to: 9) == "銭湯。湯…")
        #expect(DisplayWidth.truncated("銭湯。湯が熱い。", to: 8) == "銭湯。…")
        #expect(DisplayWidth.truncated("abc", to: 0) == "")
    }

    @Test func wrappedLinesFit() {
        let text = "天気がよかったので river へ walked along the bank 👩‍👩‍👧‍👦 unbelievablylongwordwithoutspaces"
        for width in 4...40 {
            for line in DisplayWidth.wrapped(text, to: width) { #expect(DisplayWidth.columns(line) <= width) }
        }
    }

    @Test func coloursFollowOptionVariablesAndTerminal() {
        func colour(_ option: GlobalOptions.Colour, _ terminal: Bool, _ variables: [String: String]) -> Bool {
            Terminal.usesColour(option, outputIsTerminal: terminal, variables)
        }
        #expect(colour(.auto, true, ["TERM": "xterm"]))
        #expect(!colour(.auto, false, ["TERM": "xterm"]))
        #expect(!colour(.auto, true, ["TERM": "xterm", "NO_COLOR": "1"]))
        #expect(colour(.auto, true, ["TERM": "xterm", "NO_COLOR": ""]))
        #expect(!colour(.auto, true, ["TERM": "dumb"]))
        #expect(colour(.always, false, ["NO_COLOR": "1"]))
        #expect(!colour(.never, true, ["TERM": "xterm"]))
    }

    @Test func aReaderThatWentAwayEndsOutputQuietly() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let output = Output(descriptor: ends[1])
        try output.line("x")
        #expect(throws: Output.Closed.self) { try output.flush() }
    }

    @Test func aFullDeviceIsAnErrorOfTheDisk() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let output = Output(descriptor: full)
        try output.line("x")
        let error = #expect(throws: CommandFailure.self) { try output.flush() }
        #expect(error?.status == .inputOutput)
    }

    @Test func numbersAndSizesAreReadable() {
        #expect(grouped(8021) == "8,021")
        #expect(grouped(999) == "999")
        #expect(grouped(-1_234_567) == "-1,234,567")
        #expect(size(999) == "999 B")
        #expect(size(2_100_000) == "2.1 MB")
        #expect(size(21_400_000_000) == "21.4 GB")
        #expect(size(999_960) == "1.0 MB")
        #expect(size(512_000) == "512 kB")
    }

    @Test func knownEditorsAreToldToLeaveNothing() throws {
        let vim = try #require(EditorProgram.find(["VISUAL": "vim", "EDITOR": "nano"]))
        #expect(vim.arguments.starts(with: ["vim", "-i", "NONE"]))
        #expect(vim.arguments.contains { $0.contains("nomodeline") })
        #expect(
            try #require(EditorProgram.find(["EDITOR": "nano"])).arguments == ["nano", "--ignorercfiles"]
        )
        #expect(try #require(EditorProgram.find(["EDITOR": "code --wait"])).arguments == ["code", "--wait"])
        #expect(try #require(EditorProgram.find(["EDITOR": "'my ed' -x"])).arguments.first == "/bin/sh")
        #expect(EditorProgram.find(["PATH": "/nonexistent"]) == nil)
    }
}
