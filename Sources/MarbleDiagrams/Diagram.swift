import Marbles
import VirtualTime

/// What is drawn: the streams of a spec and what happened when its pipelines ran. Whoever reads specs makes it, whoever draws reads it, and
/// neither knows the other.
package struct Diagram: Sendable {
  /// One line of the legend: what a symbol means, as a literal.
  package struct Meaning: Hashable, Sendable {
    package var symbol: String
    package var value: String

    package init(symbol: String, value: String) { (self.symbol, self.value) = (symbol, value) }
  }

  /// A stream that has a name.
  package struct Stream: Sendable {
    package enum Kind: Hashable, Sendable {
      case cold, hot
      /// Made of others; the lines of its pipeline.
      case derived([String])
    }
    package var name: String
    package var kind: Kind
    /// What is declared to happen; empty if it is derived.
    package var lane: Lane
    package var meanings: [Meaning] = []

    package init(name: String, kind: Kind, lane: Lane, meanings: [Meaning] = []) {
      (self.name, self.kind, self.lane, self.meanings) = (name, kind, lane, meanings)
    }
  }

  /// One subscriber: what drives it, and what it received.
  package struct Subscriber: Sendable {
    package var from: Lane?
    package var demand: Lane?
    package var received: Lane

    package init(from: Lane? = nil, demand: Lane? = nil, received: Lane) {
      (self.from, self.demand, self.received) = (from, demand, received)
    }
  }

  /// The subscriptions of a source, one lane each.
  package struct Windows: Sendable {
    package var name: String
    package var lanes: [Lane]

    package init(name: String, lanes: [Lane]) { (self.name, self.lanes) = (name, lanes) }
  }

  /// One run of one pipeline.
  package struct Run: Sendable {
    package var pipeline: [String]
    package var subscribers: [Subscriber]
    package var windows: [Windows] = []
    package var meanings: [Meaning] = []
    /// Why the run was stopped before its end, if it was.
    package var stop: String?
    /// What happened between the operators, if the run was traced.
    package var trace: Trace?

    package init(
      pipeline: [String], subscribers: [Subscriber], windows: [Windows] = [], meanings: [Meaning] = [], stop: String? = nil,
      trace: Trace? = nil
    ) {
      (self.pipeline, self.subscribers, self.windows) = (pipeline, subscribers, windows)
      (self.meanings, self.stop, self.trace) = (meanings, stop, trace)
    }
  }

  package var title: String?
  package var family: String?
  package var note: String?
  /// The time one symbol takes, in nanoseconds.
  package var frame: Int64
  /// The guard that the spec sets, if it does.
  package var limit: Int?
  package var streams: [Stream]
  package var runs: [Run]
  /// What the symbols mean that only traces use.
  package var innerMeanings: [Meaning] = []

  package init(
    title: String? = nil, family: String? = nil, note: String? = nil, frame: Int64, limit: Int? = nil, streams: [Stream], runs: [Run],
    innerMeanings: [Meaning] = []
  ) {
    (self.title, self.family, self.note, self.frame, self.limit) = (title, family, note, frame, limit)
    (self.streams, self.runs, self.innerMeanings) = (streams, runs, innerMeanings)
  }

  /// Every lane of the diagram, in the order in which they are drawn.
  package var lanes: [Lane] {
    streams.filter(\.isDeclared).map(\.lane) + runs.flatMap(\.lanes)
  }
}

extension Diagram.Stream {
  /// Whether it has a lane of its own.
  package var isDeclared: Bool {
    if case .derived = kind { false } else { true }
  }
}

extension Diagram.Run {
  /// The lanes of the run, in the order in which they are drawn.
  package var lanes: [Lane] {
    subscribers.flatMap { [$0.from, $0.demand, $0.received].compactMap(\.self) } + windows.flatMap(\.lanes)
  }
}

extension Array where Element: Hashable {
  /// The elements without those that were there before.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
