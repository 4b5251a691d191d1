import MarbleSpecs

/// Finds the specs in a Markdown document.
enum Markdown {
  /// Whether a file is a Markdown document, according to its name.
  static func isName(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  /// The text of every fence that begins with ````
  /// ```marble ````, with its place in the document. The outcome of a fence ```` ```marble predict ```` is hidden from
  /// the reader.
  ///
  /// A fence ends with a line of at least as many of the same characters, or with the document.
  static func specs(in text: String, file: String) -> [SpecText] {
    specs(in: SpecText(text, file: file).lines, file: file)
  }
  static func specs(in lines: [[Character]], file: String) -> [SpecText] { specs(in: lines, file: file) { _, _ in } }
  /// The mistakes in fences, with their lines counted from 1. A fence whose word is a misspelled `marble` would not be
  /// checked, and nobody would notice; in a fence that is not closed, the text below would be read as a part of the
  /// spec.
  static func problems(in text: String, file: String) -> [(line: Int, message: String)] {
    var found: [(Int, String)] = [], open: (row: Int, fence: Fence)?
    for (row, line) in SpecText(text, file: file).lines.enumerated() {
      if let (start, fence) = open {
        if fence.isClosed(by: line) {
          open = nil
        } else if fence.isMarble, let next = Fence(line), next.sign == fence.sign, !next.word.isEmpty {
          found.append((start + 1, "the fence is not closed before the next one begins, in line \(row + 1)"))
          open = (row, next)
        }
      } else if line.first == ">", let fence = Fence(Array(line.drop { $0 == ">" || $0 == " " })), fence.isMarble {
        found.append((row + 1, "a spec is not read in a quotation; remove the '>' before it"))
      } else if let fence = Fence(line) {
        open = (row, fence)
        if fence.isAlmostMarble {
          found.append((row + 1, "a spec in Markdown begins with ```marble, not with ```\(fence.word)"))
        }
      }
    }
    if let open, open.fence.isMarble {
      found.append((open.row + 1, "the fence is not closed: write ``` below the spec"))
    }
    return found
  }
  /// The specs of a document, and the places for its drawings.
  static func contents(of text: String, file: String) -> (specs: [SpecText], markers: PictureMarkers) {
    let document = SpecText(text, file: file)
    var markers = PictureMarkers(document)
    let specs = specs(in: document.lines, file: file) { markers.read($0, above: $1) }
    markers.close(at: nil)
    return (specs, markers)
  }

  /// The specs of a document after a change, from its specs before the change: those outside of the changed lines are
  /// not read again.
  ///
  /// - Parameters:
  ///   - old: The specs before the change, and the number of lines at that time.
  ///   - head: The number of lines at the beginning that are the same.
  ///   - tail: The number of other lines at the end that are the same.
  static func specs(
    in lines: [[Character]], file: String, after old: (specs: [SpecText], lineCount: Int), head: Int, tail: Int
  ) -> [SpecText] {
    let kept = old.specs.prefix { $0.closingRow < head }
    let moved = lines.count - old.lineCount
    var next = kept.count
    let new = specs(in: lines, file: file, from: kept.last.map { $0.closingRow + 1 } ?? 0, other: { _, _ in }) { row in
      guard row >= lines.count - tail else { return false }
      // If the old document had a fence of a spec at this row, the rows below it mean what they meant before.
      while next < old.specs.count, old.specs[next].openingRow + moved < row { next += 1 }
      return next < old.specs.count && old.specs[next].openingRow + moved == row
    }
    let rest = new.isRead ? [] : old.specs[next...]
    return kept + new.specs + (moved == 0 ? Array(rest) : rest.map { $0.moved(by: moved) })
  }

  /// - Parameter other: Called with each row outside of the fences, and with the last spec above it.
  private static func specs(in lines: [[Character]], file: String, other: (Int, SpecText?) -> Void) -> [SpecText] {
    specs(in: lines, file: file, from: 0, other: other) { _ in false }.specs
  }
  /// Reads lines from a row outside of all fences, up to the first one outside of all fences for which `until` is true.
  private static func specs(
    in lines: [[Character]], file: String, from first: Int, other: (Int, SpecText?) -> Void, until: (Int) -> Bool
  ) -> (specs: [SpecText], isRead: Bool) {
    var specs: [SpecText] = []
    var row = first
    while row < lines.count {
      if until(row) { return (specs, false) }
      guard let fence = Fence(lines[row]) else {
        other(row, specs.last)
        row += 1
        continue
      }
      let start = row + 1
      row = start
      while row < lines.count, !fence.isClosed(by: lines[row]) { row += 1 }
      if fence.isMarble {
        let body =
          fence.indent == 0 ? Array(lines[start..<row]) : lines[start..<row].map { Array($0.drop(upTo: fence.indent)) }
        specs.append(
          SpecText(
            lines: body, file: file, firstLine: start + 1, indent: fence.indent, isPrediction: fence.isPrediction))
      }
      row += 1
    }
    return (specs, true)
  }
}

extension SpecText {
  /// The row of the line that begins the fence of a spec in Markdown.
  fileprivate var openingRow: Int { firstLine - 2 }
  /// The row of the line that ends it; the number of lines if the document ends before.
  fileprivate var closingRow: Int { firstLine - 1 + lines.count }
  fileprivate func moved(by rows: Int) -> SpecText {
    SpecText(lines: lines, file: file, firstLine: firstLine + rows, indent: indent, isPrediction: isPrediction)
  }
}

/// The line that begins a fence.
private struct Fence {
  let indent: Int
  let sign: Character
  let length: Int
  let word: String
  private let secondWord: Substring?
  let isMarble: Bool
  let isPrediction: Bool

  init?(_ line: [Character]) {
    indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    guard let sign = rest.first, sign == "`" || sign == "~" else { return nil }
    self.sign = sign
    length = rest.prefix { $0 == sign }.count
    let info = String(rest.dropFirst(length))
    guard length >= 3, sign == "~" || !info.contains("`") else { return nil }
    let words = info.split(separator: " ")
    word = words.first.map(String.init) ?? ""
    secondWord = words.dropFirst().first
    isMarble = word == "marble"
    isPrediction = words.dropFirst().first == "predict"
  }

  /// Whether the words of a fence were probably meant as `marble`: a misspelled word, or the forms of other tools, such
  /// as `{.marble}`.
  var isAlmostMarble: Bool {
    if isMarble { return false }
    let name = String(word.lowercased().drop { "{.".contains($0) }.prefix { $0.isLetter })
    return ["marble", "marbles", "marbel", "marbels", "mable", "marbe", "mrable", "marle"].contains(name)
      || secondWord == "marble"
  }

  func isClosed(by line: [Character]) -> Bool {
    let rest = line.drop { $0 == " " }
    return rest.count >= length && rest.prefix { $0 == sign }.count >= length
      && rest.allSatisfy { $0 == sign || $0 == " " }
  }
}

extension [Character] {
  /// The text without the spaces at its beginning, but at most `count` of them.
  fileprivate func drop(upTo count: Int) -> ArraySlice<Character> {
    dropFirst(prefix(count).prefix { $0 == " " }.count)
  }
}
