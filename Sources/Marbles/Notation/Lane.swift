import VirtualTime

/// One row of marbles: what happens on one stream, and when.
///
/// A lane is what a text such as `-a--b--(c|)` means. Two texts that mean the same are equal lanes, however they are spaced and written.
public struct Lane: Hashable, Sendable {
  /// The role of a row of marbles. It decides which symbols the row may hold.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// The events of a stream that begin when somebody subscribes.
    case cold
    /// The events of a stream that happen whether or not somebody listens; `^` is time zero.
    case hot
    /// An expected row; `?` is any value, `{ab}` values in any order.
    case expectation
    /// One subscription: `^` where it begins, `!` where it ends.
    case window
    /// Requests: a digit or a quoted number for so many values, `*` for unlimited.
    case demand
    /// Moments at which a test does something; every value is one action.
    case actions
  }

  /// The marks of one instant.
  public struct Moment: Hashable, Sendable {
    /// When, from time zero. Only a hot stream has moments before zero.
    public var instant: VirtualInstant
    /// The marks, in order; never empty in a parsed lane.
    public var marks: [Mark]
    /// Whether the values may come in any order: `{ab}`.
    public var anyOrder: Bool

    /// A moment of these marks.
    public init(instant: VirtualInstant, marks: [Mark], anyOrder: Bool = false) {
      self.instant = instant
      self.marks = marks
      self.anyOrder = anyOrder
    }
  }

  /// The time one symbol takes, in nanoseconds.
  public var frame: Int64
  /// The moments, each instant once, the earliest first.
  public var moments: [Moment]

  /// One millisecond, in nanoseconds: the frame where nothing else is said.
  public static let defaultFrame: Int64 = 1_000_000

  /// A lane of these moments.
  public init(frame: Int64 = Lane.defaultFrame, moments: [Moment]) {
    self.frame = frame
    self.moments = moments
  }
}

/// One thing that happens on a stream or in a lane.
public struct Mark: Hashable, Sendable {
  /// The things that can happen.
  public enum Kind: Hashable, Sendable {
    /// A value arrives.
    case value(Symbol)
    /// Any one value is expected to arrive.
    case anyValue
    /// The stream finishes.
    case finished
    /// The stream fails, with the quoted value if one was written.
    case failure(String?)
    /// A subscription begins.
    case subscribe
    /// A subscription ends.
    case unsubscribe
    /// A request for a number of values; `nil` is unlimited.
    case request(Int?)
  }

  /// The event.
  public var kind: Kind
  /// The place in the text that it was read from, in graphemes; `nil` if it was not read. `nil` if it was not read. No part of equality.
  public var range: Range<Int>?

  /// A mark of this kind.
  public init(_ kind: Kind, range: Range<Int>? = nil) {
    self.kind = kind
    self.range = range
  }

  /// Whether the kinds are equal, wherever they stand.
  public static func == (left: Mark, right: Mark) -> Bool { left.kind == right.kind }
  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// Whether nothing can follow: the stream finished or failed, or the subscription is over.
  public var isEnd: Bool {
    switch kind {
    case .finished, .failure, .unsubscribe: true
    case .value, .anyValue, .subscribe, .request: false
    }
  }
}

/// The name of a value in a row of marbles: one grapheme, or any text in quotes.
public struct Symbol: Hashable, Sendable {
  /// The name, without quotes.
  public var text: String
  /// Whether it was written in quotes. A quoted symbol is always a string: `'1'` is "1".
  public var isQuoted: Bool

  /// A symbol of this name.
  public init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

extension Lane.Role {
  /// The name of the role in messages.
  package var title: String {
    switch self {
    case .cold: "a cold stream"
    case .hot: "a hot stream"
    case .expectation: "an expectation"
    case .window: "a subscription lane"
    case .demand: "a demand lane"
    case .actions: "a row of actions"
    }
  }
}
