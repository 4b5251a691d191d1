import Marbles

/// Finds the known name that was probably meant.
package enum Suggestion {
  static let closureForm = "a closure is written { x in x > 1 }, or { $0 > 1 }"
  static let chainForm = "operators follow each other after periods, as in a.map { $0 * 2 }.filter { $0 > 2 }"
  /// The words that begin a closure in other languages.
  static let functionWords: Set<String> = ["lambda", "function", "fun", "func", "fn", "def"]

  /// The fix `did you mean 'debounce'?` for the nearest of the known names; `nil` if none is near.
  package static func fix(for name: String, among known: some Sequence<String>) -> String? {
    NearestName.find(name, among: known).map { "did you mean '\($0)'?" }
  }

  /// The known name with the smallest distance; `nil` if all are too distant.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    NearestName.find(name, among: known)
  }

  /// The fix for the nearest name, or a list of all names if there are few.
  package static func fix(for name: String, amongFew known: [String]) -> String? {
    if let fix = fix(for: name, among: known) { return fix }
    let names = known.map { "'\($0)'" }
    return (1...6).contains(names.count) ? "there is \(names.joined(separator: ", "))" : nil
  }
}
