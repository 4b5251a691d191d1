import VirtualTime

/// A run as a list of events, as a file in the format `marble-events` has it. The page `RecordedRuns.md` specifies the
/// format.
package struct RecordedRun: Hashable, Sendable {
  /// The version of the format that is written and read.
  static let version: Int64 = 1

  /// One event of one stream.
  package struct Event: Hashable, Sendable {
    /// The kinds of events. Each is a key of the format.
    package enum Kind: Hashable, Sendable {
      case subscribe
      /// A request for a number of values; `nil` is unlimited.
      case request(Int?)
      case next(String, Content)
      case finish
      /// A failure, with its text if one was written.
      case fail(String?)
      case cancel
    }
    /// The text of a value beside its symbol.
    package enum Content: Hashable, Sendable {
      /// The symbol is the value: a digit is an integer, any other symbol is a text.
      case symbol
      case literal(String)
      /// The value was not written down. Equal symbols of a stream are equal values.
      case unknown
    }

    /// The time since the start of the run.
    package var instant: VirtualInstant
    /// The name of the stream.
    package var stream: String
    /// The number of the subscription to the stream, counted from 1.
    package var subscription = 1
    package var kind: Kind
    /// The indices of the events that caused this one, all of them earlier in the list.
    package var causes: [Int] = []
    /// The length of the timer that fired when the event was sent, in nanoseconds.
    package var timer: Int64?

    package init(_ kind: Kind, of stream: String, _ subscription: Int = 1, at instant: VirtualInstant) {
      self.kind = kind
      self.stream = stream
      self.subscription = subscription
      self.instant = instant
    }
  }

  package var title: String?
  /// The length of a frame in nanoseconds, if the run has one.
  package var frame: Int64?
  /// The number of events that are missing because they had no room.
  package var dropped = 0
  /// The events in the order in which they happened.
  package var events: [Event] = []

  package init() {}

  /// The names of the streams, each once, in the order of their first events.
  package var streams: [String] {
    var seen: Set<String> = []
    return events.compactMap { seen.insert($0.stream).inserted ? $0.stream : nil }
  }
}

extension RecordedRun.Event.Kind {
  /// Whether the event is a value or a completion.
  package var isSignal: Bool {
    switch self {
    case .next, .finish, .fail: true
    case .subscribe, .request, .cancel: false
    }
  }

  /// The mark of the event in a row.
  package var mark: Mark.Kind {
    switch self {
    case .subscribe: .subscribe
    case .request(let count): .request(count)
    case .next(let symbol, let content): .value(Symbol(symbol, isQuoted: content.isText && Int(symbol) != nil))
    case .finish: .finished
    case .fail(let text): .failure(text)
    case .cancel: .unsubscribe
    }
  }
}

extension RecordedRun.Event.Content {
  /// Whether the value is the literal of a text.
  package var isText: Bool {
    if case .literal(let text) = self { text.utf8.first == UInt8(ascii: "\"") } else { false }
  }
}
