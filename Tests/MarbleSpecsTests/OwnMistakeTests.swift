import Marbles
import Testing

@testable import MarbleSpecs

/// More mistakes of people who type a spec for the first time, and more sentences that they say: each gets the form to
/// write.
struct OwnMistakeTests {
  /// Lines with a mistake, and the form that the message names.
  static let mistakes: [(spec: String, form: String)] = [
    // Rows of sources.
    ("a; -1-2-|\n> a", "write 'a: -1-2-|'"), ("a -> -1-2-|\n> a", "write 'a: -1-2-|'"),
    ("a := -1-2-|\n> a", "write 'a: -1-2-|'"),
    ("a: -1-2-!\n> a", "a failure is written '#'"), ("a: -1-2-E\n> a", "a failure is written '#'"),
    ("a: -1-2-#err\n> a", "write #'…', as in #'e'"), ("a: -1-2)|\n> a", "open the group before"),
    ("a: -<12>-|\n> a", "write [ab] for values at one instant"),
    ("a: 1, 2, 3\n> a", "write values without commas"),
    // Headers.
    ("frame: 10 ms\na: -1-|\n> a", "write 10ms"), ("frame: 10msec\na: -1-|\n> a", "write 10ms"),
    ("titel: Debounce\na: -1-|\n> a\n= -1-|", "did you mean 'title'"),
    // Tables.
    ("a: -x-|\n  x: 5\n> a", "write x = 5"), ("a: -x-|\n  x == 5\n> a", "write x = 5"),
    ("a: -x-|\n  x := 5\n> a", "write x = 5"),
    ("a: -x-|\n  x -> 5\n> a", "write x = 5"), ("a: -x-|\n  x = 'hello'\n> a", "write \"hello\""),
    ("a: -x-|\n  x = hello\n> a", "\"hello\""), ("a: -x-|\n  x = {id: 1}\n> a", "(1, \"Ada\")"),
    ("a: -x-|\n  x = null\n> a", "write nil"),
    ("a: -x-|\n  x = True\n> a", "write true"),
    // Lines below a pipeline.
    ("a: -1-|\n> a\nsubscribe a: ^-!", "did you mean 'subs'?"), ("a: -1-|\n> a\nstart ---^", "did you mean 'from'?"),
    ("a: -1-|\n> a\nrequest 1", "did you mean 'demand'?"),
    ("a: -1-|\n> a\nassert this > 0", "write '! always this > 0'"),
    ("a: -1-|\n> a\nrule: at most 2 this", "write '! at most 2 this'"),
    ("a: -1-|\n> a\nrule at most 2 this", "write '! at most 2 this'"),
    ("a: -1-|\n> a\nat most 2 this", "write '! at most 2 this'"),
    ("a: -1-|\nlet b = a.delay(for: 2)\n= --1-|", "write '> b' above it"),
    // Pipelines.
    ("a: -1-|\n< a", "write '> a'"), ("a: -1-|\n$ a", "write '> a'"),
    ("a: -1-|\npipeline: a.delay(for: 2)", "write '> a.delay(for: 2)'"),
    ("a: -1-|\nb: -2-|\n> a + b", "a.merge(with: b)"), ("a: -1-|\nb: -2-|\n> a && b", "a.combineLatest(b)"),
    ("a: -1-|\nb: -2-|\n> a, b", "each pipeline has a line of its own"),
    ("a: -1-|\nb: -2-|\n> a.merge(with: [b])", "write merge(with: b)"),
    ("a: -1-|\n> a.delay(by: 3)", "for:"), ("a: -1-|\n> a.sample(for: 3)", "every:"),
    ("a: -1-|\n> a.retry(times: 3)", "retry(3)"),
    ("a: -1-|\n> a.timeout(after: 3)", "timeout(3)"), ("a: -1-|\n> a.debounce(for: 3", "is never closed"),
    ("a: -1-|\n> a.delay(for = 2)", "for: …"), ("a: -1-|\n> a.Map { $0 }", "did you mean 'map'?"),
    ("a: -1-|\n> a.remove_duplicates()", "removeDuplicates"), ("a: -1-|\n> a.take(2)", "did you mean 'prefix(_:)'?"),
    ("a: -1-|\n> a.takeUntil(a)", "prefix(untilOutputFrom:"),
    ("a: -1-|\n> a.distinctUntilChanged()", "removeDuplicates()"),
    ("a: -1-|\n> a.delay(for: \"300ms\")", "300ms"), ("a: -1-|\n> a.receive(on: DispatchQueue.main)", "scheduler"),
    // Closures.
    ("a: -1-|\n> a.map { |x| x + 1 }", "{ x in"), ("a: -1-|\n> a.map(function(x) { return x })", "{ x in"),
    ("a: -1-|\n> a.map(def x: x + 1)", "{ x in"), ("a: -1-|\n> a.filter { $0 === 2 }", "write =="),
    ("a: -1-|\n> a.filter { $0 <> 2 }", "write !="),
    ("a: -1-|\n> a.filter { not $0 > 1 }", "write !"), ("a: -1-|\n> a.filter { $0 > 1 or $0 < 0 }", "write ||"),
    ("a: -1-|\n> a.map { $0.toInt() }", "Int($0)"), ("a: -1-|\n> a.map { str($0) }", "write \"\\($0)\""),
    ("a: -1-|\n> a.map { len($0) }", "write $0.count"), ("a: -1-|\n> a.map { \"x\" + $0 }", "\"x\\($0)\""),
    ("a: -1-|\n> a.map { 'x' }", "write \"x\""),
    ("a: -1-|\n> a.map { $0++ }", "$0 + 1"), ("a: -1-|\n> a.map { $1 }", "the only value is $0"),
  ]
  @Test(arguments: mistakes) func aMistakeGetsItsForm(_ row: (spec: String, form: String)) throws {
    let problem = try #require(SpecErrorTests.problem(in: row.spec), "\(row.spec) is a spec")
    #expect(problem.contains(row.form), "\(problem)")
  }

