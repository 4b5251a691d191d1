import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The record of a traced run: the cause of each event, and the timers.
struct TracerTests {
  private func trace(_ text: String) throws -> Trace {
    let spec = try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true)
    #expect(SpecCheck(spec).failures.filter { !$0.contains("nothing to check") } == [])
    return try #require(spec.diagram.runs.first?.trace)
  }

  /// The values that a stage sent, each with the values it came from: `c<b`.
  private func values(of name: String, _ trace: Trace) -> [String] {
    trace.events.indices.filter { trace.stage(of: $0).name == name && !trace.events[$0].text.isEmpty }.map { index in
      let causes = trace.events[index].causes.map { cause in
        trace.events[cause].text.isEmpty ? "|" : trace.events[cause].text
      }
      return trace.events[index].text + (causes.isEmpty ? "" : "<" + causes.joined(separator: ","))
    }
  }

  /// The timers that wait; what is done at once, but in its turn, is none.
  private func timers(_ trace: Trace) -> [TraceTimer] { trace.timers.filter(\.waits) }

  private func silences(_ trace: Trace) -> [String] {
    trace.events.indices.compactMap { index in
      trace.lossReason(of: index).map { "\(trace.events[index].text): \($0)" }
    }
  }

  /// A connection that goes on is cut when the run is torn down, after its record was taken.
  @Test func aConnectionThatGoesOn() throws {
    let text = "hot a: -1-2\n\nlet s = a.map { $0 }.multicast(subject: PassthroughSubject())\n\n> s\nconnect s: -^"
    let spec = try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true)
    #expect(spec.outcomes[0].recordings[0].entries.count == 2)
    #expect(spec.diagram.runs[0].trace?.subscriptions.allSatisfy { !$0.isCancelled } == true)
  }

  @Test func aStageIsACallAsItIsWritten() throws {
    let trace = try trace("a: -1-|\n> a.map { \"(\\($0)\" }\n  .delay(\n    for: 3)\n  .first()")
    #expect(trace.stages.map(\.call) == ["a", "map { \"(\\($0)\" }", "delay( for: 3)", "first()"])
    #expect(trace.stages.map(\.kind) == [.source, .operator, .operator, .operator])
  }

  @Test func aLineLeadsToTheOperatorThatSubscribed() throws {
    let trace = try trace("a: -1-|\nb: --2|\n> a.merge(with: b).map { $0 + 1 }\n= -23|")
    let line = { (name: String) in
      trace.subscriptions.indices.first { trace.stages[trace.subscriptions[$0].stage].name == name }
    }
    let (map, merge) = (try #require(line("map")), try #require(line("merge")))
    #expect(trace.subscriptions[map].consumer == nil)
    #expect(trace.subscriptions[map].subscriber == 0)
    #expect(trace.subscriptions[merge].consumer == map)
    #expect(TraceIndex(trace).inputs[merge] == [try #require(line("a")), try #require(line("b"))])
    #expect(trace.subscriptions.allSatisfy { $0.start == .zero && !$0.isCancelled })
    #expect(values(of: "map", trace) == ["2<1", "3<2"])
  }

  @Test func aTimerThatFiresLeadsBackToTheValueThatStartedIt() throws {
    let trace = try trace("a: -1-2----|\n> a.debounce(for: 3)\n= ------2-|")
    #expect(values(of: "debounce", trace) == ["2<2"])
    #expect(timers(trace).map(\.ending) == [.restarted, .fired])
    #expect(timers(trace).map(\.start.nanoseconds) == [1_000_000, 3_000_000])
    #expect(timers(trace).map(\.due.nanoseconds) == [4_000_000, 6_000_000])
    #expect(timers(trace).map(\.end?.nanoseconds) == [3_000_000, 6_000_000])
    #expect(timers(trace).map { $0.startedBy.map { trace.events[$0].text } } == ["1", "2"])
    let sent = try #require(trace.events.first { $0.timer != nil })
    #expect((sent.timer, sent.text, sent.instant.nanoseconds) == (1, "2", 6_000_000))
    #expect(silences(trace) == ["1: another value arrived before its pause was over"])
  }

  @Test func aTimerThatIsStoppedIsCancelled() throws {
    let trace = try trace("a: -1-|\n> a.debounce(for: 3)\n= ---|")
    #expect(timers(trace).map(\.ending) == [.cancelled])
  }

  @Test func aPeriodIsATimer() throws {
    let trace = try trace("> interval(2).prefix(2)\n= --0-(1|)")
    #expect(trace.timers.map(\.ending) == [.fired, .fired])
    #expect(trace.timers.map(\.due.nanoseconds) == [2_000_000, 4_000_000])
  }

  @Test func zipUsesTheFirstOfEachOnce() throws {
    let trace = try trace("a: 12--3-|\nb: --4-5-|\n> a.zip(b) { $0 + $1 }\n= --5-7-|")
    #expect(values(of: "zip", trace) == ["5<1,4", "7<2,5"])
    #expect(silences(trace) == ["3: no partner arrived"])
  }

  @Test func combineLatestUsesTheLastOfEach() throws {
    let trace = try trace(
      "a: 12--3-|\nb: --4-5-|\n> a.combineLatest(b) { $0 * 10 + $1 }\n  x = 24  y = 34  z = 35\n= --x-[yz]-|")
    #expect(values(of: "combineLatest", trace) == ["24<2,4", "34<3,4", "35<3,5"])
    #expect(silences(trace) == ["1: another value arrived before it was used"])
  }

  @Test func aResultComesFromAllValuesAndTheEnd() throws {
    #expect(values(of: "reduce", try trace("a: 12-|\n> a.reduce(0) { $0 + $1 }\n= ---(3|)")) == ["3<1,2,|"])
    #expect(values(of: "last", try trace("a: 12-|\n> a.last()\n= ---(2|)")) == ["2<2"])
    #expect(
      values(of: "collect", try trace("a: 123|\n> a.collect(2)\n  x = [1, 2]  y = [3]\n= -x-(y|)")) == [
        "[1, 2]<1,2", "[3]<3",
      ])
  }

  @Test func theSameValueIsTheSameMarble() throws {
    #expect(values(of: "delay", try trace("a: 112-|\n> a.delay(for: 2)\n= --112-|")) == ["1<1", "1<1", "2<2"])
    let trace = try trace("a: 112-|\n> a.delay(for: 2)")
    let sent = trace.events.filter { !$0.text.isEmpty && $0.timer != nil }
    #expect(sent.map { $0.causes.map { trace.events[$0].instant.nanoseconds } } == [[0], [1_000_000], [2_000_000]])
  }

  @Test func anInnerStreamBeginsWithAValue() throws {
    let trace = try trace("a: 1--2-|\nx: -7-8|\n> a.map { _ in x }.switchToLatest()\n= -7--7-8|")
    let inner = trace.subscriptions.filter { trace.stages[$0.stage].name == "x" }
    #expect(inner.map { $0.startedBy.map { trace.events[$0].instant.nanoseconds } } == [0, 3_000_000])
    #expect(inner.map(\.isCancelled) == [true, false])
    #expect(inner.map(\.end?.nanoseconds) == [3_000_000, 7_000_000])
    #expect(silences(trace) == [])
  }

  @Test func requestsGoUpAsTheyAreMade() throws {
    let trace = try trace("a: 12-|\n> a.map { $0 }\ndemand -1-\n= -1")
    #expect(trace.requests.map(\.count) == [1, 1])
    #expect(trace.requests.map(\.instant.nanoseconds) == [1_000_000, 1_000_000])
    #expect(trace.requests.map { trace.stages[trace.subscriptions[$0.line].stage].name } == ["map", "a"])
  }

  @Test func twoSubscribersAreToldApart() throws {
    let trace = try trace("hot a: -1-2-|\n> a.share()\nfrom ^\n= -1-2-|\nfrom --^\n= ---2-|")
    let share = trace.subscriptions.filter { trace.stages[$0.stage].name == "share" }
    #expect(share.map(\.subscriber) == [0, 1])
    #expect(values(of: "share", trace) == ["1<1", "2<2", "2<2"])
  }

  // MARK: Former faults

  @Test func aValueIsTheCauseOfItselfInWhateverOrderTheyCome() throws {
    let trace = try trace(
      "a: -xy-----|\n  x = \"big\"  y = \"small\"\nb: -----1|\nc: -1|\n> a.delay { $0 == \"big\" ? b : c }\n= ---y--x-|"
    )
    #expect(values(of: "delay", trace) == ["\"small\"<\"small\"", "\"big\"<\"big\""])
  }

  @Test func whatIsSharedIsLostOnlyForThoseWhoAreThere() throws {
    let trace = try trace("a: -1-2-3-|\n> a.share()\nfrom ^-!\n= -1\nfrom -^\n= -1-2-3-|")
    #expect(trace.losses == [])
    let slow = try self.trace("hot a: -1-2-3-|\n> a.share()\nfrom ^\n= -1-2-3-|\nfrom ^\ndemand -1--1\n= -1---3-|")
    #expect(slow.losses.map { slow.events[$0.event].text + ": " + $0.reason } == ["2: there was no demand"])
    #expect(slow.losses.map { slow.subscriptions[$0.line].subscriber } == [1])
  }

  @Test func noDemandIsNoOtherReason() throws {
    let newer = "another value replaced it before there was demand"
    let throttled = try trace("hot a: -1-2-3-|\n> a.throttle(for: 2, latest: true)\ndemand ----1\n= ----2")
    #expect(silences(throttled) == ["1: \(newer)"])
    // The end of the run is not the end of the stream: 3 would be sent at the next request.
    #expect(throttled.kept.map { throttled.events[$0.event].text } == ["3"])
    // 1 is due at 1ms and waits for demand, until the failure comes.
    let failed = try trace("hot a: -1-#\n> a.throttle(for: 2, latest: true)\ndemand ------1\n= ---#")
    #expect(silences(failed) == ["1: the stream failed before there was demand"])
    // A value whose period is not over is replaced in its period, with or without demand.
    let early = try trace("hot a: -1-23---|\n> a.throttle(for: 4, latest: true)\ndemand 1-------1\n= -1------(3|)")
    #expect(silences(early) == ["2: a later value of its period took its place"])
    #expect(silences(try trace("a: -1---|\n> a.debounce(for: 1)\ndemand -----1\n= -----(1|)")) == [])
    // Each publisher has sent a value, so the pair waits for demand and for nothing else.
    let pairs = try trace(
      "hot a: -1-2-3-|\nhot b: -7-----|\n> a.combineLatest(b)\ndemand 1---------1\n= -x--------(y|)\n  x = (1, 7)   y = (2, 7)"
    )
    #expect(silences(pairs).allSatisfy { !$0.contains("publisher") })
    let full =
      "hot a: -1-2-3--|\n> a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)\ndemand ------3\n= ------1-|"
    #expect(silences(try trace(full)) == ["2: the buffer was full", "3: the buffer was full"])
    let old = full.replacing(".dropNewest", with: ".dropOldest").replacing("------1-|", with: "------3-|")
    #expect(
      silences(try trace(old)) == [
        "1: the buffer was full, and it was the oldest", "2: the buffer was full, and it was the oldest",
      ])
  }

  /// A value waits for a request that is on its way: `subscribe(on:)` subscribes in one turn, in which everything is
  /// sent, and requests in the next one. Later values do not wait.
  @Test func aRequestThatIsOnItsWay() throws {
    let trace = try trace("> [1, 2, 3].publisher.throttle(for: 2, latest: true).subscribe(on: scheduler)\n= (3|)")
    #expect(silences(trace).allSatisfy { !$0.hasPrefix("3") })
    for loss in trace.losses where loss.isReplaced { #expect(loss.because.map { $0 > loss.event } == true) }
    let limited = try self.trace(
      "a: 12-3-|\n> a.throttle(for: 2, latest: true).subscribe(on: scheduler)\ndemand 1---1\n= 1---3|")
    #expect(silences(limited) == ["2: another value replaced it before there was demand"])
  }
  /// The winner is known before there is demand for its value.
  @Test func theFirstValueOfARaceWaits() throws {
    let trace = try trace("a: -1-2|\nb: --3|\n> a.race(with: b)\ndemand ------1\n= ------1")
    #expect(silences(trace) == [])
    let failed = try self.trace("a: -1#\nb: ----\n> a.race(with: b)\ndemand ------1\n= ------(1#)")
    #expect(silences(failed) == [])
  }

  /// Nothing has been sent in the period of 3: 2 came first, and is sent at its end.
  @Test func aValueThatIsNotTheFirstOfItsPeriod() throws {
    let trace = try trace("a: -12-3----|\n> a.throttle(for: 4, latest: false)\n= -1---2---|")
    #expect(silences(trace) == ["3: another value arrived first in its period"])
  }

  @Test func aReasonIsTheOneThatWas() throws {
    let debounced = try trace("a: 1-23|\n> a.debounce(for: 3)\n= ----|")
    #expect(
      silences(debounced) == [
        "1: another value arrived before its pause was over", "2: another value arrived before its pause was over",
        "3: the stream completed before its pause was over",
      ])
    let last = try trace("a: 132-|\n> a.last { $0 < 3 }\n= ----(2|)")
    #expect(silences(last) == ["1: a later value replaced it", "3: its condition is false"])
    let looked = try trace(
      "a: 1-2-3-4|\nb: --5-(67)-\n> a.withLatestFrom(b)\n  x = (2, 5)  y = (3, 7)  z = (4, 7)\n= --x-y-z|")
    #expect(
      silences(looked).sorted() == [
        "1: another publisher had sent no value yet", "6: another value arrived before it was used",
      ])
  }

  /// A failure is told as a failure, whatever a value waited for; who fails, the upstream or another stream, makes no
  /// difference.
  @Test(arguments: [
    ("a.debounce(for: 3)", "its pause was over"), ("a.audit(for: 9)", "its window was over"),
    ("a.audit { _ in b }", "its window was over"),
    ("a.sample(b)", "the other publisher sent a value"), ("a.sample(every: 9)", "the period was over"),
    ("a.delay { _ in b }", "its inner publisher had sent a value"),
    ("a.debounce { _ in b }", "its inner publisher had sent a value"),
    ("a.collect(.byTime(scheduler, 9))", "its array was sent"), ("a.zip(b)", "its partner arrived"),
    ("a.combineLatest(b)", "every publisher had sent one"), ("a.skipLast(1)", "enough values had followed"),
    ("a.throttle(for: 9, leading: false, trailing: true)", "its period was over"),
    ("a.throttle(leading: false, trailing: true) { _ in b }", "its window was over"),
  ])
  func aFailureIsNoFinish(_ pipeline: String, _ before: String) throws {
    let trace = try trace("a: 1-#\nb: ---------2\n> \(pipeline)")
    #expect(silences(trace) == ["1: the stream failed before \(before)"])
  }
  /// A value that is due waits for demand and for nothing else, whatever it waited for before. One that is not due
  /// waits for that, with or without demand.
  @Test(arguments: [
    ("a.audit { _ in b }", "1", "its window was over"), ("a.audit(for: 3)", "1", "its window was over"),
    ("a.debounce { _ in b }", "1", "its inner publisher had sent a value"),
    ("a.debounce(for: 3)", "1", "its pause was over"),
    ("a.sample(c)", "1", "the other publisher sent a value"), ("a.sample(every: 4)", "1", "the period was over"),
    // Both are due. A period or a window begins when its first value is sent (BC-24), so there is none yet.
    ("a.throttle(for: 9, leading: true, trailing: true)", "2", ""),
    ("a.throttle(leading: true, trailing: true) { _ in d }", "2", ""),
    ("a.audit { _ in e }", "2", ""), ("a.throttle(leading: false, trailing: true) { _ in e }", "2", ""),
    ("a.throttle(leading: true, trailing: true) { _ in b }", "2", ""), ("a.throttle(for: 3, latest: true)", "2", ""),
    ("a.throttle(for: 9, latest: true)", "2", ""), ("a.debounce(for: 1)", "2", ""),
  ])
  func afterAFailureWhatIsDueHasWaitedForDemand(_ pipeline: String, _ due: String, _ before: String) throws {
    let end = pipeline.contains("for: 9, latest") ? "= ----------#" : "= -------#"
    let trace = try trace(
      "hot a: -1---2-#\nb: ---x|\nhot c: ---x----\nd: ---------x\ne: |\n> \(pipeline)\ndemand ---------------1\n\(end)")
    let failed = "the stream failed before "
    let expected =
      due == "1"
      ? ["1: \(failed)there was demand", "2: \(failed)\(before)"]
      : ["1: another value replaced it before there was demand", "2: \(failed)there was demand"]
    #expect(silences(trace).sorted() == expected)
  }
  /// The inner publisher of 4 has sent its value: 4 waits for demand until the failure.
  @Test func aDelayedValueHasWaitedForDemand() throws {
    let trace = try trace("a: -34---#\nb: -1\n> a.delay { _ in b }\ndemand --1\n= --3---#")
    #expect(silences(trace) == ["4: the stream failed before there was demand"])
  }
  /// The older value has not been due when the newer one comes, which is due at once.
  @Test func whatIsReplacedWhenItIsNotDueHasNotWaitedForDemand() throws {
    let trace = try trace(
      "hot a: -1-2-|\nb: ---x\nn: x|\n> a.debounce { $0 == 1 ? b : n }\ndemand ---------1\n= ---------(2|)")
    #expect(silences(trace) == ["1: another value arrived before its pause was over"])
  }
  /// The first value has an inner publisher that fails, the second one waits for its turn.
  @Test(arguments: ["concatMap", "mergeMap(concurrency: 1)"]) func anInnerFailureIsNoFinish(_ name: String) throws {
    let trace = try trace("a: 12---|\nb: --#\n> a.\(name) { _ in b }\n= --#")
    #expect(silences(trace) == ["2: the stream failed before its turn"])
  }
  /// The first of equal values is the greatest, and the least.
  @Test func equalValuesAreATie() throws {
    let (tie, larger) = ("an equal value came before it", "there was a larger one")
    #expect(
      silences(try trace("a: 33213|\n> a.max()\n= -----(3|)")) == [
        "3: \(tie)", "2: \(larger)", "1: \(larger)", "3: \(tie)",
      ])
    #expect(
      silences(try trace("a: 2112|\n> a.min()\n= ----(1|)")) == [
        "2: a smaller one came after it", "1: \(tie)", "2: there was a smaller one",
      ])
    // An integer equals a decimal.
    let mixed = try trace("a: 1x|\n  x = 1.0\n> a.max()\n= --(1|)")
    #expect(silences(mixed) == ["1.0: \(tie)"] || silences(mixed) == ["1: \(tie)"])
  }
  /// The decision of a closure is not told as if the values were equal, or greater.
  @Test func aClosureDecides() throws {
    func reasons(_ pipeline: String) throws -> [String] { silences(try trace("a: 1-4-5-|\n> \(pipeline)")) }
    let equal = "4: the closure finds it equal to the previous value"
    #expect(try reasons("a.removeDuplicates { $0 % 3 == $1 % 3 }") == [equal])
    #expect(try reasons("a.tryRemoveDuplicates { $0 % 3 == $1 % 3 }") == [equal])
    #expect(try reasons("a.distinct(by: { $0 % 3 })") == ["4: a value with an equal key was sent before"])
    let greater = [
      "1: by the closure a later value is greater", "4: by the closure it is not greater than a value before it",
    ]
    #expect(try reasons("a.max { $0 % 3 < $1 % 3 }") == greater && reasons("a.tryMax { $0 % 3 < $1 % 3 }") == greater)
    let less = "by the closure it is not less than a value before it"
    #expect(try reasons("a.min { $0 % 3 < $1 % 3 }") == ["4: \(less)", "5: \(less)"])
  }
  /// The first value is sent, and nothing is kept of the others.
  @Test func whatIsDroppedAtOnceIsNotKept() throws {
    let timed = try trace("a: -1-2-3-|\n> a.throttle(for: 9, leading: true, trailing: false)\n= -1-----|")
    #expect(silences(timed) == ["2: it came within the period", "3: it came within the period"])
    #expect(timed.losses.allSatisfy { $0.instant == timed.events[$0.event].instant })
    let ended = try trace("a: -1-2-3-|\nb: ---------x\n> a.throttle { _ in b }\n= -1-----|")
    #expect(silences(ended) == ["2: it came within the window", "3: it came within the window"])
    #expect(ended.losses.allSatisfy { $0.instant == ended.events[$0.event].instant && !$0.isReplaced })
  }

  @Test func aPeriodIsDrawnFromTheValueThatBeganIt() throws {
    let trace = try trace("frame: 100ms\na: -1-2---|\n> a.throttle(for: 400ms, latest: true)\n= -1---2-|")
    #expect(timers(trace).map(\.start.nanoseconds) == [100_000_000, 500_000_000])
    #expect(timers(trace).map(\.due.nanoseconds) == [500_000_000, 900_000_000])
    #expect(timers(trace).map(\.ending) == [.fired, .cancelled])
  }

  @Test func aPairComesFromItsPartsInTheirOrder() throws {
    let late = "a: ---1-|\nb: -2---|\n> a.NAME(b)\n  p = (1, 2)\n= ---p-|"
    for name in ["zip", "combineLatest", "withLatestFrom"] {
      let trace = try trace(late.replacing("NAME", with: name))
      #expect(values(of: name, trace) == ["(1, 2)<1,2"], "\(name)")
    }
  }

  @Test func aReplayedValueComesFromWhatWasSent() throws {
    let trace = try trace("a: -1-2---|\n> a.share(replay: 1)\nfrom ^\n= -1-2---|\nfrom ----^\n= ----2--|")
    #expect(values(of: "share", trace) == ["1<1", "2<2", "2<2"])
  }
  @Test(arguments: [
    "share(replay: 1, scope: .forever)", "multicast(subject: ReplaySubject(bufferSize: 1)).autoconnect()",
  ])
  func aReplayedValueHasACause(_ call: String) throws {
    let trace = try trace("a: -1-2---|\n> a.\(call)\nfrom ^\n= -1-2---|\nfrom ----^\n= ----2--|")
    let values = trace.events.indices.filter { !trace.events[$0].isEnd && trace.stage(of: $0).kind == .operator }
    #expect(!values.isEmpty && values.allSatisfy { trace.events[$0].causes.count == 1 })
  }

  /// A group outlives the operator that made it, and sends what it has kept.
  @Test func aGroupGoesOnWhenItsOperatorHasFinished() throws {
    let trace = try trace("hot a: 77|\n> a.groupBy { $0 % 2 }.flatMap { g in g.map { $0 } }\ndemand ---11\n= ---7(7|)")
    #expect(trace.losses == [])
  }

  @Test func aStreamComesFromTheValueThatItWasMadeOf() throws {
    let trace = try trace("a: 12|\nx: -5|\n> a.concatMap { v in x.map { $0 + v } }\n= -6-7|")
    let inner = trace.subscriptions.filter { trace.stages[$0.stage].name == "map" }
    #expect(inner.map { $0.startedBy.map { trace.events[$0].text } } == ["1", "2"])
  }

  @Test func anEndlessRunIsCut() throws {
    let spec = try ExecutedSpec(SpecText("limit: 3000\n> interval(1)", file: "a.marble"), isTraced: true)
    let trace = try #require(spec.diagram.runs.first?.trace)
    #expect(trace.isCut)
    #expect(trace.events.count == 50)
  }

  @Test func whatIsTracedHasTheSameOutcome() throws {
    for text in try Gallery.few() {
      let (plain, traced) = (try Gallery.rerun(text, isTraced: false), try Gallery.traced(text))
      #expect(plain.outcomes.map(\.recordings) == traced.outcomes.map(\.recordings), "\(text.file)")
      #expect(plain.outcomes.map(\.windows) == traced.outcomes.map(\.windows), "\(text.file)")
      #expect(TextRenderer.text(of: plain.diagram) == TextRenderer.text(of: traced.diagram), "\(text.file)")
    }
  }
}
