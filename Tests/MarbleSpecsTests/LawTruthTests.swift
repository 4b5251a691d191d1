import Foundation
import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// Laws whose truth is known because of how they are made: half of them are false by one constant, count, error, time
/// or tie. None of the false ones is said to hold, and none of the true ones to be broken.
/// `LAWS=500 swift test --filter LawTruthTests` makes 500 of them.
struct LawTruthTests {
  /// Two pipelines on `a`, and whether they send the same for every input.
  struct Law {
    var first: String, second: String
    var isTrue: Bool
    var source = "a: -1-2-|"
    var text: String { "\(source)\n> \(first)\n== \(second)" }
  }
  typealias Family = @Sendable (_ n: Int, _ isTrue: Bool) -> Law

  /// `n` is a number of 1 to 60.
  static let families: [(name: String, make: Family)] = [
    (
      "threshold",
      { n, yes in
        Law(first: "a.filter { $0 > \(n * 17) }", second: "a.filter { $0 >= \(n * 17 + (yes ? 1 : 0)) }", isTrue: yes)
      }
    ),
    (
      "negative",
      { n, yes in
        Law(first: "a.filter { $0 > -\(n) }", second: "a.filter { !($0 <= -\(n + (yes ? 0 : 1))) }", isTrue: yes)
      }
    ),
    (
      "equality",
      { n, yes in
        Law(first: "a.filter { $0 != \(n * 31) }", second: yes ? "a.filter { !($0 == \(n * 31)) }" : "a", isTrue: yes)
      }
    ),
    (
      "min",
      { n, yes in
        Law(first: "a.map { min($0, \(n)) }", second: "a.map { $0 < \(n) ? $0 : \(n + (yes ? 0 : 1)) }", isTrue: yes)
      }
    ),
    (
      "max",
      { n, yes in
        Law(first: "a.map { max($0, \(n)) }", second: "a.map { $0 > \(n) ? $0 : \(n - (yes ? 0 : 1)) }", isTrue: yes)
      }
    ),
    (
      "abs",
      { _, yes in Law(first: "a.map { abs($0) }", second: yes ? "a.map { $0 < 0 ? -$0 : $0 }" : "a", isTrue: yes) }
    ),
    (
      "multiple",
      { n, yes in
        Law(
          first: "a.filter { $0.isMultiple(of: \(n % 9 + 3)) }",
          second: yes ? "a.filter { $0 % \(n % 9 + 3) == 0 }" : "a.filter { $0 == 0 }", isTrue: yes)
      }
    ),
    (
      "quotient",
      { n, yes in
        Law(
          first: "a.map { $0 / \(n % 9 + 3) }",
          second: yes ? "a.map { ($0 - $0 % \(n % 9 + 3)) / \(n % 9 + 3) }" : "a.map { _ in 0 }",
          isTrue: yes)
      }
    ),
    (
      "remainder",
      { n, yes in
        Law(
          first: "a.map { $0 % \(n + 4) }",
          second: yes ? "a.map { $0 - $0 / \(n + 4) * \(n + 4) }" : "a.map { $0 < \(n + 4) ? $0 : $0 - \(n + 4) }",
          isTrue: yes)
      }
    ),
    (
      "comparison after a step",
      { n, yes in
        Law(
          first: "a.map { $0 + \(n) }.filter { $0 > \(n * 3) }",
          second: "a.map { $0 + \(n) }.filter { $0 >= \(n * 3 + (yes ? 1 : 2)) }",
          isTrue: yes)
      }
    ),
    (
      "square",
      { n, yes in
        Law(
          first: "a.filter { $0 * $0 > \(n * n) }", second: "a.filter { $0 * $0 > \(n * n + (yes ? n : 2 * n + 1)) }",
          isTrue: yes)
      }
    ),
    (
      "prefix",
      { n, yes in
        Law(first: "a.prefix(\(n))", second: yes ? "a.prefix(\(n)).map { $0 }" : "a.prefix(\(n + 1))", isTrue: yes)
      }
    ),
    (
      "long prefix",
      { n, yes in Law(first: "a.prefix(\(n + 20))", second: yes ? "a.prefix(\(n + 20)).map { $0 }" : "a", isTrue: yes) }
    ),
    (
      "dropFirst",
      { n, yes in
        Law(first: "a.dropFirst(\(n + 1))", second: "a.dropFirst(\(n)).dropFirst(\(yes ? 1 : 2))", isTrue: yes)
      }
    ),
    (
      "collect",
      { n, yes in
        Law(
          first: "a.collect(\(n + 1))", second: yes ? "a.collect(\(n + 1)).map { $0 }" : "a.collect(\(n + 2))",
          isTrue: yes)
      }
    ),
    (
      "count",
      { n, yes in
        Law(
          first: "a.count().filter { $0 > \(n) }", second: "a.count().filter { $0 >= \(n + (yes ? 1 : 0)) }",
          isTrue: yes)
      }
    ),
    (
      "sum",
      { n, yes in
        Law(
          first: "a.scan(0) { $0 + $1 }.filter { $0 > \(n * 7) }",
          second: "a.scan(0) { $0 + $1 }.filter { $0 >= \(n * 7 + (yes ? 1 : 0)) }", isTrue: yes)
      }
    ),
    (
      "error",
      { n, yes in
        Law(
          first: "a.catch { e in e == \"e\(n)\" ? Just(9) : Fail(e) }",
          second: yes ? "a.catch { e in e != \"e\(n)\" ? Fail(e) : Just(9) }" : "a", isTrue: yes)
      }
    ),
    (
      "retry",
      { n, yes in
        Law(
          first: "a.retry(\(n % 3 + 1), if: { $0 == \"e\(n)\" })",
          second: yes ? "a.retry(\(n % 3 + 1), if: { \"e\(n)\" == $0 })" : "a",
          isTrue: yes)
      }
    ),
    (
      "tie",
      { n, yes in
        Law(
          first: "a.throttle(for: 1, latest: \(n % 2 == 0))",
          second: yes ? "a.throttle(for: 1, latest: \(n % 2 == 0)).map { $0 }" : "a",
          isTrue: yes)
      }
    ),
    (
      "debounce",
      { n, yes in
        Law(
          first: "a.debounce(for: \(n))",
          second: yes ? "a.debounce(for: \(n)).map { $0 }" : "a.debounce(for: \(n + 1))", isTrue: yes)
      }
    ),
    (
      "delay",
      { n, yes in
        Law(first: "a.delay(for: \(n)).delay(for: 2)", second: "a.delay(for: \(n + (yes ? 2 : 3)))", isTrue: yes)
      }
    ),
    (
      "timeout",
      { n, yes in Law(first: "a.timeout(\(n + 7))", second: yes ? "a.timeout(\(n + 7)).map { $0 }" : "a", isTrue: yes) }
    ),
    (
      "text",
      { n, yes in
        Law(
          first: "a.filter { $0.count > \(n % 30 + 1) }", second: "a.filter { $0.count >= \(n % 30 + (yes ? 2 : 1)) }",
          isTrue: yes,
          source: "a: -x-y-|")
      }
    ),
    (
      "beginning",
      { n, yes in
        Law(
          first: "a.filter { $0.hasPrefix(\"ab\(n)\") }",
          second: yes ? "a.filter { $0.hasPrefix(\"ab\(n)\") == true }" : "a.filter { $0 == \"ab\(n)\" }",
          isTrue: yes, source: "a: -x-y-|")
      }
    ),
  ]

