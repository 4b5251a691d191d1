import Foundation
@testable import Marbles
import MarblesTesting
import TestMutation
import Testing

@testable import VirtualTime

/// Whether a marble test notices that its pipeline does something else: one action of it comes late, is lost or happens
/// twice. Every such mutant that changes what an expectation receives, however late, has to be reported. `MUTANTS=2000`
/// makes that many, `MUTANTS_SEED=7` others.
struct MutantTests {
  private let tests: [() throws -> Void] =
    [
      allSatisfyAnswersAsSoonAsPossible1, allSatisfyAnswersAsSoonAsPossible2,
      appendSendsMoreValuesAfterTheUpstreamHasFinished1,
      appendSendsMoreValuesAfterTheUpstreamHasFinished2, bufferKeepsValuesForWhichThereIsNoDemand1,
      bufferKeepsValuesForWhichThereIsNoDemand2, catchContinuesWithAnotherPublisher,
      collectByTimeSendsAnArrayForEachPeriod1,
      collectByTimeSendsAnArrayForEachPeriod2, combineLatestSendsTheLatestValues1, combineLatestSendsTheLatestValues2,
      compactMapDropsResultsThatAreNil, delaySendsValuesAndTheCompletionLater, flatMapRunsAnInnerPublisherForEachValue,
      failFailsImmediately1, failFailsImmediately2, intervalSendsNumbersAtARegularPace1,
      intervalSendsNumbersAtARegularPace2,
      shareSubscribesOnceForAllSubscribers, tryMapMayFail, zipPairsValuesByTheirPosition1,
      zipPairsValuesByTheirPosition2,
      timeoutFinishesAfterASilence1, timeoutFinishesAfterASilence2, replaceNilReplacesNil, mapErrorChangesTheFailure,
      pollingWithFlatMapUntilTheJobIsDone, multicastWaitsForItsConnection1, multicastWaitsForItsConnection2,
      autoconnectConnectsWithTheFirstSubscriber1, autoconnectConnectsWithTheFirstSubscriber2,
      partitionSplitsAStreamInTwo1, partitionSplitsAStreamInTwo2,
      streamsThatFailBesideStreamsThatCannot1, streamsThatFailBesideStreamsThatCannot2,
      streamsThatFailBesideStreamsThatCannot3,
      streamsThatFailBesideStreamsThatCannot4, streamsThatFailBesideStreamsThatCannot5,
      streamsThatFailBesideStreamsThatCannot6,
      streamsThatFailBesideStreamsThatCannot7, streamsThatFailBesideStreamsThatCannot8,
      streamsThatFailBesideStreamsThatCannot9,
      streamsThatFailBesideStreamsThatCannot10, streamsThatFailBesideStreamsThatCannot11,
      streamsThatFailBesideStreamsThatCannot12,
      streamsThatFailBesideStreamsThatCannot13, streamsThatFailBesideStreamsThatCannot14,
      streamsThatFailBesideStreamsThatCannot15,
      class1, class2, class3, class4, class5, valuesThatSwiftWritesInItsOwnWay1, valuesThatSwiftWritesInItsOwnWay2,
      valuesThatSwiftWritesInItsOwnWay3, valuesThatSwiftWritesInItsOwnWay4, valuesThatSwiftWritesInItsOwnWay5,
      valuesThatSwiftWritesInItsOwnWay6, valuesThatSwiftWritesInItsOwnWay7, valuesThatSwiftWritesInItsOwnWay8,
    ] + [
      CourseTests().aLateSubscriberOfAHotRowMissesWhatCameBefore,
      CourseTests().debounceWaitsForAPauseAndThrottleDoesNot,
      CourseTests().debounceDropsWhatIsPendingAtTheCompletion,
      CourseTests().subscribingThroughASchedulerMissesTheFirstValueOfAHotStream,
      CourseTests().aDiamondHasAGlitchThatADebounceOfZeroRemoves, CourseTests().aPressDuringWorkCancelsItOrIsDropped,
      CourseTests().aFailureCaughtInsideLeavesTheSearchFieldAlive, CourseTests().aSharedRequestIsMadeOnce,
      CourseTests().aBufferThatRequestsOnlyWhatFitsLosesTheNewestOfAHotStream,
    ]

