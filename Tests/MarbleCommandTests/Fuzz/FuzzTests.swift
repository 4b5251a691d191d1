import Gallery
import Foundation
import TestFolder
import Testing

@testable import MarbleCommandLine
@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Inputs made by breaking good ones: whatever they are, there is an answer, and it points into the text.
///
/// The corpus is the gallery, the examples of the help, and the files in `Corpus`, which keep what once went wrong. The
/// mutations are drawn from a fixed seed, so a failure comes again. `FUZZ_SEED=7 swift test --filter FuzzTests` tries
/// others, and `FUZZ=1000000` that many in all: half of them rows, a third specs, the rest documents, files and calls.
@Suite(.serialized) struct FuzzTests {
  static let seed = Files.environment("FUZZ_SEED").flatMap { UInt64($0) } ?? 0
  /// How many inputs of a kind are tried: a share of all, in percent.
  static func count(_ percent: Int, _ usual: Int) -> Int {
    Files.environment("FUZZ").flatMap { Int($0) }.map { $0 / 100 * percent } ?? usual
  }
  static let folder =
    "\(#filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))/Corpus"

  static func corpus(_ name: String) throws -> [String] {
    let text = String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
    return text.split(separator: "\n").map { $0.replacingOccurrences(of: "\\n", with: "\n") }
  }

  /// Other seeds try other inputs.
  @Test func seedsDoNotOverlap() {
    func numbers(_ seed: UInt64) -> Set<UInt64> {
      var random = Mutator(seed: seed)
      return Set((0..<1_000).map { _ in random.next() })
    }
    #expect((0..<20).map(numbers).reduce(into: Set()) { $0.formUnion($1) }.count == 20_000)
  }

