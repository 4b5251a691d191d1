import Marbles
import Testing

@testable import MarbleSpecs

/// More mistakes of people who type a spec for the first time: each gets the form to write.
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
}
