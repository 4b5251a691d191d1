import MarbleRuns
import Marbles
import VirtualTime

/// The strips of a poster from top to bottom, before they have places.
struct PosterStrips {

  enum Band {
    case row(DrawnRow)
    /// The streams that an operator sends.
    case groups([PosterPlan.Element])
    case box(code: [String], elements: [PosterPlan.Element])
    case demand(Lane, Picture.Row.Topic)
    case differences([VirtualInstant])
    case rule(RuleOutcome)
    case note(String)
    case gap
  }

  /// A strip of a run; `nil` for one that belongs to none.
  private(set) var strips: [(run: Int?, strip: Band)] = []
  private(set) var plans: [PosterPlan?] = []
  private let diagram: Diagram
  private let coloring: Coloring

  /// - Parameter hasInputs: Whether each row of the spec is there as it is written, too.
  init(_ diagram: Diagram, _ coloring: Coloring, isCompact: Bool, hasInputs: Bool = false) {
    self.diagram = diagram
    self.coloring = coloring
    for run in diagram.runs.indices {
      plans.append(
        diagram.runs[run].trace.map {
          PosterPlan($0, TraceIndex($0), run: run, of: diagram, coloring, isCompact: isCompact)
        })
    }
    let played = Set(
      plans.compactMap(\.self).flatMap { plan in plan.trace.subscriptions.map { plan.trace.stages[$0.stage].name } })
    for stream in diagram.streams where !played.contains(stream.name) { add(stream) }
    for run in diagram.runs.indices {
      if run > 0 { strips.append((nil, .gap)) }
      add(run, isWritten: hasInputs)
    }
    if hasInputs { addInputs() }
  }

  private mutating func add(_ stream: Diagram.Stream) {
    if case .derived(let pipeline) = stream.kind {
      if plans.allSatisfy({ $0 == nil }) {
        strips.append(
          (nil, .box(code: ["\(stream.name) = \(pipeline.first ?? "")"] + pipeline.dropFirst(), elements: [])))
      }
      return
    }
    let note = plans.contains { $0 != nil } ? "not subscribed" : stream.kind == .hot ? "hot" : ""
    strips.append((nil, .row(row(stream, note))))
  }

  private func row(_ stream: Diagram.Stream, _ note: String) -> DrawnRow {
    var row = DrawnRow(name: stream.name, note: note, beats: beats(of: stream.lane, in: stream.name))
    row.subject = .source(stream.name, row: stream.subscription ?? 0)
    return row
  }

  /// Adds a row above all others for each stream of the spec whose row is nowhere as it is written: one that is
  /// subscribed later, or several times.
  private mutating func addInputs() {
    var known: Set<Picture.Row.Topic> = []
    for strip in strips {
      if case .row(let row) = strip.strip, let subject = row.subject { known.insert(subject) }
    }
    let missing = diagram.streams.filter {
      $0.isDeclared && !known.contains(.source($0.name, row: $0.subscription ?? 0))
    }
    let rows = missing.map { stream in
      var row = row(stream, stream.timesOfSubscription)
      row.isTemplate = true
      return row
    }
    strips.insert(contentsOf: rows.map { (nil, .row($0)) }, at: 0)
  }

  private func beats(of lane: Lane, in source: String? = nil) -> [Beat] {
    Self.beats(of: lane) { kind in source.map { coloring.colors(of: kind, inSource: $0) } ?? coloring.colors(of: kind) }
  }

  /// Returns the marks of a lane, each with its number.
  static func beats(of lane: Lane, _ colors: (Mark.Kind) -> [Int]) -> [Beat] {
    var number = 0
    return lane.moments.map { moment in
      let signs = moment.marks.enumerated().map { place, mark in
        DrawnMark(kind: mark.kind, colors: colors(mark.kind), written: number + place)
      }
      number += moment.marks.count
      return Beat(instant: moment.instant.nanoseconds, signs: signs)
    }
  }

  /// - Parameter isWritten: Whether each row keeps all marks that the spec has.
  private mutating func add(_ number: Int, isWritten: Bool) {
    let run = diagram.runs[number]
    var found: [Band] = []
    if let plan = plans[number] {
      for node in plan.nodes {
        let rows = node.rows.map { Band.row(isWritten ? $0 : $0.withOneEnd) }
        if node.hasBox {
          // The rows of its subscribers are those of a source that each has for itself.
          let isOwn = rows.count > 1 && rows.count == run.subscribers.count
          if plan.trace.stages[node.stage].kind == .source, !isOwn { found += rows }
          found.append(.box(code: node.code, elements: node.elements))
        }
        if !node.hasBox || plan.trace.stages[node.stage].kind != .source { found += rows }
        if !node.groups.isEmpty { found.append(.groups(node.groups)) }
      }
      if plan.omitted > 0 { found.append(.note("\(plan.omitted) more subscriptions are left out")) }
    } else {
      found.append(.box(code: run.pipeline, elements: []))
    }
    for (place, subscriber) in run.subscribers.enumerated() { found += strips(of: subscriber, place, number) }
    if let law = run.law {
      // The pipeline does not have this call.
      let call = law.pipeline.oneLine
      let others = law.lines.dropFirst(law.pipeline.count).map { ", " + $0.dropFirst(3) }.joined()
      found.append(.note("same result as \(call)\(others)"))
      if law.inputs == nil, !law.verdict.isEmpty { found.append(.note(law.verdict)) }
    }
    found += run.rules.map(Band.rule)
    if let omission = run.omission { found.append(.note(omission)) }
    if let stop = run.stop { found.append(.note("only the start of the run; \(stop)")) }
    strips += found.map { (number, $0) }
  }

