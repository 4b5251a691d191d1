import Marbles

/// Finds the known name that was probably meant.
package enum Suggestion {
  static let closureForm = "a closure is written { x in x > 1 }, or { $0 > 1 }"
  static let chainForm = "operators follow each other after periods, as in a.map { $0 * 2 }.filter { $0 > 2 }"
  /// The words that begin a closure in other languages.
  static let functionWords: Set<String> = ["lambda", "function", "fun", "func", "fn", "def"]

  /// The fix for a name that was probably meant.
  static func question(_ name: String) -> String { "did you mean '\(name)'?" }

  /// The known name with the smallest distance; `nil` if all are too distant.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    NearestName.find(name, among: known)
  }

  /// A list of all names if there are few; `nil` if the nearest one is a better fix.
  static func list(of known: [String], unlessNear name: String) -> String? {
    if nearest(to: name, among: known) != nil { return nil }
    let names = known.map { "'\($0)'" }
    return (1...6).contains(names.count) ? "there is \(names.joined(separator: ", "))" : nil
  }
}
