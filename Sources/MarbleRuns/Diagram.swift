import Marbles
import VirtualTime

/// A marble diagram before it is drawn: streams, and the events of the pipelines that ran. `MarbleDiagrams` draws it,
/// with `svg(theme:timers:causes:)`, `text(timers:causes:)`, `html(theme:timers:)` and `json()`.
///
///     let typed = try Lane(parsing: "-a-b-c------d-|", as: .cold)
///     let calm = try Lane(parsing: "--------c-----|", as: .expectation)
///     let diagram = Diagram(
///       title: "A pause", streams: [.init(name: "typed", lane: typed)],
///       runs: [.init(pipeline: ["typed.debounce(for: 3)"], subscribers: [.init(received: calm)])])
///     print(diagram.text())
///
/// In a marble test `m.diagram()` creates a diagram of the run.
public struct Diagram: Sendable {
  /// An entry of the legend: a symbol and its value.
  public struct Meaning: Hashable, Sendable {
    /// The symbol, as it is written in a row.
    public var symbol: String
    /// The value, as a Swift literal.
    public var value: String

    /// Creates an entry for a symbol and its value.
    public init(symbol: String, value: String) {
      self.symbol = symbol
      self.value = value
    }
  }

  /// A stream with a name.
  public struct Stream: Sendable {
    public enum Kind: Hashable, Sendable {
      /// Each subscriber has a run of its own.
      case cold
      /// All subscribers share one run.
      case hot
      /// The stream is made of other streams, by the lines of a pipeline.
      case derived([String])
    }
    /// The name.
    public var name: String
    /// Whether it is cold, hot, or made of other streams.
    public var kind: Kind
    /// The declared row; empty for a derived stream.
    public var lane: Lane
    /// The meanings of the symbols of the row.
    public var meanings: [Meaning] = []
    /// The number of the subscription that plays the lane, counted from 0, if each has a lane of its own. All later
    /// subscriptions play the last lane.
    package var subscription: Int?
    /// Whether this is the last lane of the stream.
    package var isLast = true

    /// Creates a stream with a row of marbles.
    public init(name: String, kind: Kind = .cold, lane: Lane, meanings: [Meaning] = []) {
      self.name = name
      self.kind = kind
      self.lane = lane
      self.meanings = meanings
    }
  }

  /// A subscriber: its subscription, its requests and the events that it received.
  public struct Subscriber: Sendable {
    /// The lane of its subscription; `nil` for one that begins at zero and is never cancelled.
    public var from: Lane?
    /// The lane of its requests; `nil` for unlimited values at the subscription.
    public var demand: Lane?
    /// The events that it received.
    public var received: Lane
    /// The expected row; `nil` if it equals the received one.
    public var expected: Lane?
    /// The instants at which the two rows differ.
    public var differences: [VirtualInstant] = []

    /// Creates a subscriber that received a lane.
    public init(from: Lane? = nil, demand: Lane? = nil, received: Lane) {
      self.from = from
      self.demand = demand
      self.received = received
    }
  }

  /// The subscriptions of a source, one lane each.
  public struct Windows: Sendable {
    /// The name of the source.
    public var name: String
    /// A lane for each subscription, in the order in which they began.
    public var lanes: [Lane]
    /// The requests of all subscribers together, if they are drawn.
    public var demand: Lane?
    /// Whether the lanes are connections of a stream, not subscriptions.
    package var isConnection = false
    /// How many lanes are left out.
    package var omitted = 0

    /// Creates the subscriptions of a source, with the requests on them.
    public init(name: String, lanes: [Lane], demand: Lane? = nil) {
      self.name = name
      self.lanes = lanes
      self.demand = demand
    }
  }

  /// A second pipeline that should send the same events for every input.
  package struct Law: Sendable {
    package var pipeline: [String]
    /// Whether the law holds, as a part of a sentence.
    package var verdict: String
    /// The behaviors that no input can show, as clauses.
    var exceptions: [String]
    /// The number of inputs that were tried if it holds.
    package var inputs: Int?

    package init(pipeline: [String], verdict: String, exceptions: [String] = [], inputs: Int? = nil) {
      self.pipeline = pipeline
      self.verdict = verdict
      self.exceptions = exceptions
      self.inputs = inputs
    }

    package var lines: [String] {
      pipeline.enumerated().map { ($0 == 0 ? "== " : "  ") + $1 } + exceptions.map { "== never \($0)" }
    }
  }

