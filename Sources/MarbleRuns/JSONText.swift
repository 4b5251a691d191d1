import Marbles

/// A value as JSON. The members of an object keep the order in which they are written, so the text is the same on every
/// run.
package indirect enum JSONText {
  case string(String)
  case number(Int64)
  case bool(Bool)
  case null
  case list([JSONText])
  case object([(String, JSONText)])

  /// The number or the text; `null` if there is none.
  package static func number(_ number: Int?) -> JSONText { number.map { .number(Int64($0)) } ?? .null }
  package static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
  /// The list of some texts; `null` if there is none.
  package static func texts(_ texts: [String]?) -> JSONText { texts.map { .list($0.map { .string($0) }) } ?? .null }

  /// The text, indented by two spaces per level. Lists and objects of plain values are on one line.
  package var description: String { written(2) }

  private func written(_ indent: Int) -> String {
    let pad = String(repeating: " ", count: indent)
    let end = String(repeating: " ", count: indent - 2)
    switch self {
    case .string(let text): return JSONText.quoted(text)
    case .number(let number): return String(number)
    case .bool(let bool): return String(bool)
    case .null: return "null"
    case .list(let items) where items.allSatisfy(\.isLeaf):
      return "[" + items.map { $0.written(indent) }.joined(separator: ", ") + "]"
    case .list(let items):
      return "[\n" + items.map { pad + $0.written(indent + 2) }.joined(separator: ",\n") + "\n" + end + "]"
    case .object(let members) where members.allSatisfy(\.1.isPlain):
      return "{" + members.map { JSONText.quoted($0) + ": " + $1.written(indent) }.joined(separator: ", ") + "}"
    case .object(let members):
      let lines = members.map { pad + JSONText.quoted($0) + ": " + $1.written(indent + 2) }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + end + "}"
    }
  }

  private var isLeaf: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }
  private var isPlain: Bool {
    switch self {
    case .list(let items): items.allSatisfy(\.isLeaf)
    case .object(let members): members.isEmpty
    default: true
    }
  }

  package static func quoted(_ text: String) -> String {
    var quoted = ""
    JSONString.add(text, to: &quoted)
    return quoted
  }
}

extension JSONText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
}