  /// The events and the reports of a test with an action that is changed.
  private func run(_ test: () throws -> Void, _ mutation: Mutation, goingOn frames: Int64) throws -> TestObserver {
    let observer = TestObserver(frames: frames)
    try TestObserver.$current.withValue(observer) {
      try Timeline.$plantedFault.withValue(mutation) { try test() }
    }
    return observer
  }

  @Test func everyMutantThatChangesWhatComesOutIsReported() throws {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["MUTANTS"].flatMap(Int.init).map { $0 / 2 } ?? 30
    var random = SplitMixSequence(seed: environment["MUTANTS_SEED"].flatMap(UInt64.init) ?? 16)
    #expect(tests.count >= 60)
    // The outcomes without a fault, of the tests that get one.
    var known: [Int: (count: Int, received: [String])] = [:]
    func truth(_ index: Int) throws -> (count: Int, received: [String]) {
      if let truth = known[index] { return truth }
      let (short, long) = (Mutation(.drop), Mutation(.drop))
      let observer = try run(tests[index], short, goingOn: 0)
      #expect(observer.problems.isEmpty)
      known[index] = (short.count, try run(tests[index], long, goingOn: 100).received)
      return known[index]!
    }
    var changed = 0, missed: [String] = []
    for _ in 0..<wanted {
      let index = Int(random.next() % UInt64(tests.count)), truth = try truth(index)
      let fault = Mutation.Fault.allCases[Int(random.next() % 3)], number = Int(random.next() % UInt64(truth.count))
      let frames = Int64(random.next() % 3 + 1)
      func mutation() -> Mutation { Mutation(fault, ofAction: number, delay: .nanoseconds(Int(frames) * 1_000_000)) }
      if try run(tests[index], mutation(), goingOn: 100).received == truth.received { continue }
      changed += 1
      if try run(tests[index], mutation(), goingOn: 0).problems.isEmpty {
        missed.append("test \(index): \(fault) of action \(number)")
      }
    }
    #expect(missed.isEmpty)
    #expect(changed > wanted / 3, "too few of the mutants change anything")
    if environment["MUTANTS"] != nil {
      print("marble tests: \(wanted) mutants, \(changed) change what comes out, \(changed - missed.count) reported")
    }
  }

  /// The measure itself: a mutant is what it says.
  @Test func mutants() throws {
    func received(_ fault: Mutation.Fault, _ number: Int) throws -> ([String], isReported: Bool) {
      let test: () throws -> Void = { try marbles { m in m.expect(m.hot("-a-b|"), from: "^").toBe("-a-b|") } }
      let observer = try run(test, Mutation(fault, ofAction: number), goingOn: 10)
      return (observer.received, !observer.problems.isEmpty)
    }
    func text(_ events: String) -> [String] { ["[\(events)] []"] }
    let whole = "value(a, at: 1ms), value(b, at: 3ms), finished(at: 4ms)"
    #expect(try received(.drop, .max) == (text(whole), false))
    #expect(
      try received(.drop, 1) == (text("value(b, at: 3ms), finished(at: 4ms)"), true),
      "the first action is the subscription")
    #expect(try received(.delay, 1) == (text("value(a, at: 2ms), value(b, at: 3ms), finished(at: 4ms)"), true))
    #expect(
      try received(.duplicate, 2) == (
        text("value(a, at: 1ms), value(b, at: 3ms), value(b, at: 3ms), finished(at: 4ms)"), true
      ))
    #expect(try received(.drop, 3) == (text("value(a, at: 1ms), value(b, at: 3ms)"), true))
    #expect(try received(.delay, 3) == (text("value(a, at: 1ms), value(b, at: 3ms), finished(at: 5ms)"), true))
  }
}