  private func strips(of subscriber: Diagram.Subscriber, _ place: Int, _ number: Int) -> [Band] {
    var found: [Band] = []
    if let expected = subscriber.expected { found.append(.row(DrawnRow(name: "expected", beats: beats(of: expected)))) }
    var row = DrawnRow(beats: beats(of: subscriber.received))
    if subscriber.expected != nil {
      row.name = "actual"
    } else if diagram.runs[number].subscribers.count > 1 {
      row.note = "subscriber \(place + 1)"
    } else if let trace = plans[number]?.trace, let line = trace.subscriptions.first(where: { $0.consumer == nil }) {
      row.name = trace.stages[line.stage].definition ?? ""
    }
    if row.name.isEmpty, row.note.isEmpty { row.note = "result" }
    row.subject = .result(run: number, subscriber: place)
    row.start = subscriber.from?.instant(of: .subscribe)
    row.cut = subscriber.from?.instant(of: .unsubscribe)
    plans[number]?.complete(&row, ofSubscriber: place)
    found.append(.row(row))
    if let demand = subscriber.demand { found.append(.demand(demand, .demand(run: number, subscriber: place))) }
    for words in [plans[number]?.missed(bySubscriber: place), plans[number]?.passed(bySubscriber: place)] {
      if let words { found.append(.note(words)) }
    }
    if !subscriber.differences.isEmpty { found.append(.differences(subscriber.differences)) }
    return found
  }
}

extension PosterPlan {
  /// The words for the values for which a subscriber had no demand; `nil` if there are none.
  fileprivate func missed(bySubscriber number: Int) -> String? {
    let misses = trace.misses.filter {
      trace.subscriptions[$0.line].consumer == nil && trace.subscriptions[$0.line].subscriber == number
    }
    guard let last = misses.last else { return nil }
    let names = misses.map { PosterLettering.plain($0.text) }.uniqued
    return PosterLayout.sentence(names, demand(on: last.line, at: last.instant, of: "the subscriber"))
  }

  /// The words for the values of a shared stream that came before a subscriber and that it has not received; `nil` if
  /// there are none.
  fileprivate func passed(bySubscriber number: Int) -> String? {
    guard
      let line = trace.subscriptions.indices.last(where: {
        trace.subscriptions[$0].consumer == nil && trace.subscriptions[$0].subscriber == number
      }), index.upstream(of: line).allSatisfy({ trace.stages[trace.subscriptions[$0].stage].kind == .operator })
    else { return nil }
    let received = index.events[line].map { trace.events[$0].text }
    let earlier = trace.events.filter {
      trace.subscriptions[$0.line].consumer == nil
        && trace.subscriptions[$0.line].stage == trace.subscriptions[line].stage
        && $0.isValue && $0.instant < trace.subscriptions[line].start && !received.contains($0.text)
    }
    if earlier.isEmpty { return nil }
    let names = earlier.map { PosterLettering.plain($0.text) }.uniqued
    let start = trace.subscriptions[line].start
    let replayed = index.events[line].map { trace.events[$0] }.filter { event in
      event.isValue && event.instant == start && event.causes.contains { trace.events[$0].instant < start }
    }.map { PosterLettering.plain($0.text) }
    let verb = replayed.count > 1 ? "are" : "is"
    let reason = replayed.isEmpty ? PosterPlan.early : "only \(Self.listed(replayed)) \(verb) replayed"
    return "subscriber \(number + 1) misses \(Self.listed(names)): \(reason)"
  }

  /// Adds the events of the trace to the row of a subscriber, and the values for which it had no demand.
  fileprivate func complete(_ row: inout DrawnRow, ofSubscriber number: Int) {
    let lines = trace.subscriptions.indices.filter {
      trace.subscriptions[$0].consumer == nil && trace.subscriptions[$0].subscriber == number
    }
    if row.start == nil, isSubscribedByScheduler { row.start = 0 }
    var known = lines.flatMap { index.events[$0] }.sorted()[...]
    for beat in row.beats.indices {
      for place in row.beats[beat].signs.indices {
        guard let event = known.first, trace.events[event].kind == row.beats[beat].signs[place].kind,
          trace.events[event].instant.nanoseconds == row.beats[beat].instant
        else { continue }
        known.removeFirst()
        row.beats[beat].signs[place] = sign(event)
      }
    }
    for miss in trace.misses where lines.contains(miss.line) {
      var ghost = DrawnMark(kind: miss.kind, colors: coloring.colors(of: miss.kind))
      ghost.loss = PlayedStream.unwanted
      let instant = miss.instant.nanoseconds
      let place = row.beats.firstIndex { $0.instant >= instant } ?? row.beats.count
      if place < row.beats.count, row.beats[place].instant == instant {
        row.beats[place].signs.append(ghost)
      } else {
        row.beats.insert(Beat(instant: instant, signs: [ghost]), at: place)
      }
    }
  }
}
