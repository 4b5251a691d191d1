import MarblesTesting
import Pipes
import Testing

extension Publisher where Output: Equatable {
  fileprivate func settled<S: Scheduler>(for dueTime: S.SchedulerTimeType.Stride, scheduler: S) -> some Publisher<
    Output, Failure
  > {
    debounce(for: dueTime, scheduler: scheduler).removeDuplicates().share()
  }
}

/// The code of the page about generated rows, and the failures that it shows.
struct GeneratedRowPageTests {
  /// The failures of a test, as if it were in a file of another name.
  private func failures(_ place: String, _ body: (_ report: @escaping (MarbleFailure.Problem) -> Void) throws -> Void)
    rethrows -> [String]
  {
    var problems: [String] = []
    try body { problems.append("\(place): \($0.text)") }
    return problems
  }

  @Test func thePageShowsWhatTheTestsSay() throws {
    func search(report: @escaping (MarbleFailure.Problem) -> Void) throws {
      try Marbles.marbles(cases: 500, report: report) { m in
        let typed = m.hot(any: "abc")
        let found = typed.removeDuplicates().debounce(for: m.frames(3), scheduler: m.scheduler)
        let model = typed.debounce(for: m.frames(3), scheduler: m.scheduler).removeDuplicates()
        m.expect(found).toEqual(model)
      }
    }
    let first = try failures("SearchTests.swift:9") { try search(report: $0) }
    let order = try failures("SearchTests.swift:14") { report in
      _ = try Marbles.marbles(cases: .allOrders, report: report) { m in
        let typed = m.hot("-a-b-"), stop = m.hot("---x-")
        let early = typed.prefix(untilOutputFrom: stop)
        m.expect(early).toBe("-a-(b|)")
      }
    }
    let second = try failures("SettledTests.swift:5") { report in
      _ = try Marbles.checkLaws(report: report) { $0.settled(for: $0.frames(3), scheduler: $0.scheduler) }
    }
    #expect(
      try DocumentationTests().blocks("text", of: "Sources/Marbles/Marbles.docc/GeneratedRows.md") == first + order
        + second)
  }

  @Test func theOrderOfDroppingMatters() throws {
    withKnownIssue {
      try marbles(cases: 500) { m in
        let typed = m.hot(any: "abc")
        let found = typed.removeDuplicates().debounce(for: m.frames(3), scheduler: m.scheduler)
        let model = typed.debounce(for: m.frames(3), scheduler: m.scheduler).removeDuplicates()
        m.expect(found).toEqual(model)
      }
    }
  }

  @Test func everyRow() throws {
    let run = try marbles(cases: .all(frames: 5)) { m in
      let typed = m.hot(any: "ab")
      m.expect(typed.map { $0 }.removeDuplicates()).toEqual(typed.removeDuplicates())
    }
    #expect(run.count == 364)
  }

  @Test func everyOrder() throws {
    let run = try marbles(cases: .allOrders) { m in
      let left = m.hot(" -a-|")
      let right = m.hot("-b-|")
      m.expect(left.merge(with: right)).toBe("-{ab}-|")
    }
    #expect("\(run)" == "all 4 orders at equal instants")
  }

  @Test func everythingIsChosen() throws {
    try marbles(cases: 300) { m in
      let taps = PassthroughSubject<String, Never>()
      m.drive(taps, with: m.row(any: "ab"))
      let delay = m.choose(0...4)
      let late = taps.delay(for: m.frames(delay), scheduler: m.scheduler)
      m.expect(late, from: m.window()).latency(after: taps, atMost: m.frames(4))
    }
  }

  @Test func aRuleAndAModel() throws {
    try marbles(cases: 300) { m in
      let numbers = m.hot(any: [1, 2, 3])
      let sums = numbers.scan(0, +)
      m.expect(sums)
        .toSatisfy("rising") { run in run.values == run.values.sorted() }
        .latency(after: numbers, atMost: m.frames(0))
    }
  }

  @Test func lawsOfAnOperator() throws {
    withKnownIssue {
      try checkLaws { $0.settled(for: $0.frames(3), scheduler: $0.scheduler) }
    }
    try checkLaws(except: [.independence]) { $0.settled(for: $0.frames(3), scheduler: $0.scheduler) }
    try checkLaws(except: [.order]) { $0.merge(with: $0.other()) }
  }
}