  /// One run of one pipeline.
  public struct Run: Sendable {
    /// The lines of the pipeline in its box.
    public var pipeline: [String]
    /// The subscribers.
    public var subscribers: [Subscriber]
    /// The subscriptions of its sources.
    public var windows: [Windows] = []
    /// The meanings of the symbols of the results.
    public var meanings: [Meaning] = []
    /// The reason why the run was stopped early; `nil` if it was not.
    package var stop: String?
    /// The verdicts on the rules.
    package var rules: [RuleOutcome] = []
    /// The pipeline that sends the same for every input.
    package var law: Law?
    /// The trace, with the events between the operators; `nil` if the run was not traced.
    package var trace: Trace?

    /// Creates a run of a pipeline with its subscribers.
    public init(pipeline: [String], subscribers: [Subscriber], windows: [Windows] = [], meanings: [Meaning] = []) {
      self.pipeline = pipeline
      self.subscribers = subscribers
      self.windows = windows
      self.meanings = meanings
    }
  }

  /// The title above the diagram.
  public var title: String?
  /// The chapter of a gallery that the diagram belongs to.
  public var family: String?
  /// The text below the title.
  public var note: String?
  /// The time of one symbol, in nanoseconds.
  public var frame: Int64
  /// The guard that the spec sets, if it does.
  package var limit: Int?
  /// The times when the scheduler is busy.
  package var busy: Lane?
  /// The streams that the pipelines use.
  public var streams: [Stream]
  /// The runs of the pipelines.
  public var runs: [Run]
  /// The meanings of symbols that only traces use.
  package var innerMeanings: [Meaning] = []

  /// Creates a diagram of streams and runs.
  public init(
    title: String? = nil, note: String? = nil, frame: Int64 = Lane.defaultFrame, streams: [Stream] = [],
    runs: [Run] = []
  ) {
    self.title = title
    self.note = note
    self.frame = frame
    self.streams = streams
    self.runs = runs
  }

  /// Every lane of the diagram, in the order in which they are drawn.
  package var lanes: [Lane] {
    streams.filter(\.isDeclared).map(\.lane) + [busy].compactMap(\.self) + runs.flatMap(\.lanes)
  }
}

extension Lane {
  /// The times from each `^` to the next `!`.
  package var periods: [Range<VirtualInstant>] {
    zip(marks, marks.dropFirst()).compactMap {
      $0.mark.kind == .subscribe && $1.mark.kind == .unsubscribe ? $0.instant..<$1.instant : nil
    }
  }
  /// All marks, each with its instant.
  package var marks: [(instant: VirtualInstant, mark: Mark)] {
    moments.flatMap { moment in moment.marks.map { (moment.instant, $0) } }
  }
}

extension Diagram.Stream {
  /// Whether the subscription with a number plays the lane.
  package func plays(_ number: Int) -> Bool { subscription.map { isLast ? number >= $0 : number == $0 } ?? true }
  /// Whether the stream has a lane of its own.
  package var isDeclared: Bool {
    if case .derived = kind { false } else { true }
  }
}

extension Diagram.Windows {
  /// A sentence about the lanes that are left out.
  package var omission: String? { omitted > 0 ? "\(omitted) more subscriptions of \(name) are left out" : nil }

  /// The label of its rows in a spec.
  package var label: String { (isConnection ? "connect " : "subs ") + name }
}

extension Diagram.Run {
  /// A sentence about what a trace leaves out of a run that came to its end.
  package var omission: String? {
    guard let trace, trace.isCut, stop == nil, let last = trace.events.last?.instant else { return nil }
    return "what happened between the operators after \(DurationText.of(last.nanoseconds)) is left out"
  }

  /// The lanes of the run, in the order in which they are drawn.
  package var lanes: [Lane] {
    var lanes: [Lane?] = []
    for subscriber in subscribers {
      lanes += [subscriber.from, subscriber.demand, subscriber.expected, subscriber.received]
    }
    for window in windows { lanes += window.lanes.map(Optional.some) + [window.demand] }
    return lanes.compactMap(\.self)
  }
}
