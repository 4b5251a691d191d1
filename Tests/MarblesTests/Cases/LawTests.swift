import Marbles
import Pipes
import Testing
import VirtualTime

/// Checks of laws: operators that keep them, and operators with planted faults.
@Suite struct LawTests {
  @Test func goodOperatorsKeepTheLaws() throws {
    func check<P: Publisher>(except: Set<OperatorLaw> = [], line: Int = #line, _ build: @escaping (LawSource<Int>) -> P)
      throws
    {
      try checkLaws(except: except, cases: 40, line: line, build)
    }
    try check { $0 }
    try check { $0.map { $0 + 1 } }
    try check { $0.filter { $0 > 1 } }
    try check { $0.prefix(2) }
    try check { $0.removeDuplicates() }
    try check { $0.scan(0, +) }
    try check { $0.collect() }
    try check { $0.reduce(0, +) }
    try check { $0.tryMap { $0 } }
    try check { $0.prepend(7, 8) }
    try check { $0.append(9) }
    try check { $0.replaceEmpty(with: 4) }
    try check { $0.catch { _ in Just(5) } }
    try check { $0.flatMap { Just($0).setFailureType(to: LawFailure.self) } }
    // A buffer keeps the finish until there is demand.
    try check(except: [.completionWithoutDemand]) { $0.buffer(size: 20, prefetch: .keepFull, whenFull: .dropNewest) }
    try check { $0.merge(with: Empty()) }
    try check { FaultyOperator(upstream: $0, fault: nil, scheduler: $0.scheduler, frame: $0.frames(1)) }
    // A delivery that is on its way is dropped when its timer fires.
    try check(except: [.timers]) { $0.delay(for: $0.frames(2), scheduler: $0.scheduler) }
    try check(except: [.timers]) { $0.receive(on: $0.scheduler) }
  }

  @Test func lawsThatAnOperatorDoesNotKeepAreExcepted() throws {
    // An operator of state keeps the newest value for the next request.
    try checkLaws { $0.debounce(for: $0.frames(2), scheduler: $0.scheduler) }
    try checkLaws(except: [.everyDemand]) { $0.throttle(for: $0.frames(2), scheduler: $0.scheduler, latest: true) }
    let error = #expect(throws: MarbleFailure.self) {
      try checkLaws {
        FaultyOperator(upstream: $0, fault: .losesWithoutDemand, scheduler: $0.scheduler, frame: $0.frames(1))
      }
    }
    #expect(error?.description.contains("(the same values come, however they are requested)") == true)
    #expect(error?.description.contains("except: [.everyDemand]") == true)
  }

  @Test func theFailureShowsTheShortestRow() throws {
    let line = #line
    let error = #expect(throws: MarbleFailure.self) {
      try checkLaws(line: line) { source in
        FaultyOperator(upstream: source, fault: .losesReply, scheduler: source.scheduler, frame: source.frames(1))
      }
    }
    let text = try #require(error?.problems.first?.text)
    // The demand that is returned for the first value is lost, so the second one does not come.
    #expect(text.contains("  source      11\n  unlimited   11\n  one by one  1-\n"), "\(text)")
    #expect(text.contains("  frame 1: expected '1', got nothing\n"), "\(text)")
    let again = try #require(text.firstMatch(of: /again\("(.*?)"\)/)).1
    let other = #expect(throws: MarbleFailure.self) {
      try checkLaws(cases: .again(String(again))) { source in
        FaultyOperator(upstream: source, fault: .losesReply, scheduler: source.scheduler, frame: source.frames(1))
      }
    }
    #expect(other?.problems.first?.text.contains("; a repeated case\n  source      11\n") == true)
  }

  /// Each planted fault is found, with a row of at most six symbols; the median is the figure of the documentation.
  @Test func plantedFaultsAreFound() throws {
    typealias Fault = FaultyOperator<LawSource<Int>>.Fault
    var lengths: [Int] = [], missed: [Fault] = []
    for fault in Fault.allCases {
      var problems: [MarbleFailure.Problem] = []
      try checkLaws(cases: 40, report: { problems.append($0) }) { source in
        FaultyOperator(upstream: source, fault: fault, scheduler: source.scheduler, frame: source.frames(1))
      }
      guard let text = problems.first?.text else {
        missed.append(fault)
        continue
      }
      let row = try #require(text.firstMatch(of: /source(, at once)? +([^\n]*)/)).2
      lengths.append(row.count { !"-()".contains($0) })
    }
    #expect(missed.isEmpty)
    #expect(Fault.allCases.count == 31)
    #expect(lengths.sorted()[lengths.count / 2] == 1 && lengths.max()! <= 6, "\(lengths)")
  }
}
