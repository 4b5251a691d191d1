import Foundation

/// The rows of a text file beside a test: an input and what is said of it. So a row is added without a compiler.
///
/// The lines of an input stand below each other, or in one line with `⏎` between them. A line after `→` is one of what
/// is said, after `✗` too, and the input is a mistake. Empty lines separate; what follows `##` is a comment.
package struct TextTable: Sendable {
  package struct Row: Sendable, CustomStringConvertible {
    package let input: String
    package let isMistake: Bool
    package fileprivate(set) var said: [String]
    package var description: String { input }
  }
  package let rows: [Row]

  package init(_ name: String, beside file: String = #filePath) {
    let path = file.split(separator: "/", omittingEmptySubsequences: false).dropLast() + [name[...]]
    var rows: [Row] = [], input: [String] = []
    for line in try! String(contentsOfFile: path.joined(separator: "/"), encoding: .utf8).components(separatedBy: "\n")
    where !line.isEmpty && !line.hasPrefix("##") {
      if !line.hasPrefix("✗ ") && !line.hasPrefix("→ ") {
        input.append(line.replacingOccurrences(of: " ⏎ ", with: "\n"))
      } else if input.isEmpty {
        rows[rows.count - 1].said.append(String(line.dropFirst(2)))
      } else {
        rows.append(
          Row(
            input: input.joined(separator: "\n"), isMistake: line.hasPrefix("✗"), said: [String(line.dropFirst(2))]))
        input = []
      }
    }
    precondition(!rows.isEmpty && input.isEmpty, "\(name) is not in pairs")
    self.rows = rows
  }
}
