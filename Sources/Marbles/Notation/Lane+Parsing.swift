import VirtualTime

extension Lane {
  /// Reads a row of marbles.
  ///
  /// - Parameters:
  ///   - text: The row, such as `-a--b--(c|)`.
  ///   - role: The role of the row, which decides the symbols that it may contain.
  ///   - frame: The time of one symbol in nanoseconds, greater than zero; one millisecond by default.
  /// - Throws: ``NotationError`` with the position and a fix if the text is not a row of that role.
  /// - Complexity: O(*n*) for *n* graphemes.
  public init(parsing text: String, as role: Role, frame: Int64 = Lane.defaultFrame) throws(NotationError) {
    try self.init(parsing: text, as: role, frame: FrameLength(nanoseconds: frame))
  }
  init(parsing text: String, as role: Role, frame: FrameLength) throws(NotationError) {
    var parser = LaneParser(Graphemes(text), role: role, frame: frame)
    self = try parser.lane()
  }

  /// Returns the number of frames that a row takes; `nil` if the text is not a row.
  package static func frames(of text: String, as role: Role) -> Int64? {
    var parser = LaneParser(Graphemes(text), role: role, frame: FrameLength(nanoseconds: defaultFrame))
    return (try? parser.lane()).map { _ in parser.clock / defaultFrame }
  }
}

/// Reads a row and assigns an instant to each symbol.
struct LaneParser {
  private var reader: MarkReader
  private let role: Lane.Role
  private let frame: Int64
  private var position = 0
  /// The instant that the row has reached.
  private var time: RowClock
  var clock: Int64 { time.instant }
  /// The earliest instant that an `@` may name.
  private var earliest: Int64 = 0
  private var moments: [Lane.Moment] = []
  /// The clock at each moment, for a frame that is no whole number of nanoseconds.
  private var times: [RowClock] = []
  /// The mark that completes the stream or cancels the subscription.
  private var end: Mark?
  private var lastJump: Range<Int>?
  /// The position of `^`: time zero of a hot stream, or the start of a subscription.
  private var caret: (time: RowClock, range: Range<Int>)?

  init(_ source: Graphemes, role: Lane.Role, frame: FrameLength) {
    reader = MarkReader(source: source, role: role)
    self.role = role
    self.frame = frame.nanoseconds
    time = RowClock(frame)
  }

  private var source: Graphemes { reader.source }

  mutating func lane() throws(NotationError) -> Lane {
    if frame <= 0 {
      throw reader.failure("a frame must be longer than zero", "say how long a frame is, such as 1ms", 0..<0)
    }
    moments.reserveCapacity(source.symbolCount)
    while position < source.count { try next() }
    if let caret, role == .hot, caret.time.instant != 0 {
      for index in moments.indices {
        moments[index].instant.nanoseconds =
          times.isEmpty ? moments[index].instant.nanoseconds - caret.time.instant : times[index].since(caret.time)
      }
    }
    return Lane(frame: time.frame, moments: moments)
  }

  private mutating func next() throws(NotationError) {
    let start = position, code = source.codes[position]
    switch code {
    case " ":
      position += 1
    case "-":
      position += 1
      try pass(frames: 1, from: start)
      earliest = clock - frame + 1
    case "@":
      try jump()
    case "(":
      let marks = try reader.group(closing: ")", at: &position)
      try add(marks, taking: Int64(position - start - spaces(start..<position)), at: start)
    case "[":
      try add(try reader.group(closing: "]", at: &position), taking: 1, at: start)
    case "{":
      try add(try reader.group(closing: "}", at: &position), taking: 1, at: start, anyOrder: true)
    default:
      if code.isDigit, let duration = try reader.duration(at: &position) {
        try pass(duration, from: start)
        earliest = clock
      } else {
        try add(try reader.mark(at: &position), at: start)
      }
    }
  }

  /// Returns the number of blanks in a group outside of quotes, which only align it.
  private func spaces(_ range: Range<Int>) -> Int {
    var spaces = 0
    var isQuoted = false
    var isEscaped = false
    for code in source.codes[range] {
      if isEscaped {
        isEscaped = false
      } else if code == "'" {
        isQuoted.toggle()
      } else if isQuoted {
        isEscaped = code == "\\"
      } else if code == " " {
        spaces += 1
      }
    }
    return spaces
  }

  /// Advances the clock.
  private mutating func pass(_ nanoseconds: Int64 = 0, frames: Int64 = 0, from start: Int) throws(NotationError) {
    if !time.advance(by: nanoseconds) || !time.advance(frames: frames) {
      throw reader.failure("the row is too long here", "a row spans at most 292 years", start..<position)
    }
  }

