import MarbleRuns
import Marbles
import VirtualTime

/// The parts of a picture beyond the streams and the results.
package struct PictureDetails: Hashable, Sendable {
  /// Whether there is a row after each operator.
  package var stages: Bool
  /// Whether timers are drawn.
  package var timers: Bool
  /// Whether lines connect results with their causes.
  package var causes: Bool

  package init(stages: Bool = false, timers: Bool = false, causes: Bool = false) {
    (self.stages, self.timers, self.causes) = (stages, timers, causes)
  }
}

/// The strips of a picture from top to bottom, before the layout.
struct PicturePlan {
  /// A mark that is drawn on a line.
  struct Sign: Sendable {
    var kind: Mark.Kind
    var colors: Coloring.Hues
    /// The events that the mark shows: several, if a stream is drawn once and played several times.
    var events: [Picture.EventID] = []
    /// The reason why the value was dropped; `nil` if it was not.
    var loss: String?
    /// The instant at which it was dropped.
    var lostAt: Int64?
    /// The mark of the spec that is changed at this one.
    var written: SpecPlace?

    /// A mark of a row of the spec: its number in the row, and its distance from the middle of its instant, in marks.
    struct SpecPlace: Hashable, Sendable {
      var number: Int
      var offset: Double
    }
  }

  /// The marks of one instant.
  struct Beat: Sendable {
    var instant: Int64
    var signs: [Sign]
  }

  struct DrawnRow: Sendable {
    var name = ""
    var note = ""
    var beats: [Beat]
    /// The instant at which the line begins; `nil` for before zero.
    var start: Int64?
    /// The instant at which the subscriber cancels.
    var cut: Int64?
    /// The instant at which the one subscriber of a cold source left, whose row goes on as it is written.
    var left: Int64?
    /// The colors of the value that an inner stream was created for.
    var origin: [Int] = []
    /// The event that was being handled when the subscription began: the value that an inner stream was created for,
    /// the failure that an attempt follows.
    var startedBy: Picture.EventID?
    /// How many of the rows directly before it are upstream of it.
    var sources = 0
    /// Whether it is the row of a cold source of which each subscription has a row of its own.
    var isTemplate = false
    /// The row of the spec that it shows, if any.
    var subject: Picture.Row.Topic?
  }

  /// The subscriptions that one operator makes.
  struct Inner: Sendable {
    /// A name and a note are to the left of their row, and belong to the following rows without a name, too.
    var rows: [DrawnRow]
    /// Whether the lines are inclined; those that began together with their operator are not.
    var isInclined = true
  }

  enum Strip: Sendable {
    case row(DrawnRow)
    /// Subscriptions, as inclined lines.
    case inner(Inner)
    case code([String], isFramed: Bool)
    /// The requests on a source, or on the pipeline if the name is empty.
    case demand(Lane, of: String, Picture.Row.Topic?)
    /// Marks below two rows at the instants at which they differ.
    case differences([VirtualInstant])
    case windows(Diagram.Windows)
    case timers([Trace.Timer])
    case rule(RuleOutcome)
    case warning(String)
    case gap
  }

  private(set) var strips: [Strip] = []
  let diagram: Diagram
  let coloring: Coloring
  let details: PictureDetails
  private let indices: [TraceIndex?]
  private let templates: Set<String>

  init(_ diagram: Diagram, _ coloring: Coloring, _ details: PictureDetails) {
    (self.diagram, self.coloring, self.details) = (diagram, coloring, details)
    indices = diagram.runs.map { $0.trace.map(TraceIndex.init) }
    templates = diagram.templates(indices)
    let runs = diagram.runs.indices
    // Lines connect the events of a stream with their effects. So the stream is drawn above every run that plays it,
    // and no line crosses another run.
    let isRepeated = details.causes && runs.count > 1
    for stream in diagram.streams {
      let first = isRepeated ? runs.first { plays(stream, inRun: $0) } ?? 0 : 0
      if !isRepeated || first == 0 { add(stream, playedBy: isRepeated ? 0..<1 : runs) }
    }
    for index in runs {
      if index > 0 { strips += details.stages ? [.gap, .gap] : [.gap] }
      if isRepeated, index > 0 {
        for stream in diagram.streams where plays(stream, inRun: index) { add(stream, playedBy: index..<index + 1) }
      }
      addRun(index)
    }
  }

  private mutating func add(_ stream: Diagram.Stream, playedBy runs: Range<Int>) {
    if case .derived(let pipeline) = stream.kind {
      let lines = ["\(stream.name) = \(pipeline.first ?? "")"] + pipeline.dropFirst().map { "  " + $0 }
      strips.append(.code(lines, isFramed: false))
    } else {
      let beats = beats(of: stream.lane, inSource: stream.name)
      let isTemplate = templates.contains(stream.name)
      let played = isTemplate ? nil : PlayedStream(stream, beats, in: diagram, runs, indices)
      let note = isTemplate ? stream.templateNote : stream.note(isAsWritten: played?.isAsWritten ?? false)
      var row = DrawnRow(name: stream.name, note: note, beats: played?.beats ?? beats)
      row.isTemplate = isTemplate
      row.subject = .source(stream.name, row: stream.subscription ?? 0)
      strips.append(.row(row))
    }
  }

