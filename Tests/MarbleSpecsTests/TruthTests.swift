import Foundation
import Gallery
import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// Pictures and texts are true, over diagrams of the gallery and random specs. `LONG=1` takes all diagrams,
/// `TRUTH_SEED=7 swift test --filter Truth` tries others, `TRUTH=50000` more.
struct TruthTests {
  static let seed = ProcessInfo.processInfo.environment["TRUTH_SEED"].flatMap { UInt64($0) } ?? 0
  private static let count = ProcessInfo.processInfo.environment["TRUTH"].flatMap { UInt64($0) } ?? 150
  /// Whether all problems are printed, each once.
  static let showsAll = ProcessInfo.processInfo.environment["TRUTH_ALL"] != nil

  @Test func ofTheGallery() throws {
    for text in try Gallery.few() {
      let diagram = try Gallery.traced(text).diagram
      for run in diagram.runs { #expect(Truth(run, diagram).problems == [], "\(text.file)") }
      #expect(PictureTruth(diagram).problems == [], "\(text.file)")
    }
  }

  @Test func ofRandomSpecs() {
    var ran = 0, sentences: Set<String> = []
    var worst: (text: String, problems: [String])?
    var all: [String: String] = [:]
    for number in 0..<Self.count {
      var specs = RandomSpecs(seed: Self.seed &* 1_000_003 &+ number)
      let text = specs.next()
      guard let diagram = try? ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram else { continue }
      ran += 1
      let truths = diagram.runs.map { Truth($0, diagram) }
      sentences.formUnion(truths.flatMap(\.sentences))
      var problems = truths.flatMap(\.problems)
      if number.isMultiple(of: 25) { problems += PictureTruth(diagram).problems }
      // The smallest case says most.
      for problem in problems { all[problem.replacing(/[0-9]+/, with: "#")] = problem + "\n" + text }
      if !problems.isEmpty, text.count < worst?.text.count ?? .max { worst = (text, problems) }
    }
    if Self.showsAll { print(all.values.sorted().joined(separator: "\n\n")) }
    #expect(worst == nil, "\(worst.map { $0.text + "\n" + $0.problems.joined(separator: "\n") } ?? "")")
    // Most of them are specs, not mistakes.
    #expect(ran > Self.count * 3 / 5)
    // There are thousands, and nearly every sentence was put to the test; some need calls that no sample of the table
    // has.
    if Self.count < 2_000 { return }
    let unheard = ReasonTruth.sentences.map(\.text).filter { text in
      !sentences.contains { $0.hasPrefix(text) || $0.hasSuffix(text) }
    }
    if Self.showsAll { print("never heard:", unheard) }
    #expect(unheard.count <= (Self.count < 5_000 ? 14 : 10), "\(unheard)")
  }
  /// Of 2,500 random specs only these have such a step: a value that is lost when a timer ends, one that waits at the end
  /// for a signal behind another one that waits for demand, and a subscription for a value that had come before.
  @Test(arguments: [
    "a: 4(12)-26(12)1#\n> a.throttle(for: 4, latest: true)\ndemand --3---\n= -",
    "hot a: --(12)6-62-|\nb: (12)-35-2-|\n> a.sample(b)\ndemand 1\n= -",
    "a: -(12)6(12)#\nb: 5-(12)6-#\n> a.throttle { _ in b }\ndemand --1\n= -",
  ]) func ofRareSteps(_ text: String) throws {
    let diagram = try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
    for run in diagram.runs { #expect(Truth(run, diagram).problems == []) }
  }
}

extension TruthTests {
  /// Several subscribers with any demand share a stream through any subject.
  @Test func ofRandomSubjects() {
    var kept = 0
    for seed in 0..<Self.count {
      let text = RandomSpecs.shared(seed: Self.seed &* 1_000_003 &+ seed)
      let diagram = try? ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
      let problems = diagram?.runs.flatMap { Truth($0, diagram!).problems } ?? ["it does not run"]
      #expect(problems == [], "\(text)")
      if !problems.isEmpty { return }
      kept += diagram?.runs[0].trace?.losses.count { $0.reason.hasPrefix("another value replaced it") } ?? 0
    }
    #expect(kept > Self.count / 20)
  }
}

/// The rules for every traced run, found from the events, the requests and the steps alone.
struct Truth {
  private(set) var problems: [String] = []
  /// The reasons for losses.
  private(set) var sentences: Set<String> = []
  private let trace: Trace
  private let run: Diagram.Run
  /// Whether each stage sends only what it receives.
  private let keeps: [Bool]

  init(_ run: Diagram.Run, _ diagram: Diagram) {
    self.run = run
    trace = run.trace ?? Trace()
    keeps = trace.stages.map(Self.keepsValues)
    if trace.isCut || run.stop != nil { return }
    checkCauses()
    checkFates()
    checkDemand()
    checkTimers()
    checkRows()
    let story = Explanation(run, in: diagram).sentences
    checkStory(story)
    problems += StoryTruth(story, trace).problems
    let reasons = ReasonTruth(trace)
    problems += reasons.problems
    sentences = Set(reasons.heard.keys)
  }

  private mutating func report(_ event: Int, _ problem: String) {
    let stage = trace.stage(of: event)
    problems.append(
      "event \(event), \(trace.events[event].text) of \(stage.call) at \(trace.events[event].instant): \(problem)")
  }
  private func isValue(_ event: Int) -> Bool { !Mark(trace.events[event].kind).isEnd }
  private func isOperator(_ line: Int) -> Bool { trace.stages[trace.subscriptions[line].stage].kind == .operator }

  /// Nothing comes from what comes later; what is sent unchanged comes from what it is.
  private mutating func checkCauses() {
    for index in trace.events.indices {
      let event = trace.events[index]
      if event.causes.contains(where: { $0 >= index || trace.events[$0].instant > event.instant }) {
        report(index, "its cause comes later")
      }
      if Set(event.causes).count < event.causes.count { report(index, "it comes from one event twice") }
      guard isValue(index), isOperator(event.line), keeps[trace.subscriptions[event.line].stage] else { continue }
      let stage = trace.subscriptions[event.line].stage
      let equal = trace.events.indices[..<index].filter { input in
        let consumer = trace.subscriptions[trace.events[input].line].consumer
        return consumer.map { trace.subscriptions[$0].stage == stage } == true && !trace.isSignal(input)
          && isValue(input)
          && trace.events[input].text == event.text
      }
      if equal.count == 1, event.causes != equal {
        report(index, "it is event \(equal[0]), and comes from \(event.causes)")
      }
    }
  }

  /// Whether a stage sends only what it receives. If an operator has several forms, it is the one of whose labels the
  /// call has most.
  static func keepsValues(_ stage: TraceStage) -> Bool {
    if ["catch", "tryCatch"].contains(stage.name) { return false }
    func labels(_ form: Operator) -> [String] {
      form.parameters.filter { !$0.isOptional && !$0.label.isEmpty && !$0.isClosure && $0.kind != .scheduler }.map {
        $0.label + ":"
      }
    }
    let fitting = OperatorTable.shared.forms(of: stage.name, on: .stream).filter {
      labels($0).allSatisfy(stage.call.contains)
    }
    let most = fitting.map { labels($0).count }.max() ?? 0
    return !fitting.isEmpty
      && fitting.filter { labels($0).count == most }.allSatisfy { form in
        form.facts.typing.contains(.keepsValues) && !form.parameters.contains { $0.kind == .value }
      }
  }

  /// Every value that an operator receives is used, or got lost once and for one reason.
  private mutating func checkFates() {
    var used = Set(trace.events.flatMap(\.causes))
    used.formUnion(trace.subscriptions.compactMap(\.startedBy))
    let sent = Set(trace.events.flatMap(\.causes))
    for index in trace.events.indices where isValue(index) {
      guard let consumer = trace.subscriptions[trace.events[index].line].consumer else { continue }
      let losses = trace.events[index].losses.map { trace.losses[$0] }
      let kept = trace.kept.count { $0.event == index }
      if losses.contains(where: { $0.reason == "it was dropped" || $0.reason.contains(" or ") }) {
        report(index, "no reason is known")
      }
      for loss in losses {
        if let end = trace.subscriptions[loss.line].end, trace.events[index].instant > end {
          report(index, "it got lost after the end")
        }
        if loss.instant < trace.events[index].instant { report(index, "it got lost before it came") }
        if let other = loss.because, other < index { report(index, "it got lost because of what came before it") }
      }
      for loss in losses
      where trace.events[index...].contains(where: { $0.line == loss.line && $0.causes.contains(index) }) {
        report(index, "it is dropped, and sent to the same subscriber")
      }
      let isShared =
        OperatorTable.shared.facts(of: trace.stages[trace.subscriptions[consumer].stage].name).first?.isShared == true
      if trace.isSignal(index) || isShared { continue }
      if sent.contains(index), !losses.isEmpty, trace.stages[trace.subscriptions[consumer].stage].takesSignals == false
      {
        report(index, "it is used and lost: \(losses[0].reason)")
      }
      if !used.contains(index), losses.count + kept != 1 {
        report(index, "it is not used, and lost \(losses.count) times and kept \(kept) times")
      }
      if sent.contains(index), kept > 0, !trace.stages[trace.subscriptions[consumer].stage].takesSignals {
        report(index, "it is used and still kept")
      }
    }
  }

  /// A loss for lack of demand is true: exactly the requested number of values was sent.
  private mutating func checkDemand() {
    var open: [Int: Int?] = [:]
    for step in trace.steps {
      switch step {
      case .requested(let request):
        let asked = trace.requests[request]
        open[asked.line] = asked.count.flatMap { count in
          (open[asked.line] ?? 0).map { $0.addingReportingOverflow(count).partialValue }
        }
      case .event(let event) where isValue(event):
        let line = trace.events[event].line
        open[line] = (open[line] ?? 0).map { $0 - 1 }
      case .lost(let loss) where trace.losses[loss].reason == "there was no demand":
        let left = open[trace.losses[loss].line] ?? 0
        if left != 0 { report(trace.losses[loss].event, "there was a demand of \(left.map(String.init) ?? "*")") }
      case .missed(let miss):
        let left = open[trace.misses[miss].line] ?? 0
        if left != 0 {
          problems.append("\(trace.misses[miss].text) was missed with a demand of \(left.map(String.init) ?? "*")")
        }
      default: break
      }
    }
  }

  /// Every timer belongs to an operator, and ends when it is due or before.
  private mutating func checkTimers() {
    for timer in trace.timers where timer.waits {
      guard let line = timer.line else {
        problems.append("a timer from \(timer.start) belongs to nobody")
        continue
      }
      let call = trace.stages[trace.subscriptions[line].stage].call, over = timer.heldUntil ?? timer.due
      if trace.stages[trace.subscriptions[line].stage].kind == .source {
        problems.append("the source \(call) has a timer")
      }
      if let end = timer.end, end > over || end < timer.start {
        problems.append("a timer of \(call) ends at \(end)")
      }
      if let end = trace.subscriptions[line].end, timer.ending == .fired, timer.due > end,
        trace.stages[trace.subscriptions[line].stage].groups == nil
      {
        problems.append("a timer of \(call), which is over at \(end), fires at \(timer.due)")
      }
      if timer.ending == .fired, timer.end != over {
        problems.append("a timer of \(call) fires at \(String(describing: timer.end))")
      }
    }
  }

  /// The rows are what was traced.
  private mutating func checkRows() {
    for (number, subscriber) in run.subscribers.enumerated() {
      let lines = trace.subscriptions.indices.filter {
        trace.subscriptions[$0].consumer == nil && trace.subscriptions[$0].subscriber == number
      }
      let index = TraceIndex(trace)
      let traced = lines.flatMap { index.events[$0] }
      let marks = subscriber.received.moments.flatMap { moment in moment.marks.map { (moment.instant, $0.kind) } }
      let isSame =
        traced.count == marks.count
        && zip(traced, marks).allSatisfy { trace.events[$0].instant == $1.0 && trace.events[$0].kind == $1.1 }
      if !isSame { problems.append("the row of subscriber \(number + 1) is not what was traced") }
    }
  }

  /// Every event is told once, in order, at its instant; and every loss.
  nonisolated(unsafe) private static let startsAgain = /(are over|\d[a-z]*) (and )?start again/
  private mutating func checkStory(_ sentences: [Explanation.Sentence]) {
    if sentences.compactMap(\.event) != Array(trace.events.indices) {
      problems.append("the story does not tell every event once")
    }
    for sentence in sentences where sentence.event.map({ trace.events[$0].instant != sentence.instant }) == true {
      problems.append("told at another instant: \(sentence.text)")
    }
    // The end of a sentence is not put behind another one: a period starts again where it is over.
    for sentence in sentences
    where sentence.text.contains("start again")
      && sentence.text.replacing(Self.startsAgain, with: "").contains("start again")
    {
      problems.append("another clause starts again: \(sentence.text)")
    }
    if zip(sentences, sentences.dropFirst()).contains(where: { $0.instant > $1.instant }) {
      problems.append("the story goes back in time")
    }
    for loss in trace.losses
    where !sentences.contains(where: { $0.instant == loss.instant && $0.text.contains(loss.reason) || loss.isReplaced })
    {
      problems.append("no sentence says that a value was lost: \(loss.reason)")
    }
  }
}

/// The rules for a picture beside its trace.
struct PictureTruth {
  private(set) var problems: [String] = []

  init(_ diagram: Diagram) {
    let picture = PosterLayout.picture(of: diagram, width: nil)
    // A stream that is played several times is drawn once, as it is written.
    var drawn: [Picture.EventID: Set<Int64>] = [:]
    for item in picture.items {
      for event in item.events where !item.isGhost && item.parts.first?.role != .drop {
        if let instant = item.instant { drawn[event, default: []].insert(instant) }
      }
    }
    for (number, run) in diagram.runs.enumerated() {
      guard let trace = run.trace, !trace.isCut, run.stop == nil else { continue }
      for index in trace.events.indices where trace.isResult(index) {
        let instants = drawn[Picture.EventID(run: number, event: index)] ?? []
        if !instants.contains(trace.events[index].instant.nanoseconds) {
          problems.append("event \(index), \(trace.events[index].text), is drawn at \(instants.sorted())")
        }
      }
    }
    // A line between two events leads from one that the other came from.
    for item in picture.items where item.parts.first?.role == .drop && item.events.count == 2 {
      guard let trace = diagram.runs[item.events[0].run].trace, !trace.isCut else { continue }
      var open = [item.events[1].event], origins: Set<Int> = []
      while let event = open.popLast() {
        guard origins.insert(event).inserted else { continue }
        open += trace.events[event].causes + (trace.events[event].trigger.map { [$0] } ?? [])
      }
      if !origins.contains(item.events[0].event) {
        problems.append(
          "a line leads from event \(item.events[0].text) to \(item.events[1].text), which has another cause")
      }
    }
    let moments = picture.moments.map(\.x)
    if zip(moments, moments.dropFirst()).contains(where: { $0 >= $1 }) {
      problems.append("a later instant does not stand further right")
    }
  }
}
