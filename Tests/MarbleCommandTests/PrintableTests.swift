import Foundation
@testable import Marbles
import Testing

@testable import MarbleCommandLine

/// No control character of a file, a name, a stream or a call reaches a terminal.
struct PrintableTests {
  typealias Folder = MarbleToolTests.Folder

  /// Every character that a terminal might obey, but the line feed, which ends a line in a file.
  static let controls: [UInt32] =
    (0..<0x20).filter { $0 != 0x0A && $0 != 0x00 } + (0x7F..<0xA0) + [0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069]
  static let payload =
    "\u{1B}]52;c;Y2FsYw==\u{07}\u{1B}[2J\u{1B}[31m"
    + String(String.UnicodeScalarView(controls.compactMap { Unicode.Scalar($0) }))
  /// Without the characters that end a line of a file or of a string.
  static let inLine = payload.replacingOccurrences(of: "\r", with: "").replacingOccurrences(of: "\u{0B}", with: "")

  /// The places from which a text may come, each as files of a folder.
  static let entrances: [(name: String, files: [String: String])] = [
    ("a title", ["a.marble": "title: T\(inLine)\na: -1-2-|\n> a.delay(for: 1)\n= -2-|\n! at least 9 this\n"]),
    ("a note", ["a.marble": "note: N\(inLine)\na: -1-2-|\n> a.delay(for: 1)\n= -2-|\n"]),
    ("a comment", ["a.marble": "# C\(inLine)\na: -1-2-|\n> a.delay(for: 1) # \(inLine)\n= -2-|\n"]),
    ("a value", ["a.marble": "a: -x-y-|\n  x = \"v\(inLine)\"   y = \"w\"\n> a.delay(for: 1)\n= -y-|\n"]),
    ("a quoted symbol", ["a.marble": "a: -'s\(inLine)'-y-|\n> a.delay(for: 1)\n= -y-|\n"]),
    ("a failure", ["a.marble": "a: -x-#'f\(inLine)'\n> a\n= -y-|\n"]),
    ("a text in a closure", ["a.marble": "a: -1-|\n> a.map { _ in \"t\(inLine)\" }\n= -2-|\n"]),
    ("a name", ["a.marble": "n\(inLine): -1-|\n> a\n"]),
    ("an operator", ["a.marble": "a: -1-|\n> a.mapp\(inLine) { $0 }\n> a.mepp(\(inLine))\n"]),
    ("a rule", ["a.marble": "a: -1-|\n> a\n! at most \(inLine) this\n! always this > \"\(inLine)\"\n"]),
    ("a row", ["a.marble": "a: -1-\(inLine)|\n> a\n= -1-\(inLine)|\n"]),
    ("the name of a file", ["f\u{1B}]0;x\u{07}\u{1B}[31m\u{7F}\u{9B}.marble": "title: T\na: -1-2-|\n> a\n= -2-|\n"]),
    ("a fence", ["a.md": "# M\(inLine)\n\n```marble \(inLine)\ntitle: T\(inLine)\na: -1-|\n> a\n= -2-|\n```\n"]),
  ]
  /// The commands that print what they read.
  static let outputs: [[String]] = [
    ["check"], ["check", "--format", "github"], ["check", "--format", "json"], ["check", "--format", "junit"],
    ["check", "--filter", "T"],
    ["explain"], ["explain", "--format", "json"], ["explain", "--at", "2ms"], ["render"],
    ["render", "--stages", "--timers", "--causes"],
    ["render", "--format", "svg"], ["render", "--format", "html"], ["render", "--format", "json"],
    ["render", "--format", "events"],
    ["swift"], ["fmt", "--check"], ["quiz"], ["check", "--review"],
  ]