  @Test func notation() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 1)
    let rows =
      NotationHelp.sections.flatMap(\.rows).map(\.text) + NotationHelp.examples.map(\.text)
      + (try Self.corpus("notation.txt"))
    let count = Self.count(50, 1000)
    for number in 0..<rows.count + count {
      let text = number < rows.count ? rows[number] : random.mutated(rows)
      for role in Lane.Role.allCases { Self.tried(text) { Self.problem(inRow: $0, role) } }
    }
  }

  private static func problem(inRow text: String, _ role: Lane.Role) -> String? {
    do {
      let lane = try Lane(parsing: text, as: role)
      // A text that was read can be written, and is read in the same way again.
      let written = lane.description
      return (try? Lane(parsing: written, as: role)) == lane ? nil : "is written as \(written)"
    } catch {
      let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.count
      return isInside && !error.message.isEmpty ? nil : "'\(error.message)' at \(error.range)"
    }
  }

  @Test func specs() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 2)
    // The help has one law, and each law runs its pipelines on thousands of inputs: one is enough.
    func texts(_ specs: [SpecText]) -> [String] {
      specs.filter { !$0.file.contains("/law-") }.map { $0.lines.map { String($0) }.joined(separator: "\n") }
    }
    let others =
      SpecWord.allCases.map(\.example) + OperatorTable.shared.rows.map(\.sample) + (try Self.corpus("specs.txt"))
    // All diagrams are broken, and few are tried as they are, because other tests run them.
    let specs = try texts(Gallery.specs()) + others, whole = try texts(Gallery.few()) + others
    var ran = 0
    let count = Self.count(34, 250)
    for number in 0..<whole.count + count {
      if number == whole.count { ran = 0 }
      let text = number < whole.count ? whole[number] : random.mutated(specs)
      Self.tried(text) { Self.problem(inSpec: $0, &ran) }
    }
    // Enough of the broken ones are still specs, so that runs are tried, too.
    #expect(ran > count / 10)
  }

  /// Tries one input, which must not take ten seconds of processor time, nor as much memory as a gigabyte. If it has a
  /// problem, the smallest part of it that has one is reported.
  private static func tried(_ input: String, _ problem: (String) -> String?) {
    var found: String?
    let seconds = processorSeconds { found = problem(input) }
    if seconds > 10 { Issue.record("\(seconds) s: \(input)") }
    if let memory = peak(), memory > 1_000_000 { Issue.record("\(memory) KB: \(input)") }
    guard found != nil else { return }
    let smallest = smaller(input) { problem($0) != nil }
    Issue.record("\(problem(smallest) ?? ""): \(smallest)")
  }
  /// The input without all that it has a problem without: first halves, then quarters, at last single characters.
  private static func smaller(_ input: String, _ isBad: (String) -> Bool) -> String {
    var text = Array(input)
    var length = text.count / 2
    while length > 0 {
      var start = 0
      while start < text.count {
        var less = text
        less.removeSubrange(start..<min(text.count, start + length))
        if isBad(String(less)) { text = less } else { start += length }
      }
      length /= 2
    }
    return String(text)
  }

  /// The most memory that this process has had, in kilobytes, where the system says it and many inputs are tried.
  private static func peak() -> Int? {
    guard Files.environment("FUZZ") != nil,
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Calls of the command with words and files that were broken.
  @Test func calls() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 4)
    let folder = try MarbleToolTests.Folder()
    let specs =
      try Self.corpus("specs.txt")
      + (try Gallery.few().filter { !$0.file.contains("/law-") }.map {
        $0.lines.map { String($0) }.joined(separator: "\n")
      })
    let words = [
      "render", "check", "explain", "operators", "conform", "swift", "help", "--help", "--version",
    ]
    let options =
      MarbleTool.commands.flatMap(\.shape.options).map { "--" + $0.name }.filter { !["--open", "--into"].contains($0) }
      + ["-o", "-h"]
    let values =
      DiagramFormat.allCases.map(\.rawValue) + [
        "DIR", "DIR/a.marble", "DIR/b.md", "DIR/none", "", "bash", "dark", "debounce", "> Just(1)",
      ]
    for _ in 0..<Self.count(8, 80) {
      let name = Bool.random(using: &random) ? "a.marble" : "b.md"
      try Self.write(random.mutated(specs), to: "\(folder.path)/\(name)", &random)
      var call = [words.randomElement(using: &random) ?? ""]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        call.append((Bool.random(using: &random) ? options : values).randomElement(using: &random) ?? "")
      }
      if Int.random(in: 0..<4, using: &random) == 0 { call = call.map { random.mutated([$0]) } }
      // A call that was broken must not write elsewhere.
      call = call.filter { !$0.contains("/") || $0.hasPrefix("DIR") && !$0.contains("..") && !$0.contains("~") }
      guard !Self.mayWriteElsewhere(call), !call.contains("watch"), !call.contains("lsp"), !call.contains("quiz") else {
        continue
      }
      let shown = call.joined(separator: " ")
      Self.tried(shown) { _ in
        let result = MarbleTool.run(call.map { $0.replacingOccurrences(of: "DIR", with: folder.path) })
        let isKnown =
          [0, 1, 64, 65, 66].contains(result.code) && (result.code == 0 || !(result.errors + result.output).isEmpty)
        return isKnown ? nil : "code \(result.code), \(result.errors)"
      }
    }
  }
  /// Whether a value of an option that writes is a name in the folder that the tests run in.
  private static func mayWriteElsewhere(_ call: [String]) -> Bool {
    zip(call, call.dropFirst() + [""]).contains { word, next in
      let writes = word.hasPrefix("-o") || word.hasPrefix("--o")
      return writes && (word.contains("=") || word != "-o" && word != "--output" || !next.hasPrefix("DIR"))
    }
  }
  /// Writes a file, sometimes with bytes that are not text.
  private static func write(_ text: String, to path: String, _ random: inout Mutator) throws {
    var bytes = Array(text.utf8)
    if Int.random(in: 0..<4, using: &random) == 0 {
      for _ in 0..<3 {
        bytes.insert(UInt8.random(in: 0...255, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
      }
    }
    try? FileManager.default.removeItem(atPath: path)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Counts those that could run.
  private static func problem(inSpec text: String, _ ran: inout Int) -> String? {
    do {
      var file = try SpecFile(SpecText(text, file: "a.marble"))
      file.limit = min(file.limit ?? 1000, 1000)
      let spec = try ExecutedSpec(file, isTraced: true)
      _ = SpecCheck(spec).failures
      _ = SpecUpdate(spec).updated()
      let diagram = spec.diagram
      var style = TextStyle()
      (style.showsStages, style.showsTimers, style.showsCauses, style.width) = (true, true, true, 40)
      if TextRenderer.text(of: diagram, style: style).isEmpty || Explanation.text(of: diagram).isEmpty {
        return "nothing is drawn or told"
      }
      _ = JSONRenderer.text(of: diagram)
      _ = HTMLRenderer.text(of: diagram)
      var names: Set<String> = []
      ran += 1
      do throws(SpecProblem) { _ = try SwiftTest.code(of: spec, taken: &names) } catch {
        if error.message.isEmpty { return "there is no reason why it is not written in Swift" }
      }
      return nil
    } catch {
      let lines = SpecText.lines(of: text)
      let isInside = error.line >= 1 && error.line <= max(1, lines.count) && error.column >= 1
      return isInside && !error.message.isEmpty ? nil : "'\(error.message)' at \(error.line):\(error.column)"
    }
  }

  @Test func markdown() throws {
    var random = Mutator(seed: Self.seed &* 3 &+ 3)
    let pages = try ["fences.md", "nested.md"].map {
      String(decoding: try Files.read("\(Self.folder)/\($0)"), as: UTF8.self)
    }
    let count = Self.count(8, 1500)
    for number in 0..<pages.count + count {
      let text = number < pages.count ? pages[number] : random.mutated(pages)
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
  /// The state is mixed: without that, the numbers of a seed would be the numbers of the previous seed, a few later.
  init(seed: UInt64) { state = Mutator.mixed(seed &+ 0x9E37_79B9_7F4A_7C15) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Mutator.mixed(state)
  }
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Pieces that have a meaning somewhere, and pieces that are hard to read.
  private static let pieces =
    "-|#()[]{}?!^@'\\*=><:.,\"$%&+/~` \n\t\r0123456789abxyz".map(String.init) + [
      "10ms", "1.5s", "@1s", "'x'", "9223372036854775807", "99999999999999999999", "é", "日", "👩‍👩‍👧", "\u{301}", "\u{200B}",
      "\u{FEFF}", "\r\n",
      "```", "~~~", "```marble", "hot ", "from ", "demand ", "subs a:", "let b = ", "> ", "= ", "frame: ", "limit: 5",
      ".map { $0 }",
      ".delay(for: 2)", "nil", "true", "throw ", "..<", "??", "((((((((", "[[[[[[[[", "{{{{{{{{", "))))", "scheduler",
      "9e999", "-0.0",
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
    default:
      text.replaceSubrange(start..<min(text.count, start + Int.random(in: 0...1, using: &self)), with: Array(piece()))
    }
  }
  private mutating func piece() -> String { Mutator.pieces.randomElement(using: &self) ?? "" }
}
