import MarbleDiagrams
import MarbleRuns
import Marbles
import MarblesTesting
import PipesCore

/// Writes pictures of tests into a folder: for each expectation an SVG, a text and a page, and one page of all
/// pictures.
///
/// 1. The lock guards the names that this process has used. It is held while files are written, so that two tests do
///    not write one file.
/// 2. Only files that were drawn from tests are overwritten. They end with a mark.
final class TestPictures: Sendable {
  /// The pictures in the folder that the environment variable `MARBLES_DRAW` names; `nil` without the variable.
  static let shared: TestPictures? = {
    guard let folder = Files.environment("MARBLES_DRAW"), !folder.isEmpty else { return nil }
    Files.atEnd { _ = TestPictures.shared?.writeIndex() }
    return TestPictures(folder: folder)
  }()

  let folder: String
  /// The texts of the pictures by their names.
  private let drawn = Guarded([String: String]())

  init(folder: String) { self.folder = folder }

  /// Draws the outcomes of a test. Returns a message for each picture that cannot be written.
  func draw(_ rows: RunRecord, of name: TestName) -> [String] {
    var pictures = rows.outcomes.map { (title: $0.name, outcomes: [$0], rules: [RuleOutcome]()) }
    if !rows.rules.isEmpty { pictures.append((title: "rules", outcomes: [], rules: rows.rules)) }
    return pictures.flatMap { picture -> [String] in
      var one = rows
      one.outcomes = picture.outcomes
      one.rules = picture.rules
      let diagram = Diagram(one, title: "\(name.text) · \(picture.title)")
      var base = "\(name.text).\(TestName.plain(picture.title))"
      if name.isShared { base += "-" + Self.digest(diagram.text()) }
      let files = [("svg", diagram.svg()), ("txt", diagram.text()), ("html", diagram.html())]
      return write(files, base)
    }
  }
  /// Draws an order of turns with which a test fails.
  func draw(_ order: RunOrder, of name: TestName) -> [String] {
    let text = order.text()
    let base = "\(name.text).order" + (name.isShared ? "-" + Self.digest(text) : "")
    return write([("svg", PictureDrawer.attachment(order)), ("txt", text)], base)
  }

  private func write(_ files: [(ending: String, text: String)], _ base: String) -> [String] {
    drawn.with { write(files, base, &$0) }.map { [$0] } ?? []
  }
  /// The second file is the text.
  private func write(_ files: [(ending: String, text: String)], _ base: String, _ drawn: inout [String: String])
    -> String?
  {
    let text = files[1].text
    var (name, number) = (base, 1)
    while let other = drawn[name] {
      if other == text { return nil }
      number += 1
      name = "\(base)-\(number)"
    }
    drawn[name] = text
    do throws(Files.Failure) {
      try makeFolder()
      for (ending, text) in files {
        let mark = ending == "txt" ? "# \(Self.mark)\n" : "<!-- \(Self.mark) -->\n"
        if let refusal = try write(text + mark, "\(name).\(ending)") { return refusal }
      }
      return nil
    } catch {
      return "the picture '\(folder)/\(name)' cannot be written: \(error.reason)"
    }
  }

  private func write(_ text: String, _ name: String) throws(Files.Failure) -> String? {
    let path = "\(folder)/\(name)"
    if try Files.entry(at: path) != nil, try !isOurs(path) {
      return "'\(path)' was not drawn from a test, so it is not overwritten"
    }
    try Files.write(text, to: path)
    return nil
  }

  private static let mark = "drawn from a marble test"

  private func isOurs(_ path: String) throws(Files.Failure) -> Bool {
    String(decoding: try Files.read(path).suffix(80), as: UTF8.self).contains(Self.mark)
  }

  private func makeFolder() throws(Files.Failure) {
    var path = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      path += part + "/"
      try Files.makeFolder(path)
    }
  }

  /// Writes the page of all pictures in the folder. Returns a message if it cannot be written.
  func writeIndex() -> String? {
    do throws(Files.Failure) {
      guard try Files.entry(at: folder) != nil else { return nil }
      var figures = ""
      let names = Set(try Files.names(in: folder))
      for name in names.sorted() where name.hasSuffix(".svg") {
        guard try isOurs("\(folder)/\(name)") else { continue }
        let base = name.dropLast(4)
        let page = names.contains("\(base).html") ? "<a href=\"\(base).html\">page</a> " : ""
        figures += """
          <figure>
          <figcaption>\(base) \(page)<a href="\(base).txt">text</a></figcaption>
          <img src="\(name)" alt="\(base)">
          </figure>

          """
      }
      let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Marble tests</title>
        <style>
        body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color-scheme: light dark; }
        figure { margin: 2rem 0; }
        img { max-width: 100%; }
        </style>
        </head>
        <body>
        <h1>Marble tests</h1>
        \(figures)</body>
        </html>
        <!-- \(Self.mark) -->

        """
      return try write(page, "index.html")
    } catch {
      return "the page of all pictures in '\(folder)' cannot be written: \(error.reason)"
    }
  }

  /// Returns a short hash of a text, which is the same on every machine.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 36)
  }
}
