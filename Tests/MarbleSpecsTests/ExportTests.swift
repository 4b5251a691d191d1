import Foundation
import Gallery
import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// `marble swift` writes the same test, or refuses with the line.
///
/// `EXPORTS=folder swift test --filter ExportTests` writes random specs, their tests and their verdicts into a folder:
/// `Tools/Scripts/exports --random` compiles the tests in one file, runs them, and compares the verdicts.
struct ExportTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["EXPORT_SEED"].flatMap { UInt64($0) } ?? 0
  private static let count = environment["EXPORT_COUNT"].flatMap { Int($0) } ?? 60

  /// A random spec as a test.
  struct Exported {
    var spec: String
    var code: String
    /// The verdicts in the order of the statements: those of rows, of rules, of subscriptions.
    var verdicts: String
  }

  /// Returns a random spec as a test; `nil` if it has no test.
  static func exported(_ seed: UInt64, _ refusals: inout [String]) -> Exported? {
    let text = ExportSpecs(seed: seed).text
    let executed: ExecutedSpec
    do throws(SpecProblem) { executed = try ExecutedSpec(SpecText(text, file: "a.marble"), triesLaws: false) } catch {
      return nil
    }
    if executed.outcomes.contains(where: { $0.runaway != nil }) { return nil }
    var taken: Set<String> = []
    do throws(SpecProblem) {
      let code = try SwiftTest.code(of: executed, taken: &taken)
      return Exported(spec: text, code: code, verdicts: verdicts(of: executed))
    } catch {
      #expect(error.description.hasPrefix("a.marble:"), "\(error)")
      refusals.append(error.description)
      return nil
    }
  }

  /// `E+- R++ S+`: what held, in the order of the statements of the test.
  private static func verdicts(of spec: ExecutedSpec) -> String {
    let block = spec.file.blocks[0], outcome = spec.outcomes[0]
    let rows = block.subscribers.isEmpty ? [SpecFile.SubscriberRows()] : block.subscribers
    let failures = SpecCheck(spec).failures
    let held = rows.map { row in
      row.expected.map { row in !failures.contains { $0.hasPrefix("a.marble:\(row.span.line + 1):") } } ?? true
    }
    // In the order of the rules, for each subscriber.
    let rules = block.rules.flatMap { rule in
      outcome.rules.filter { $0.rule.span == rule.span }.map(\.verdict.isAllowed)
    }
    let windows = block.windows.map(\.name).uniqued.map { name in
      let lines = block.windows.filter { $0.name == name }.map { "a.marble:\($0.row.span.line + 1):" }
      return !failures.contains { failure in lines.contains { failure.hasPrefix($0) } }
    }
    func signs(_ name: String, _ all: [Bool]) -> String { name + all.map { $0 ? "+" : "-" }.joined() }
    return [signs("E", held), signs("R", rules), signs("S", windows)].joined(separator: " ")
  }

  @Test func randomSpecsAreTestsOrAreRefusedWithTheLine() throws {
    var refusals: [String] = [], all: [Exported] = []
    for number in 0..<Self.count {
      if let one = Self.exported(Self.seed &* 1_000_003 &+ UInt64(number), &refusals) { all.append(one) }
    }
    // Most of them are tests.
    #expect(all.count > Self.count * 3 / 5, "\(all.count) of \(Self.count)")
    #expect(refusals.count < Self.count / 5)
    // They have what is hard to say: rules, `from`, `demand`, several subscribers, and rules that are broken.
    for part in ["\n! ", "\nfrom ", "\ndemand "] {
      #expect(all.count { $0.spec.contains(part) } > Self.count / 20, "\(part)")
    }
    #expect(all.contains { $0.verdicts.contains("E++") || $0.verdicts.contains("E--") || $0.verdicts.contains("E+-") })
    #expect(all.count { $0.verdicts.contains("R") && $0.verdicts.contains("-") } > Self.count / 20)
    if let folder = Self.environment["EXPORTS"] { try write(all, refusals, to: folder) }
  }

  private func write(_ all: [Exported], _ refusals: [String], to folder: String) throws {
    var code: [String] = [], verdicts: [String] = []
    for (number, one) in all.enumerated() {
      let name = "random\(number)"
      let body = one.code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("@Test func ") ? "@Test func \(name)() throws {" : String($0) }
      code.append(body.joined(separator: "\n"))
      verdicts.append("\(name) \(one.verdicts)")
      try one.spec.write(toFile: "\(folder)/\(name).marble", atomically: true, encoding: .utf8)
    }
    let all = [SwiftTest.failure, SwiftTest.seen] + code
    let text = SwiftTest.imports(for: all.joined(separator: "\n")) + "\n" + all.joined(separator: "\n")
    try text.write(toFile: "\(folder)/Exports.swift", atomically: true, encoding: .utf8)
    try (verdicts.joined(separator: "\n") + "\n").write(toFile: "\(folder)/verdicts", atomically: true, encoding: .utf8)
    try (refusals.joined(separator: "\n") + "\n").write(toFile: "\(folder)/refused", atomically: true, encoding: .utf8)
  }
}

/// Random specs with what is hard to say in Swift: rules, `from`, `demand`, several subscribers, several sources at one
/// instant.
struct ExportSpecs {
  private var dice: SplitMixSequence
  private(set) var text = ""
  private var names: [String] = []
  private var cold: [String] = []

