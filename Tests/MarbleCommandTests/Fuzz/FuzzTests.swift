import Gallery
import Foundation
import Testing

@testable import MarbleCommandLine
@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Inputs made by breaking good ones: whatever they are, there is an answer, and it points into the text.
///
/// The corpus is the gallery, the examples of the help, and the files in `Corpus`, which keep what once went wrong. The mutations are drawn
/// from a fixed seed, so a failure comes again. `FUZZ_SEED=7 swift test --filter FuzzTests` tries others.
struct FuzzTests {
  static let seed = Files.environment("FUZZ_SEED").flatMap { UInt64($0) } ?? 0
  static let folder = "\(#filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))/Corpus"

  static func corpus(_ name: String) throws -> [String] {
    let text = String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
    return text.split(separator: "\n").map { $0.replacingOccurrences(of: "\\n", with: "\n") }
  }

  @Test func notation() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 1)
    let rows = NotationHelp.sections.flatMap(\.rows).map(\.text) + NotationHelp.examples.map(\.text) + (try Self.corpus("notation.txt"))
    for text in rows + (0..<4000).map({ _ in random.mutated(rows) }) {
      for role in Lane.Role.allCases { Self.tryNotation(text, role) }
    }
  }

  private static func tryNotation(_ text: String, _ role: Lane.Role) {
    do {
      let lane = try Lane(parsing: text, as: role)
      // What was understood can be written, and is understood in the same way.
      let written = lane.description
      #expect((try? Lane(parsing: written, as: role)) == lane, "\(text) → \(written)")
    } catch {
      #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.count && !error.message.isEmpty, "\(text)")
    }
  }

  @Test func specs() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 2)
    let gallery = try Gallery.specs().map { $0.lines.map { String($0) }.joined(separator: "\n") }
    let specs = gallery + SpecWord.allCases.map(\.example) + OperatorTable.shared.rows.map(\.sample) + (try Self.corpus("specs.txt"))
    var ran = 0
    for text in specs + (0..<2500).map({ _ in random.mutated(specs) }) where Self.trySpec(text) { ran += 1 }
    // Enough of them are still specs, so that runs are tried, too.
    #expect(ran > 500)
  }

  /// Whether it could run.
  private static func trySpec(_ text: String) -> Bool {
    do {
      var file = try SpecFile(SpecText(text, file: "a.marble"))
      file.limit = min(file.limit ?? 1000, 1000)
      let spec = try ExecutedSpec(file, isTraced: true)
      _ = SpecCheck(spec).failures
      _ = SpecUpdate(spec).updated()
      let diagram = spec.diagram
      var style = TextStyle()
      (style.showsStages, style.showsTimers, style.showsCauses, style.width) = (true, true, true, 40)
      #expect(!TextRenderer.text(of: diagram, style: style).isEmpty && !Explanation.text(of: diagram).isEmpty)
      _ = JSONRenderer.text(of: diagram)
      var names: Set<String> = []
      do throws(SpecProblem) { _ = try SwiftTest.code(of: spec, taken: &names) } catch { #expect(!error.message.isEmpty) }
      return true
    } catch {
      let lines = SpecText.lines(of: text)
      #expect(error.line >= 1 && error.line <= max(1, lines.count) && error.column >= 1 && !error.message.isEmpty, "\(text)")
      return false
    }
  }

  @Test func markdown() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 3)
    let pages = try ["fences.md", "nested.md"].map { String(decoding: try Files.read("\(Self.folder)/\($0)"), as: UTF8.self) }
    for text in pages + (0..<1500).map({ _ in random.mutated(pages) }) {
      let lines = SpecText.lines(of: text)
      for spec in Markdown.specs(in: text, file: "a.md") {
        #expect(spec.firstLine >= 1 && spec.firstLine - 1 + spec.lines.count <= lines.count)
        #expect(DocumentLines(text).holds(spec), "\(text)")
      }
      #expect(DocumentLines(text).text == text)
    }
  }
}

/// Breaks texts, always in the same way for one seed.
struct Mutator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// What means something somewhere, and what is hard to read.
  private static let pieces =
    "-|#()[]{}?!^@'\\*=><:.,\"$%&+/~` \n\t\r0123456789abxyz".map(String.init) + [
      "10ms", "1.5s", "@1s", "'x'", "9223372036854775807", "99999999999999999999", "é", "日", "👩‍👩‍👧", "\u{301}", "\u{200B}", "\u{FEFF}", "\r\n",
      "```", "~~~", "```marble", "hot ", "from ", "demand ", "subs a:", "let b = ", "> ", "= ", "frame: ", "limit: 5", ".map { $0 }",
      ".delay(for: 2)", "nil", "true", "throw ", "..<", "??", "((((((((", "[[[[[[[[", "{{{{{{{{", "))))", "scheduler", "9e999", "-0.0",
    ]

  /// One of the texts with a few places broken.
  mutating func mutated(_ texts: [String]) -> String {
    var text = Array(texts.randomElement(using: &self) ?? "")
    for _ in 0..<Int.random(in: 1...4, using: &self) { mutate(&text, texts) }
    return String(text.prefix(4000))
  }

  private mutating func mutate(_ text: inout [Character], _ texts: [String]) {
    let start = Int.random(in: 0...text.count, using: &self)
    let end = min(text.count, start + Int.random(in: 0...6, using: &self))
    switch Int.random(in: 0..<7, using: &self) {
    case 0: text.removeSubrange(start..<end)
    case 1: text.insert(contentsOf: Array(text[start..<end]), at: start)
    case 2: text.removeLast(text.count - start)
    case 3:
      let other = Array(texts.randomElement(using: &self) ?? "")
      let cut = Int.random(in: 0...other.count, using: &self)
      text.insert(contentsOf: other[cut..<min(other.count, cut + 12)], at: start)
    case 4 where start + 1 < text.count: text.swapAt(start, start + 1)
    default: text.replaceSubrange(start..<min(text.count, start + Int.random(in: 0...1, using: &self)), with: Array(piece()))
    }
  }
  private mutating func piece() -> String { Mutator.pieces.randomElement(using: &self) ?? "" }
}