  /// The characters of a text that a terminal might obey; on a terminal with colors without the colors that the command
  /// itself adds.
  private static func obeyed(_ text: String, hasColor: Bool) -> [String] {
    let bare = hasColor ? text.replacing(/\u{1B}\[[0-9;]*m/, with: "") : text
    return bare.unicodeScalars.filter { $0 != "\n" && Printable.isControl($0.value) }.map {
      "U+\(String($0.value, radix: 16))"
    }
  }

  @Test func noEntranceLeadsToATerminal() throws {
    var plain = Terminal(), colored = Terminal()
    (plain.width, colored.width, colored.hasColor, colored.hasMessageColor) = (60, 60, true, true)
    for (name, files) in Self.entrances {
      let folder = try Folder(files)
      for words in Self.outputs {
        for terminal in [Terminal(), plain, colored] {
          let result = MarbleTool.run(words + [folder.path], on: terminal)
          let found = Set(Self.obeyed(result.output + result.errors, hasColor: terminal.hasColor))
          #expect(found == [], "\(name), \(words.joined(separator: " "))")
        }
      }
      // Colors in the user's text are not colors either.
      let result = MarbleTool.run(["render", folder.path], on: colored)
      #expect(!result.output.contains("\u{1B}[31m"), "\(name)")
    }
  }

  /// The arguments of a call, and lines of input.
  @Test func noCallLeadsToATerminal() {
    var colored = Terminal()
    (colored.width, colored.hasColor, colored.hasMessageColor) = (60, true, true)
    let calls: [[String]] = [
      ["render", "-e", "title: \(Self.inLine)", "a: -1-|", "> a"],
      ["render", "-e", "a: -1-|", "> a.map { \"\(Self.inLine)\" }"],
      ["check", Self.inLine],
      [Self.inLine], ["check", "--\(Self.inLine)"], ["operators", Self.inLine], ["help", Self.inLine],
      ["compare", "a\(Self.inLine)", "b"],
      ["find", "a: -1-|", "= -\(Self.inLine)|"], ["check", "--filter", Self.inLine, "README.md"],
      ["explain", "--at", Self.inLine, "a.marble"],
    ]
    for words in calls {
      for terminal in [Terminal(), colored] {
        let result = MarbleTool.run(words, on: terminal)
        #expect(Set(Self.obeyed(result.output + result.errors, hasColor: terminal.hasColor)) == [], "\(words)")
      }
    }
  }

  /// Recorded runs: the names of streams, values and failures.
  @Test func noRecordedRunLeadsToATerminal() throws {
    func quoted(_ text: String) -> String {
      String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }
    let name = quoted("s\(Self.inLine)"), value = quoted("v\(Self.inLine)")
    let lines = [
      "{\"format\":\"marble-events\",\"version\":1,\"title\":\(value)}",
      "{\"stream\":\(name),\"event\":\"subscribe\",\"at\":0}",
      "{\"stream\":\(name),\"event\":\"next\",\"at\":1000000,\"value\":\(value)}",
      "{\"stream\":\(name),\"event\":\"fail\",\"at\":2000000,\"error\":\(value)}",
      "{\"stream\":\(name),\"event\":\(value)}",
    ]
    for count in 1...lines.count {
      let folder = try Folder([
        "run.jsonl": lines.prefix(count).joined(separator: "\n") + "\n", "rules": "! at least 9 s\(Self.inLine)\n",
      ])
      var colored = Terminal()
      (colored.width, colored.hasColor, colored.hasMessageColor) = (60, true, true)
      for words in [
        ["render"], ["render", "--format", "json"], ["explain"], ["check", "--rules", "\(folder.path)/rules"],
      ] {
        for terminal in [Terminal(), colored] {
          let result = MarbleTool.run(words + ["\(folder.path)/run.jsonl"], on: terminal)
          #expect(
            Set(Self.obeyed(result.output + result.errors, hasColor: terminal.hasColor)) == [],
            "\(words), \(count) lines")
        }
      }
    }
  }

  @Test func whatIsPrintableStays() {
    for text in ["", "a\nb", "é 日本 👩‍💻 ✓ — “x”", "\u{301}x", "עברית"] {
      #expect(Printable.text(text) == text)
      #expect(Printable.drawing(text) == text)
    }
    #expect(Printable.text("a\r\nb\rc\td") == "a\nb c d")
    #expect(Printable.line("a\r\nb\nc") == "a b c")
    #expect(Printable.drawing("\u{1B}[38;5;32mx\u{1B}[24;39m\u{1B}[2Jy") == "\u{1B}[38;5;32mx\u{1B}[24;39m [2Jy")
    // Each of the characters is found, wherever it stands.
    for control in Self.controls {
      guard let scalar = Unicode.Scalar(control) else { continue }
      for text in ["\(scalar)", "x\(scalar)", "x\(scalar)é"] {
        #expect(!Printable.text(text).unicodeScalars.contains(scalar), "\(control)")
      }
    }
  }
}
