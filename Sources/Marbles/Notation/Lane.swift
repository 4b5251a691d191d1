import VirtualTime

/// One row of marbles: the events of one stream with their instants.
///
/// A lane is the meaning of a text such as `-a--b--(c|)`. Two texts with the same meaning are equal lanes, whatever
/// their spaces and groups look like.
public struct Lane: Hashable, Sendable {
  /// The role of a row of marbles. It decides the symbols that the row may contain.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// The events of a cold stream: each subscription plays them from its instant on.
    case cold
    /// The events of a hot stream: they happen once, with or without subscribers. `^` is time zero.
    case hot
    /// An expected row; `?` is any value, `{ab}` values in any order.
    case expectation
    /// One subscription: `^` where it begins, `!` where it is cancelled or completed.
    case window
    /// The requests of a subscriber: a digit or a quoted number for a number of values, `*` for unlimited.
    case demand
    /// The instants at which a test acts; every value is one action.
    case actions
  }

  /// The marks of one instant.
  public struct Moment: Hashable, Sendable {
    /// The instant, counted from time zero. Only a hot stream has moments before zero.
    public var instant: VirtualInstant
    /// The marks, in order; never empty in a parsed lane.
    public var marks: [Mark] {
      get { Array(content) }
      set { content = Marks(newValue) }
    }
    /// Whether the values may come in any order: `{ab}`.
    public var anyOrder: Bool
    /// The marks, in order, without an array for a single one.
    package var content: Marks

    /// Creates a moment of some marks.
    public init(instant: VirtualInstant, marks: [Mark], anyOrder: Bool = false) {
      self.init(instant: instant, content: Marks(marks), anyOrder: anyOrder)
    }
    init(instant: VirtualInstant, content: consuming Marks, anyOrder: Bool = false) {
      self.instant = instant
      self.content = content
      self.anyOrder = anyOrder
    }
  }

  /// The marks of a moment. The first one is stored apart, because most moments have one.
  package struct Marks: RandomAccessCollection, Hashable, Sendable {
    /// The first mark; any mark if there is none.
    private var head: Mark
    private var rest: [Mark]
    package private(set) var endIndex: Int

    init(_ mark: consuming Mark) {
      head = mark
      rest = []
      endIndex = 1
    }
    init(_ marks: consuming [Mark]) {
      endIndex = marks.count
      head = marks.isEmpty ? Mark(.anyValue) : marks[0]
      rest = marks.count > 1 ? Array(marks[1...]) : []
    }

    package var startIndex: Int { 0 }
    // The default ones are generic, and slow where nothing is optimized.
    package func index(after index: Int) -> Int { index + 1 }
    package func formIndex(after index: inout Int) { index += 1 }
    package func distance(from start: Int, to end: Int) -> Int { end - start }
    package func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
    package subscript(index: Int) -> Mark {
      @inline(__always) get {
        precondition(index < endIndex)
        return index == 0 ? head : rest[index - 1]
      }
    }

    package mutating func append(_ mark: Mark) {
      if endIndex == 0 { head = mark } else { rest.append(mark) }
      endIndex += 1
    }
  }

  /// The time of one symbol, in nanoseconds, rounded up.
  public var frame: Int64 {
    get { frameLength.nanoseconds }
    set { frameLength = FrameLength(nanoseconds: newValue) }
  }
  var frameLength: FrameLength
  /// The moments in order; each instant occurs once.
  public var moments: [Moment]

  /// The default length of a frame: one millisecond, in nanoseconds.
  public static let defaultFrame: Int64 = 1_000_000

  /// Creates a lane of some moments.
  ///
  /// - Parameter frame: The time of one symbol in nanoseconds.
  /// - Parameter moments: The moments in order; each instant must occur once.
  public init(frame: Int64 = Lane.defaultFrame, moments: [Moment]) {
    self.init(frame: FrameLength(nanoseconds: frame), moments: moments)
  }
  init(frame: FrameLength, moments: [Moment]) {
    frameLength = frame
    self.moments = moments
  }
}

/// One event of a stream, a subscription or a request in a lane.
public struct Mark: Hashable, Sendable {
  /// The kinds of marks.
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
  /// The position in the text, in graphemes; `nil` if the mark was not read from a text. Equality ignores it.
  public var range: Range<Int>?

  /// Creates a mark of a kind.
  public init(_ kind: Kind, range: Range<Int>? = nil) {
    self.kind = kind
    self.range = range
  }

  /// Whether the kinds are equal. The positions are ignored.
  public static func == (left: Mark, right: Mark) -> Bool { left.kind == right.kind }
  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// Whether no mark can follow: the stream has completed, or the subscription is over.
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

  /// Creates a symbol of a name.
  public init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

extension Lane.Role {
  /// The name of the role in messages.
  var title: String {
    switch self {
    case .cold: "a cold stream"
    case .hot: "a hot stream"
    case .expectation: "an expectation"
    case .window: "a row of a subscription"
    case .demand: "a row of requests"
    case .actions: "a row of actions"
    }
  }
}