  /// Sentences that are not rules, with the rules to write. Each of these is read as a rule.
  static let sentences: [(said: String, rules: [String])] = [
    // How many.
    ("this is never empty", ["at least 1 this"]), ("this sends something", ["at least 1 this"]),
    ("this sends at least once", ["at least 1 this"]),
    ("this fires at most twice", ["at most 2 this"]), ("this at most twice", ["at most 2 this"]),
    ("this emits nothing", ["at most 0 this"]),
    ("this occurs once", ["at most 1 this", "at least 1 this"]),
    ("this has 3 values", ["at most 3 this", "at least 3 this"]),
    ("this.count == 3", ["at most 3 this", "at least 3 this"]),
    ("the number of this is 3", ["at most 3 this", "at least 3 this"]),
    ("2 this per second at most", ["at most 2 this within 1s"]),
    ("at most 2 this each second", ["at most 2 this within 1s"]),
    ("between two a at most one this", ["at most 1 this after each a"]),
    ("for each a there is exactly one this", ["as many this as a"]),
    ("for every a there is one this", ["as many this as a"]),
    ("this has the same number of values as a", ["as many this as a"]),
    // The order of events.
    ("within 5ms after each a there is a this", ["each a is followed by this within 5ms"]),
    ("5ms after a comes this", ["each a is followed by this within 5ms"]),
    ("each a produces one this", ["each a is followed by this"]),
    ("a and this come together", ["each a is followed by this within 0ms"]),
    ("this waits for a", ["this only after a"]), ("this requires a", ["this only after a"]),
    ("no this without a", ["this only after a"]),
    ("this only if a", ["this only after a"]), ("each this is preceded by a", ["this only after a"]),
    ("a cancels this", ["no this after a"]), ("this stops after a", ["no this after a"]),
    ("nothing after a", ["no this after a"]),
    ("silence for 5ms after a", ["no this within 5ms after a"]),
    // The values.
    ("this is between 1 and 5", ["always this >= 1 && this <= 5"]), ("this is at most 5", ["always this <= 5"]),
    ("this is at least 1", ["always this >= 1"]), ("this is not 3", ["never this = 3"]),
    ("this is never 3", ["never this = 3"]),
    ("the last this is 3", ["always this = 3 at the end"]), ("this is 3 at the end", ["always this = 3 at the end"]),
    ("this ends with 3", ["always this = 3 at the end"]), ("this is even", ["always this % 2 = 0"]),
    ("this contains 2", ["at least 1 this '2'"]), ("this never contains 2", ["at most 0 this '2'"]),
    ("no two this are equal", ["never two equal this in a row"]),
    ("consecutive this differ", ["never two equal this in a row"]),
    ("this changes every time", ["never two equal this in a row"]),
    // How it ends.
    ("this stops when a finishes", ["no this after a finishes"]), ("no errors", ["at most 0 this fails"]),
    ("this succeeds", ["at least 1 this finishes"]), ("this does not throw", ["at most 0 this fails"]),
    ("this finishes when a finishes", ["this finishes within 1s after a finishes"]),
  ]
  @Test(arguments: sentences) func aSentenceGetsItsRule(_ row: (said: String, rules: [String])) throws {
    let spec = "a: -1-2-|\n> a\n! "
    let problem = try #require(SpecErrorTests.problem(in: spec + row.said), "\(row.said) is a rule")
    let form =
      row.rules.count > 1
      ? "write two rules: " + row.rules.map { "'\($0)'" }.joined(separator: " and ") : "write '\(row.rules[0])'"
    #expect(problem.hasPrefix("a.marble:3:3: error: this is not a rule; \(form)"), "\(problem)")
    for rule in row.rules {
      let read = Result { () throws(SpecProblem) in try SpecFile(SpecText(spec + rule, file: "a.marble")) }
      #expect(throws: Never.self) { try read.get() }
    }
  }
}