  private mutating func addRun(_ index: Int) {
    let run = diagram.runs[index]
    let story = run.trace.flatMap { trace in indices[index].map { (trace, $0) } }.map {
      TraceAdditions(
        $0, $1, run: index, of: diagram, until: run.horizon, templates: templates, coloring: coloring, details)
    }
    if details.stages, let story {
      strips += story.stages
      strips.append(.code([story.lastCall ?? run.pipeline.joined(separator: " ")], isFramed: true))
    } else {
      strips.append(.code(run.pipeline.enumerated().map { ($0 == 0 ? "" : "  ") + $1 }, isFramed: true))
    }
    if let story { strips += story.subscriptions + (story.omission.map { [.warning($0)] } ?? []) }
    for (number, subscriber) in run.subscribers.enumerated() {
      if let demand = subscriber.demand {
        strips.append(.demand(demand, of: "", .demand(run: index, subscriber: number)))
      }
      if let expected = subscriber.expected {
        strips.append(.row(DrawnRow(note: "expected", beats: beats(of: expected))))
      }
      var row = DrawnRow(beats: beats(of: subscriber.received))
      row.note = subscriber.expected != nil ? "actual" : run.subscribers.count > 1 ? "subscriber \(number + 1)" : ""
      row.subject = .result(run: index, subscriber: number)
      row.start = subscriber.from?.instant(of: .subscribe)
      row.cut = subscriber.from?.instant(of: .unsubscribe)
      story?.complete(&row, ofSubscriber: number)
      strips.append(.row(row))
      if !subscriber.differences.isEmpty { strips.append(.differences(subscriber.differences)) }
      if details.timers, let timers = story?.timers(ofSubscriber: number), !timers.isEmpty {
        strips.append(.timers(timers))
      }
    }
    for windows in run.windows {
      strips += [.windows(windows)] + (windows.demand.map { [.demand($0, of: windows.name, nil)] } ?? [])
    }
    if let law = run.law {
      strips.append(.code(law.lines + (law.verdict.isEmpty ? [] : ["   " + law.verdict]), isFramed: true))
    }
    strips += run.rules.map(Strip.rule)
    for omission in run.windows.compactMap(\.omission) + [run.omission].compactMap(\.self) {
      strips.append(.warning(omission))
    }
    if let stop = run.stop { strips.append(.warning("only the start of the run; \(stop)")) }
  }

  /// Whether a stream is subscribed.
  private func plays(_ stream: Diagram.Stream, inRun run: Int) -> Bool {
    stream.isDeclared && indices[run]?.subscriptions(ofSource: stream.name).isEmpty == false
  }

  private func beats(of lane: Lane, inSource name: String? = nil) -> [Beat] {
    lane.moments.map { moment in
      let signs = moment.marks.map { mark in
        Sign(
          kind: mark.kind,
          colors: name.map { coloring.colors(of: mark.kind, inSource: $0) } ?? coloring.colors(of: mark.kind))
      }
      return Beat(instant: moment.instant.nanoseconds, signs: signs)
    }
  }
}

extension Diagram.Stream {
  /// The text beside its name.
  fileprivate func note(isAsWritten: Bool) -> String {
    if kind == .hot { return "hot" }
    return number.map { $0 + (isAsWritten ? ", as written" : "") } ?? (isAsWritten ? "as written" : "")
  }
  /// The text beside its name if each subscription has a row of its own.
  fileprivate var templateNote: String { number.map { "\($0) subscription:" } ?? "each subscription:" }
  /// The same in a poster, which has less room.
  var timesOfSubscription: String { number.map { "\($0) time" } ?? "each time" }
  /// Which subscriptions play the lane; `nil` if all of them do.
  private var number: String? {
    guard let subscription else { return nil }
    let number = (subscription + 1).ordinal
    return isLast ? "from \(number)" : number
  }
}

extension Diagram.Run {
  /// The instant after which events are not drawn, for a run that was stopped; otherwise `nil`.
  fileprivate var horizon: VirtualInstant? {
    stop == nil ? nil : subscribers.compactMap(\.received.moments.last?.instant).max() ?? .zero
  }
}

extension Lane {
  /// Returns the instant of the first mark of a kind.
  func instant(of kind: Mark.Kind) -> Int64? {
    moments.first { $0.marks.contains { $0.kind == kind } }?.instant.nanoseconds
  }
  /// The symbols of the values.
  var symbols: [Symbol] { moments.flatMap(\.marks).compactMap(\.kind.symbol) }
}

extension Mark.Kind {
  /// The symbol of a value.
  var symbol: Symbol? { if case .value(let symbol) = self { symbol } else { nil } }
}

extension Int {
  /// The number with its ending: 1st, 2nd, 3rd, 4th, 11th, 21st.
  fileprivate var ordinal: String {
    let isTeen = (11...13).contains(self % 100)
    return switch self % 10 {
    case 1 where !isTeen: "\(self)st"
    case 2 where !isTeen: "\(self)nd"
    case 3 where !isTeen: "\(self)rd"
    default: "\(self)th"
    }
  }
}
