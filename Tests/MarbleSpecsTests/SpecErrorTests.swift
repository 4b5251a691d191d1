import TestFolder
import Testing

@testable import MarbleSpecs

/// The message of a spec that cannot run: the whole message, the line and the caret. The specs are in `mistakes.txt`.
/// The part that the caret marks is between « and » there; after `…` stands a part of the message.
struct SpecErrorTests {
  static func problem(in text: String) -> String? {
    do {
      _ = try ExecutedSpec(SpecText(text, file: "a.marble"))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: TextTable("mistakes.txt").rows) func saysWhatIsWrongAndWhere(_ row: TextTable.Row) throws {
    let message = row.said[0], spec = row.input.filter { $0 != "«" && $0 != "»" }
    let problem = try #require(Self.problem(in: spec), "it is no mistake")
    if message.hasPrefix("… ") { return #expect(problem.contains(message.dropFirst(2)), "\(problem)") }
    // The place and the carets are where the marks are.
    let lines = row.input.split(separator: "\n", omittingEmptySubsequences: false)
    let number = lines.firstIndex { $0.contains("«") } ?? 0
    let parts = lines[number].split(separator: "«", omittingEmptySubsequences: false)
    let marked = parts[1].split(separator: "»", omittingEmptySubsequences: false)[0]
    let carets =
      String(repeating: " ", count: parts[0].count) + "^" + String(repeating: "~", count: max(0, marked.count - 1))
    let shown = spec.split(separator: "\n", omittingEmptySubsequences: false)[number]
    #expect(problem == "a.marble:\(number + 1):\(parts[0].count + 1): error: \(message)\n\(shown)\n\(carets)")
  }

  /// The specs that cannot be written in the file.
  @Test(arguments: [
    (
      "",
      "a.marble:1:1: error: the file is empty; write a source and a pipeline; if a drawing was sent to it with '>', the shell has emptied it: use -o FILE"
    ),
    ("\ta = 1\n> Just(1)", "a.marble:1:1: error: only plain spaces are allowed here; indent with spaces\n a = 1\n^"),
  ]) func anEmptySpecAndATab(_ spec: String, _ message: String) { #expect(Self.problem(in: spec) == message) }

  /// A wide character takes two columns of the line, so it takes two of the caret line.
  @Test func theCaretStandsBelowWideCharacters() {
    #expect(
      SpecErrorTests.problem(in: "a: -日-|\n> a.map { \"日本\" + 1 }")
        == "a.marble:2:16: error: map: '+' needs two numbers or two strings, got \"日本\" and 1; a value in a text is written \"日本\\($0)\"\n> a.map { \"日本\" + 1 }\n                 ^"
    )
  }
}
