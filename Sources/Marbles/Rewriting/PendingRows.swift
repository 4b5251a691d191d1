/// The rows of a test file that differ from their runs, until somebody accepts or rejects them.
///
/// They are in a hidden file beside the test file: `.SearchTests.swift.pending-rows` for `SearchTests.swift`. Each line
/// of it begins with a word, so that texts need no quotes.
package struct PendingRows {
  package struct Replacement: Hashable, Sendable {
    /// The line of the call, counted from 1, and the column of its parenthesis.
    package var line: Int
    var column: Int
    /// The line of the source file as it was when the test ran.
    var code: String
    package var old: [String] = []
    package var new: [String] = []
    /// The failure of the test.
    package var reason: String
    /// The entries that the table of the call gets.
    var added: [String] = []

    fileprivate var edit: LiteralEdit { LiteralEdit(line: line, column: column, old: old, new: new, added: added) }
  }

  /// The rows in the order of the source file.
  package private(set) var rows: [Replacement] = []

  private static let ending = ".pending-rows"

  /// The path of the file for the pending rows of a source file.
  package static func path(for source: String) -> String {
    let name = source.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return source.dropLast(name.count) + ".\(name)\(ending)"
  }
  /// The path of the source file to which pending rows belong; `nil` if the path is not one of such a file.
  package static func source(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard name.hasPrefix("."), name.hasSuffix(ending), name.count > ending.count + 1 else { return nil }
    return String(path.dropLast(name.count) + name.dropFirst().dropLast(ending.count))
  }

  // MARK: The file

  private static let head =
    "# Rows of tests that differ. 'marble check --review' shows them; this file needs no commit."

  /// Reads the bytes of such a file. Other lines are skipped.
  package init(reading bytes: [UInt8]) {
    var row: Replacement?
    var reason: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
      let text = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      switch String(decoding: words[0], as: UTF8.self) {
      case "at":
        add(row, reason)
        reason = []
        let place = text.split(separator: ":").compactMap { Int($0) }
        row =
          place.count == 2 && place.allSatisfy { $0 > 0 }
          ? Replacement(line: place[0], column: place[1], code: "", reason: "") : nil
      case "code": row?.code = text
      case "old": row?.old.append(text)
      case "new": row?.new.append(text)
      case "add": row?.added.append(text)
      case "why": reason.append(text)
      default: break
      }
    }
    add(row, reason)
  }

  private mutating func add(_ row: Replacement?, _ reason: [String]) {
    guard var row else { return }
    row.reason = reason.joined(separator: "\n")
    rows.append(row)
  }

  /// The bytes of the file; none if no row is pending.
  private var bytes: [UInt8] {
    if rows.isEmpty { return [] }
    var text = Self.head + "\n"
    for row in rows {
      text += "at \(row.line):\(row.column)\ncode \(row.code)\n"
      text += row.old.map { "old \($0)\n" }.joined() + row.new.map { "new \($0)\n" }.joined()
      text += row.added.map { "add \($0)\n" }.joined()
      text += row.reason.split(separator: "\n", omittingEmptySubsequences: false).map { "why \($0)\n" }.joined()
    }
    return Array(text.utf8)
  }

  /// Changes the pending rows of a source file. The file of pending rows is removed when none is left.
  package static func change(of source: String, _ body: (inout [Replacement]) -> Void) throws(Files.Failure) {
    try Files.updateOrRemove(path(for: source)) { bytes in
      var pending = PendingRows(reading: bytes)
      let old = pending.rows
      body(&pending.rows)
      if pending.rows == old { return nil }
      pending.rows.sort { ($0.line, $0.column) < ($1.line, $1.column) }
      return pending.bytes
    }
  }

  // MARK: Accepting

  /// Returns a source file with the new rows of some calls, and the calls whose line is not as it was when the test
  /// ran.
  package static func accepted(_ rows: [Replacement], in source: [UInt8]) -> (source: [UInt8], outdated: [Replacement])
  {
    var (text, outdated): ([UInt8], [Replacement]) = (source, [])
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Later calls first, so that the places of the other ones stay.
    for row in rows.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
      guard isCurrent(row, in: lines), let new = try? row.edit.applied(to: text) else {
        outdated.append(row)
        continue
      }
      text = new
    }
    return (text, outdated.reversed())
  }

  /// Whether the line of a call is as it was when the test ran.
  package static func isCurrent(_ row: Replacement, in lines: [ArraySlice<UInt8>]) -> Bool {
    lines.indices.contains(row.line - 1) && lines[row.line - 1].elementsEqual(row.code.utf8)
  }
}
