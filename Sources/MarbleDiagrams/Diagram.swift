import Marbles
import VirtualTime

/// A picture before it is drawn: streams, and what happened when pipelines ran. ``svg(theme:)``, ``text()`` and ``html(theme:)`` draw it.
///
///     let typed = try Lane(parsing: "-a-b-c------d-|", as: .cold)
///     let calm = try Lane(parsing: "--------c-----|", as: .expectation)
///     let diagram = Diagram(
///       title: "A pause", streams: [.init(name: "typed", lane: typed)],
///       runs: [.init(pipeline: ["typed.debounce(for: 3)"], subscribers: [.init(received: calm)])])
///     print(diagram.text())
///
/// In a marble test `m.diagram()` makes it of what happened.
public struct Diagram: Sendable {
  /// One line of the legend: what a symbol means, as a literal.
  public struct Meaning: Hashable, Sendable {
    /// The symbol, as it stands in a row.
    public var symbol: String
    /// The value, as Swift writes it.
    public var value: String

    /// A symbol and the value it stands for.
    public init(symbol: String, value: String) { (self.symbol, self.value) = (symbol, value) }
  }

  /// A stream that has a name.
  public struct Stream: Sendable {
    public enum Kind: Hashable, Sendable {
      /// A run for each subscriber.
      case cold
      /// One run, shared by all subscribers.
      case hot
      /// Made of others; the lines of its pipeline.
      case derived([String])
    }
    /// The name.
    public var name: String
    /// Whether it is cold, hot, or made of other streams.
    public var kind: Kind
    /// The declared row; empty for a derived stream.
    public var lane: Lane
    /// The meanings of its symbols.
    public var meanings: [Meaning] = []
    /// Which subscription the lane is for, counted from 0, if there is a lane for each. The last one is for all that come later, too.
    package var subscription: Int?
    /// Whether there is no lane behind it.
    package var isLast = true

    /// A stream of marbles.
    public init(name: String, kind: Kind = .cold, lane: Lane, meanings: [Meaning] = []) {
      (self.name, self.kind, self.lane, self.meanings) = (name, kind, lane, meanings)
    }
  }

  /// One subscriber: what drives it, and what it received.
  public struct Subscriber: Sendable {
    /// When it subscribes and cancels; `nil` for a subscription at zero that is never cancelled.
    public var from: Lane?
    /// Its requests; `nil` for unlimited values at the subscription.
    public var demand: Lane?
    /// The row that it received.
    public var received: Lane
    /// The expected row, if it differs.
    public var expected: Lane?
    /// The instants at which the two differ.
    public var differences: [VirtualInstant] = []

    /// A subscriber that received a lane.
    public init(from: Lane? = nil, demand: Lane? = nil, received: Lane) {
      (self.from, self.demand, self.received) = (from, demand, received)
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
    /// Whether the lanes say when a stream is connected.
    package var isConnection = false

    /// The subscriptions of a source, and what was requested on them.
    public init(name: String, lanes: [Lane], demand: Lane? = nil) { (self.name, self.lanes, self.demand) = (name, lanes, demand) }
  }

  /// One run of one pipeline.
  public struct Run: Sendable {
    /// The lines of the pipeline, as they stand in the box.
    public var pipeline: [String]
    /// The subscribers.
    public var subscribers: [Subscriber]
    /// The subscriptions of its sources.
    public var windows: [Windows] = []
    /// The meanings of the symbols of the results.
    public var meanings: [Meaning] = []
    /// Why the run was stopped before its end, if it was.
    package var stop: String?
    /// The trace: the events between the operators, if the run was traced.
    package var trace: Trace?

    /// A pipeline and what came out of it.
    public init(pipeline: [String], subscribers: [Subscriber], windows: [Windows] = [], meanings: [Meaning] = []) {
      (self.pipeline, self.subscribers, self.windows, self.meanings) = (pipeline, subscribers, windows, meanings)
    }
  }

  /// Stands above it.
  public var title: String?
  /// The chapter of a gallery that it belongs to.
  public var family: String?
  /// Stands below the title.
  public var note: String?
  /// The time one symbol takes, in nanoseconds.
  public var frame: Int64
  /// The guard that the spec sets, if it does.
  package var limit: Int?
  /// The streams that its pipelines are made of.
  public var streams: [Stream]
  /// The pipelines, and what happened.
  public var runs: [Run]
  /// The meanings of symbols that only traces use.
  package var innerMeanings: [Meaning] = []

  /// A diagram of streams and runs.
  public init(title: String? = nil, note: String? = nil, frame: Int64 = Lane.defaultFrame, streams: [Stream] = [], runs: [Run] = []) {
    (self.title, self.note, self.frame, self.streams, self.runs) = (title, note, frame, streams, runs)
  }

  /// Every lane of the diagram, in the order in which they are drawn.
  package var lanes: [Lane] {
    streams.filter(\.isDeclared).map(\.lane) + runs.flatMap(\.lanes)
  }
}

extension Diagram.Stream {
  /// Whether the subscription of this number plays the lane.
  package func plays(_ number: Int) -> Bool { subscription.map { isLast ? number >= $0 : number == $0 } ?? true }
  /// Whether it has a lane of its own.
  package var isDeclared: Bool {
    if case .derived = kind { false } else { true }
  }
}

extension Diagram.Windows {
  /// How its rows begin in a spec.
  package var label: String { (isConnection ? "connect " : "subs ") + name }
}

extension Diagram.Run {
  /// The lanes of the run, in the order in which they are drawn.
  package var lanes: [Lane] {
    subscribers.flatMap { [$0.from, $0.demand, $0.expected, $0.received].compactMap(\.self) }
      + windows.flatMap { $0.lanes + [$0.demand].compactMap(\.self) }
  }
}

extension Diagram {
  /// Draws it as a picture: one file without scripts and fonts, that can be read on white and on black.
  ///
  /// - Parameters:
  ///   - theme: Light, dark, or as the reader's system is set.
  ///   - timers: Whether the timers of a test are drawn, as bars below what they delay.
  ///   - causes: Whether a line leads from each value that a test received to the value of a source that led to it.
  public func svg(theme: Theme = .auto, timers: Bool = true, causes: Bool = true) -> String {
    SVGRenderer.text(of: PictureLayout.picture(of: self, details: PictureDetails(timers: timers, causes: causes)), theme: theme)
  }

  /// Draws it as text whose columns are instants.
  ///
  /// - Parameters:
  ///   - timers: Whether the timers of a test are drawn, as bars below what they delay.
  ///   - causes: Whether a line for each event that a test received says what led to it.
  public func text(timers: Bool = true, causes: Bool = true) -> String {
    var style = TextStyle()
    (style.showsTimers, style.showsCauses) = (timers, causes)
    return TextRenderer.text(of: self, style: style)
  }

  /// Draws it as a page that plays it and tells what led to what: one file that needs no network.
  ///
  /// - Parameters:
  ///   - theme: Light, dark, or as the reader's system is set.
  ///   - timers: Whether the timers of a test are drawn, as bars below what they delay.
  public func html(theme: Theme = .auto, timers: Bool = true) -> String {
    HTMLRenderer.text(of: self, details: PictureDetails(timers: timers), theme: theme)
  }

  /// Writes it as JSON: streams, what was received and expected and where that differs, subscriptions, demand, timers and causes. Instants and
  /// lengths are nanoseconds.
  public func json() -> String { JSONRenderer.text(of: self) }
}

extension Array where Element: Hashable {
  /// The elements without those that were there before.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
