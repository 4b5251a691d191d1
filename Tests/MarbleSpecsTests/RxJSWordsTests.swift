import MarbleExport
import MarbleSpecs
import Testing

/// Pipelines in the words of RxJS. The expectations are what its documentation calls the operators and their arguments.
struct RxJSWordsTests {
  static let pipelines: [(String, String)] = [
    ("a.map { $0 * 2 }", "a.pipe(map(x => x * 2))"),
    ("a.map { n in n * 2 }.filter { $0 > 2 }", "a.pipe(map(n => n * 2), filter(x => x > 2))"),
    ("a.debounce(for: 300ms)", "a.pipe(debounceTime(300))"),
    // Three frames of 100 ms.
    ("a.debounce(for: 3)", "a.pipe(debounceTime(300))"),
    ("a.throttle(for: 300ms, latest: true)", "a.pipe(throttleTime(300, undefined, { leading: true, trailing: true }))"),
    (
      "a.throttle(for: 300ms, leading: true, trailing: false)",
      "a.pipe(throttleTime(300, undefined, { leading: true, trailing: false }))"
    ),
    ("a.scan(0) { $0 + $1 }", "a.pipe(scan((x, y) => x + y, 0))"),
    ("a.collect(.byTime(300ms))", "a.pipe(bufferTime(300))"),
    ("a.zip(b)", "a.pipe(zipWith(b))"),
    ("a.zip(b) { $0 + $1 }", "a.pipe(zipWith(b), map(([x, y]) => x + y))"),
    ("a.zip(b).map { $0 + $1 }", "a.pipe(zipWith(b), map(([x, y]) => x + y))"),
    ("a.merge(with: b)", "a.pipe(mergeWith(b))"),
    ("[a, b].merge()", "merge(...[a, b])"),
    ("a.append(b)", "a.pipe(concatWith(b))"),
    ("a.append(8, 9)", "a.pipe(endWith(8, 9))"),
    ("a.prepend(b)", "concat(b, a)"),
    ("a.switchMap { p in b.map { n in \"\\(p)-\\(n)\" } }", "a.pipe(switchMap(p => b.pipe(map(n => `${p}-${n}`))))"),
    ("a.flatMap(maxPublishers: .max(1)) { _ in b }", "a.pipe(mergeMap(_ => b, 1))"),
    ("a.prefix(2).dropFirst()", "a.pipe(take(2), skip(1))"),
    ("a.output(in: 1...2)", "a.pipe(skip(1), take(2))"),
    ("a.removeDuplicates()", "a.pipe(distinctUntilChanged())"),
    ("a.catch { _ in b }", "a.pipe(catchError(_ => b))"),
    ("a.retry(2, delay: 100ms)", "a.pipe(retry({ count: 2, delay: 100 }))"),
    ("a.tryMap { $0 > 2 ? throw \"big\" : $0 * 10 }", "a.pipe(map(x => { if (x > 2) throw \"big\"; return x * 10; }))"),
    ("a.groupBy { $0 % 2 }.flatMap { g in g.count() }", "a.pipe(groupBy(x => x % 2), mergeMap(g => g.pipe(count())))"),
    ("[1, 2].publisher", "from([1, 2])"),
    ("Just(1)", "of(1)"),
    ("a.map { $0 == 1 ? \"one\" : \"other\" }", "a.pipe(map(x => x === 1 ? \"one\" : \"other\"))"),
    ("a.map { ($0 + 1) * 2 }", "a.pipe(map(x => (x + 1) * 2))"),
  ]

  @Test(arguments: pipelines) func isWritten(_ pipeline: String, _ code: String) throws {
    #expect(try lines("> \(pipeline)").map(\.code) == [code])
  }

  /// A difference of RxJS is said, and so is a missing operator.
  @Test func differencesAreSaid() throws {
    #expect(
      try lines("> a.debounce(for: 300ms)")[0].notes == [
        "In RxJS debounceTime sends the pending value when the upstream finishes."
      ])
    #expect(try lines("> a.flatMap { _ in b }")[0].notes == [])
    #expect(
      try lines("> a.flatMap(maxPublishers: .max(1)) { _ in b }")[0].notes
        == ["In RxJS mergeMap keeps the outer values that arrive while so many inner streams are active."])
    #expect(try lines("> a.throttle(for: 3, latest: true)")[0].notes == [])
    let none = try lines("> a.throttle(for: 300ms, latest: false)")[0]
    #expect(none.code == "a.pipe(/* throttle(for: 300ms, latest: false) */)")
    #expect(none.notes.contains("RxJS has no operator like throttle in this form."))
    #expect(
      try lines("> a.audit { _ in b }")[0].notes == [
        "In RxJS audit sends nothing when an inner publisher finishes without a value."
      ])
    let half = try lines("> a.map { $0 / 2 }")[0]
    #expect(half.code == "a.pipe(map(/* { $0 / 2 } */))")
    #expect(half.notes == ["A closure stays in Swift: JavaScript does not have all its parts."])
    #expect(try lines("let c = a.map { $0 + 1 }\n> c").map(\.code) == ["const c = a.pipe(map(x => x + 1));", "c"])
  }

  private func lines(_ text: String) throws -> [RxJSWords.Written] {
    RxJSWords(try SpecFile(SpecText("frame: 100ms\na: -1-2-3-|\nb: -3-|\n\(text)\n", file: "spec"))).lines
  }
}
