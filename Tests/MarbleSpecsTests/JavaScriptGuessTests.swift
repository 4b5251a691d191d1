import MarbleSpecs
import Testing

/// Lines of JavaScript, and the mend that an editor offers for each.
struct JavaScriptGuessTests {
  static let lines: [(written: String, mended: String)] = [
    ("a.map(x => x * 2)", "a.map { x in x * 2 }"),
    ("a.map((x) => x * 2)", "a.map { x in x * 2 }"),
    ("a.map( x=>x * 2 )", "a.map { x in x * 2 }"),
    ("a.map { x => x * 2 }", "a.map { x in x * 2 }"),
    ("a.filter(x => x === 2)", "a.filter { x in x == 2 }"),
    ("a.filter(x => x !== 2)", "a.filter { x in x != 2 }"),
    ("a.zip(b, (x, y) => x + y)", "a.zip(b, { x, y in x + y })"),
    ("a.flatMap(x => b.map(y => x + y))", "a.flatMap { x in b.map { y in x + y } }"),
    ("a.map(x => x * 2).filter { $0 > 2 }", "a.map { x in x * 2 }.filter { $0 > 2 }"),
    ("a.pipe(map(x => x * 2), filter(x => x > 2))", "a.map { x in x * 2 }.filter { x in x > 2 }"),
    ("a.pipe(map { $0 * 2 })", "a.map { $0 * 2 }"),
    ("a.pipe(debounceTime(300))", "a.debounce(for: 300ms)"),
    ("a.pipe(throttleTime(300))", "a.throttle(for: 300ms, leading: true, trailing: false)"),
    ("a.pipe(delay(20), take(2), startWith(0))", "a.delay(for: 20ms).prefix(2).startWith(0)"),
    ("a.pipe(distinctUntilChanged())", "a.removeDuplicates()"),
    ("a.pipe(switchMap(x => b.pipe(map(y => x + y))))", "a.switchMap { x in b.map { y in x + y } }"),
  ]

  /// The mend makes of the line what is beside it, and that can be read.
  @Test(arguments: lines) func isMended(_ written: String, _ mended: String) throws {
    let problem = try #require(found(in: written))
    let mend = try #require(problem.mend, "\(problem.description)")
    var line = Array("> " + written)
    line.replaceSubrange(mend.columns, with: Array(mend.text))
    #expect(String(line) == "> " + mended)
    #expect(found(in: mended)?.description == nil)
  }

  /// A line that nobody can mend has advice and no mend, and a long one is not read again and again.
  @Test func othersAreLeft() throws {
    for line in [
      "a.map(() => 3)", "a.map(x =>)", "a.pipe(", "a.pipe()", "a.map(3 => 4)",
      "a.map(" + String(repeating: "x => ", count: 400) + "x)",
    ] {
      let problem = try #require(found(in: line))
      #expect(problem.mend == nil, "\(problem.description)")
    }
  }

  private func found(in pipeline: String) -> SpecProblem? {
    do throws(SpecProblem) {
      _ = try SpecFile(SpecText("a: -1-2-|\nb: -3-|\n> \(pipeline)\n", file: "spec"))
      return nil
    } catch {
      return error
    }
  }
}