  /// Calls that are appended to both pipelines.
  static let ends = [".delay(for: 2)", ".append(Empty())", ".map { $0 }"]

  @Test func noFalseLawIsSaidToHold() throws {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["LAWS"].flatMap { Int($0) } ?? Self.families.count
    var random = SplitMixSequence(seed: environment["LAWS_SEED"].flatMap { UInt64($0) } ?? 57)
    var (broken, chosen, holding, tried) = (0, 0, 0, (yes: 0, no: 0))
    for number in 0..<wanted {
      let family = Self.families[number % Self.families.count]
      // All families are tried with a false law first.
      let isTrue = number / Self.families.count % 2 == 1
      var law = family.make(Int.random(in: 1...60, using: &random), isTrue)
      if wanted > Self.families.count, number % 3 == 0, let end = Self.ends.randomElement(using: &random) {
        law.first += end
        law.second += end
      }
      let file = try SpecFile(SpecText(law.text, file: family.name))
      // Few short inputs: the chosen ones have to find what is false.
      let outcome = try #require(try LawOutcome(of: file, file.blocks[0], enough: 60))
      if isTrue {
        tried.yes += 1
        #expect(outcome.difference == nil, "\(law.text) is true, but: \(outcome.sentence)")
        if outcome.holds { holding += 1 }
      } else {
        tried.no += 1
        #expect(!outcome.holds, "\(law.text) is false, but: \(outcome.sentence)")
        if outcome.difference != nil { broken += 1 }
        if case .chosen? = outcome.difference?.origin { chosen += 1 }
      }
    }
    // The short inputs alone would not have found most of them.
    #expect(
      broken * 10 >= tried.no * 9 && chosen * 2 > tried.no,
      "\(broken) of \(tried.no) broken, \(chosen) by chosen inputs")
    if environment["LAWS"] != nil {
      print(
        "laws: \(tried.no) false, \(broken) broken, \(chosen) by chosen inputs; \(tried.yes) true, \(holding) hold, the others undecided"
      )
    }
  }
}