  init(seed: UInt64) {
    dice = SplitMixSequence(seed: seed)
    write()
  }

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }
  private mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }
  private mutating func one<T>(_ items: [T]) -> T { items[roll(items.count)] }

  private mutating func write() {
    let hard = roll(4)
    for name in ["a", "b", "c"].prefix(1 + roll(3)) {
      let isHot = chance(50)
      text += "\(isHot ? "hot " : "")\(name): \(row())\n"
      if !isHot, chance(15) { text += "\(name): \(row())\n" }
      if !isHot { cold.append(name) }
      names.append(name)
    }
    if chance(25) {
      text += "let d = \(pipeline(1))\n"
      names.append("d")
    }
    text += "> \(pipeline(1 + roll(3)))\n"
    let subscribers = hard == 0 ? 2 + roll(2) : 1
    for _ in 0..<subscribers {
      if hard < 2 || chance(20) {
        text +=
          "from \(String(repeating: "-", count: roll(5)))^\(chance(40) ? String(repeating: "-", count: roll(6)) + "!" : "")\n"
      }
      if hard == 2 || chance(10) { text += "demand \(one(["1", "2", "-1", "1--2", "--3", "1-1-1", "*"]))\n" }
      if hard == 0 || chance(20) { text += "= \(chance(30) ? row() : "-\(1 + roll(3))-|")\n" }
    }
    for _ in 0..<roll(4) { text += "! \(rule())\n" }
    if chance(15), let name = names.first(where: { $0 != "d" }) {
      text += "subs \(name): \(one(["^", "^---!", "--^", "^-----!"]))\n"
    }
  }

  private mutating func row() -> String {
    var row = ""
    for _ in 0..<(3 + roll(5)) { row += chance(45) ? "\(1 + roll(3))" : "-" }
    return row + one(["|", "|", "|", "", "#", "-|"])
  }

  private mutating func stream() -> String { one(names) }
  private mutating func pipeline(_ depth: Int) -> String {
    var text = stream()
    for _ in 0..<depth { text += call() }
    return text
  }
  private mutating func call() -> String {
    let other = stream(), n = 1 + roll(3)
    return one([
      ".map { $0 + \(n) }", ".filter { $0 > \(n) }", ".delay(for: \(n))", ".debounce(for: \(n))",
      ".throttle(for: \(n), latest: true)",
      ".throttle(for: \(n), latest: false)", ".merge(with: \(other))", ".zip(\(other)).map { x, y in x * 10 + y }",
      ".combineLatest(\(other)).map { $0 * 10 + $1 }", ".withLatestFrom(\(other)).map { x, y in x + y }",
      ".flatMap { x in \(other) }",
      ".flatMap { x in \(other).map { y in x * 10 + y } }", ".switchMap { _ in \(other) }", ".prefix(\(n))",
      ".dropFirst(\(n))",
      ".scan(0, +)", ".scan(\(n)) { $0 + $1 }", ".retry(1)", ".catch { _ in \(other) }", ".share()",
      ".append(\(other))", ".prepend(\(n))",
      ".sample(\(other))", ".prefix(untilOutputFrom: \(other))", ".drop(untilOutputFrom: \(other))",
      ".removeDuplicates()",
      ".mergeScan(0) { x, y in \(other).map { $0 + x + y } }", ".timestamp().map { v, t in v }",
      ".collect(2).map { x in x.count }",
      ".count()", ".replaceEmpty(with: \(n))", ".first()", ".replaceError(with: \(n))", ".audit(for: \(n))",
      ".sample(every: \(n))",
      ".concatMap { _ in \(other) }", ".exhaustMap { x in \(other) }", ".receive(on: scheduler)", ".last()", ".max()",
      ".map { x in x > \(n) ? x : 0 }", ".tryMap { $0 > 2 ? throw \"big\" : $0 }",
      ".buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)",
      ".timeout(\(n + 2))", ".pairwise().map { x, y in x + y }", ".materialize().dematerialize()",
    ])
  }

  private mutating func events(_ isTrigger: Bool = false) -> String {
    // Nobody subscribes to most of the streams that the pipeline does not name.
    let words = text.split(separator: "\n").last { $0.hasPrefix(">") }?.split { !$0.isLetter && !$0.isNumber } ?? []
    let used = names.filter { words.contains(Substring($0)) }
    let name = one((chance(95) ? used : names) + ["this", "this", "this"])
    let value =
      names.contains(name) && name != "d"
      ? text.split(separator: "\n").first { $0.hasPrefix("\(name):") || $0.hasPrefix("hot \(name):") } : nil
    if let digit = value?.last(where: { "123".contains($0) }), chance(25) { return "\(name) '\(digit)'" }
    if chance(12) { return "\(name) \(one(["finishes", "ends", "is cancelled"]))" }
    return name
  }
  private mutating func rule() -> String {
    let rule = sentence()
    // One stream on both sides is refused if one value may be both.
    let both = ["this", "a", "b", "c", "d"].contains { name in rule.split(separator: " ").count { $0 == name } > 1 }
    return both && chance(80) ? "at most 2 this" : rule
  }
  private mutating func sentence() -> String {
    let n = 1 + roll(4)
    let sentence = one([
      "each \(events()) is followed by \(events()) within \(n)ms", "each \(events()) is followed by \(events())",
      "no \(events()) within \(n)ms after \(events())", "no \(events()) after \(events())",
      "at most \(n) \(events()) within \(n + 1)ms",
      "at most \(n) \(events())", "at most 1 \(events()) after each \(events())", "at least \(n) \(events())",
      "this only after \(events())", "never more this than \(one(names))", "as many this as \(one(names))",
      "never two equal this in a row",
      "never two equal \(one(names)) in a row", "always this > \(n - 2)", "never this = \(n)",
      "always this > 1 at the end",
      "always \(one(names)) >= this",
    ])
    return sentence
      + one(["", "", "", ", if any", ", or open at the end", ", but is broken"])
      .replacingOccurrences(of: ", or open at the end", with: sentence.contains("each") ? ", or open at the end" : "")
  }
}
