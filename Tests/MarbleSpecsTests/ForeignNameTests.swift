import Marbles
import TestFolder
import Testing

@testable import MarbleSpecs

/// The form that is advised for an operator of another library sends what that operator sends, by its documentation.
struct ForeignNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let names: [String], form: String, sources: String, expected: String
    var testDescription: String { names.joined(separator: ", ") }
  }
  static let rows = TextTable("foreign-names.txt").rows.map {
    let parts = $0.said.map { $0.replacing(" ⏎ ", with: "\n") }
    return Row(
      names: $0.input.split(separator: " ").map(String.init), form: parts[0], sources: parts.count > 2 ? parts[2] : "",
      expected: parts[1])
  }

  @Test(arguments: rows) func theFormDoesWhatTheNameMeans(_ row: Row) throws {
    for name in row.names {
      let form = row.form.hasPrefix("a.") ? String(row.form.dropFirst(2)) : row.form
      #expect(Suggestion.foreignForms[name]?.contains(form) == true, "\(name): \(Suggestion.foreignForms[name] ?? "-")")
    }
    let text = "frame: 100ms\n\(row.sources)\n> \(row.form)\n\(row.expected)\n"
    #expect(SpecCheck(try ExecutedSpec(SpecText(text, file: "a.marble"))).failures == [], "\(text)")
  }

  @Test func eachNameIsTested() {
    #expect(Set(Suggestion.foreignForms.keys).subtracting(Self.rows.flatMap(\.names)) == [])
  }
}