  /// Reads `@250ms`, the instant of the next symbol.
  private mutating func jump() throws(NotationError) {
    let start = position
    position += 1
    guard let duration = try reader.duration(at: &position, after: start) else {
      throw reader.failure("'@' needs an instant", "write it with a unit, such as @250ms", start..<position)
    }
    let zero = role == .hot ? caret?.time.instant ?? 0 : 0
    let (instant, overflow) = zero.addingReportingOverflow(duration)
    if overflow { throw reader.failure("the row is too long here", "a row spans at most 292 years", start..<position) }
    if instant < earliest {
      throw reader.failure(
        "'\(source.string(start..<position))' is not later than the symbols before it",
        "write @\(DurationText.of(nextFrame - zero)) or later", start..<position)
    }
    time.jump(to: duration, after: role == .hot ? caret?.time : nil)
    earliest = instant
    lastJump = start..<position
  }

  /// The first free instant: one frame after the last symbol, or the clock if that is earlier.
  private var nextFrame: Int64 { max(earliest, min(clock, (earliest - 1).addingReportingOverflow(frame).partialValue)) }

  /// Adds marks at the instant of the clock, and advances the clock by a number of frames.
  private mutating func add(_ marks: [Mark], taking frames: Int64, at start: Int, anyOrder: Bool = false)
    throws(NotationError)
  {
    let hadCaret = caret != nil
    for mark in marks {
      if case .subscribe = mark.kind { try place(mark) }
      try checkEnd(before: mark)
      if mark.isEnd { end = mark }
      if case .unsubscribe = mark.kind, caret == nil {
        throw reader.failure("the subscription ends before it begins", "write '^' where it begins", mark.range!)
      }
    }
    // In a hot stream '^' is a position, not an event.
    let happening = role == .hot && !hadCaret && caret != nil ? marks.filter { $0.kind != .subscribe } : marks
    if !happening.isEmpty {
      moments.append(Lane.Moment(instant: VirtualInstant(nanoseconds: clock), marks: happening, anyOrder: anyOrder))
      if time.frame.excess > 0 { times.append(time) }
    }
    try moveOn(frames, from: start)
  }
  /// Adds a single mark at the instant of the clock, and advances the clock by a frame.
  private mutating func add(_ mark: consuming Mark, at start: Int) throws(NotationError) {
    if mark.kind.isOfSubscription { return try add([mark], taking: 1, at: start) }
    try checkEnd(before: mark)
    if mark.isEnd { end = mark }
    moments.append(Lane.Moment(instant: VirtualInstant(nanoseconds: clock), content: Lane.Marks(mark)))
    if time.frame.excess > 0 { times.append(time) }
    try moveOn(1, from: start)
  }
  /// Advances the clock after marks that take some frames.
  private mutating func moveOn(_ frames: Int64, from start: Int) throws(NotationError) {
    earliest = min(clock, .max - 1) + 1
    try pass(frames: frames, from: start)
  }

  /// Accepts `^`: time zero of a hot stream, or the start of a subscription.
  private mutating func place(_ mark: Mark) throws(NotationError) {
    if caret != nil {
      let fix = role == .hot ? "a hot stream has one '^', its time zero" : "write each subscription as a row of its own"
      throw reader.failure("a second '^'", fix, mark.range!)
    }
    if role == .hot, end != nil {
      throw reader.failure("the stream ends before its time zero", "put '^' before the end", mark.range!)
    }
    if role == .hot, let lastJump {
      throw reader.failure("'@' counts from '^', which comes later", "before '^' use dashes and durations", lastJump)
    }
    caret = (time, mark.range!)
  }

  private func checkEnd(before mark: Mark) throws(NotationError) {
    guard let end else { return }
    if case .failure(nil) = end.kind, case .value(let symbol) = mark.kind,
      mark.range!.lowerBound == end.range!.upperBound,
      symbol.text.allSatisfy(\.isLetter)
    {
      throw reader.failure("the text of an error has quotes", "write #'…', as in #'\(symbol.text)'", mark.range!)
    }
    let what = end.kind == .unsubscribe ? "the subscription is over" : "the stream has ended"
    throw reader.failure(
      "\(what) before '\(source.string(mark.range!))'", "after '\(source.string(end.range!))' only silence may follow",
      mark.range!)
  }
}

extension Mark.Kind {
  /// Whether the mark begins or ends a subscription.
  fileprivate var isOfSubscription: Bool {
    switch self {
    case .subscribe, .unsubscribe: true
    default: false
    }
  }
}
