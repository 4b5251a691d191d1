import Marbles
import Testing

@testable import MarbleSpecs

/// The form that is advised for an operator of another library sends what that operator sends, by its documentation.
struct ForeignNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let names: [String], form: String, sources: String, expected: String
    init(_ names: String, _ form: String, _ sources: String, _ expected: String) {
      self.names = names.split(separator: " ").map(String.init)
      (self.form, self.sources, self.expected) = (form, sources, expected)
    }
    var testDescription: String { names.joined(separator: ", ") }
  }

  static let rows: [Row] = [
    // The first value begins a window of 300 ms in which the others are ignored; the next value begins the next one.
    Row("throttleFirst", "a.throttle(for: 300ms, leading: true, trailing: false)", "a: -1-2-3-4-|", "= -1---3---|"),
    // The last value of each period of a clock.
    Row("throttleLast sampleTime", "a.sample(every: 300ms)", "a: -12-3---|", "= ---2--3-|"),
    // The first value at once, then the latest at the end of each window.
    Row("throttleLatest", "a.throttle(for: 300ms, latest: true)", "a: -123------|", "= -1--3-----|"),
    Row("interval", "interval(300ms)", "", "from ^-------!\n= ---0--1"),
    Row("timer", "a.delaySubscription(for: 300ms)", "a: 1|", "= ---1|"),
    Row("timer", "Just(0).delay(for: 300ms)", "", "= ---(0|)"),
    Row("toList toArray asList", "a.collect()", "a: -1-2-|", "= -----(x|)\n  x = [1, 2]"),
    Row("onErrorReturn onErrorReturnItem", "a.replaceError(with: 0)", "a: -1-#", "= -1-(0|)"),
    Row("onErrorComplete", "a.catch { _ in Empty() }", "a: -1-#", "= -1-|"),
    Row("onErrorResume recover", "a.catch { _ in b }", "a: -1-#\nb: -5|", "= -1--5|"),
    Row("mapNotNull filterNotNull unwrap", "a.compactMap { $0 }", "a: -1-x-|\n  x = nil", "= -1---|"),
    // A new value cancels the work for the previous value.
    Row("collectLatest transformLatest", "a.switchMap { x in b }", "a: -1--2-----|\nb: --7-8|", "= ---7--7-8-|"),
    Row("flatMapConcat", "a.concatMap { x in b }", "a: -12------|\nb: --7|", "= ---7--7--|"),
    Row("flatMapMerge selectMany", "a.flatMap { x in b }", "a: -1-2----|\nb: --7|", "= ---7-7--|"),
    // A state has a first value, and no value equal to the previous one; a late collector gets the state.
    Row(
      "stateIn", "a.prepend(0).removeDuplicates().share(replay: 1)", "hot a: -112--",
      "from ^\n= 01-2--\nfrom ----^\n= ----2-"),
    // Nothing is replayed unless it is asked for.
    Row("shareIn", "a.share()", "a: -1-2-|", "from ^\n= -1-2-|\nfrom --^\n= ---2-|"),
    // A slow collector gets the newest value.
    Row(
      "conflate", "a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)", "hot a: -123--",
      "demand ----1\n= ----3-"),
    // The first value is sent as it is, too.
    Row("runningFold", "a.scan(0, +).prepend(0)", "a: -1-2-|", "= 01-3-|"),
    Row("runningReduce", "a.scan(0, +)", "a: -1-2-|", "= -1-3-|"),
    Row("where", "a.filter { $0 > 1 }", "a: -1-2-|", "= ---2-|"),
    Row("select", "a.map { $0 * 2 }", "a: -1-2-|", "= -2-4-|"),
    Row("aggregate", "a.reduce(0, +)", "a: -1-2-|", "= -----(3|)"),
    Row("skipWhile", "a.drop(while: { $0 < 2 })", "a: -1-2-1-|", "= ---2-1-|"),
    Row("takeUntilDestroyed", "a.prefix(untilOutputFrom: b)", "a: -1-2-3\nb: ----x", "= -1-2|"),
    // An array for each period, also an empty one, and the rest.
    Row("bufferTime", "a.buffer(interval(300ms))", "a: -12----3|", "= ---x--y-(z|)\n  x = [1, 2]   y = []   z = [3]"),
    // Each value 300 ms after it came, or after the previous value was sent.
    Row("delayElements", "a.concatMap { x in Just(x).delay(for: 300ms) }", "a: -12---|", "= ----1--(2|)"),
    Row("unique", "a.distinct()", "a: -1-2-1-|", "= -1-2---|"),
    Row("uniq", "a.removeDuplicates()", "a: -1-1-2-|", "= -1---2-|"),
  ]

  @Test(arguments: rows) func theFormDoesWhatTheNameMeans(_ row: Row) throws {
    for name in row.names {
      let form = row.form.hasPrefix("a.") ? String(row.form.dropFirst(2)) : row.form
      #expect(Suggestion.foreignForms[name]?.contains(form) == true, "\(name): \(Suggestion.foreignForms[name] ?? "-")")
    }
    let text = "frame: 100ms\n\(row.sources)\n> \(row.form)\n\(row.expected)\n"
    #expect(SpecCheck(try ExecutedSpec(SpecText(text, file: "a.marble"))).failures == [], "\(text)")
  }

  @Test func eachNameIsTested() {
    #expect(Set(Suggestion.foreignForms.keys).subtracting(Self.rows.flatMap(\.names)) == [])
  }
}
