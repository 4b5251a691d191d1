import PipesCore
import Synchronization
import VirtualTime

/// Records the events of streams in a running app, so that a session can be drawn, explained and replayed.
///
///     let recorder = SessionRecorder()
///     let found = typed.recorded("typed", in: recorder) { $0 }
///       .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
///       .map { service.answer(to: $0).recorded("answer", in: recorder) { $0.title } }
///       .switchToLatest()
///       .recorded("found", in: recorder) { $0.title }
///     …
///     try recorder.write(to: "session.jsonl")
///
/// The file has one JSON object on each line; the page *Recorded runs* describes it. Values are written only if a
/// closure says how. Without a closure each value is a symbol, which shows equal values and nothing else.
///
/// *Keeps* the last events, up to its capacity, and counts the events that it dropped before them. All calls are safe
/// from any thread.
public final class SessionRecorder: Sendable {
  /// An event as it is kept; its texts and symbols are created when they are written.
  struct Entry: Sendable {
    enum Kind: UInt8, Sendable { case subscribe, request, value, finish, fail, cancel }
    var instant: Int64
    var stream: Int32
    var subscription: Int32
    var kind: Kind
    /// Whether `text` is a value that is a text; otherwise it is a literal.
    var isText = false
    /// The number of requested values, negative for unlimited; or the number of a value without a text.
    var number = 0
    var text: String?
  }
  fileprivate struct State {
    var ring: [Entry] = []
    /// The index of the oldest entry of a full ring.
    var oldest = 0
    var dropped = 0
    var last: Int64 = 0
    var names: [String] = []
    var subscriptions: [Int32] = []
    /// The numbers of the values without a text, by stream and hash.
    var numbers: [Int: Int] = [:]
    var values = 0
  }

  private let state = Guarded(State())
  @usableFromInline let isOn: Atomic<Bool>
  private let capacity: Int
  private let now: @Sendable () -> Int64

  /// Creates a recorder with the continuous clock. Instants are counted from now.
  ///
  /// - Parameters:
  ///   - capacity: The largest number of events that are kept; 10,000 by default. Each needs about 48 bytes, and its
  ///     text.
  ///   - isRecording: Whether it records from the start.
  public convenience init(capacity: Int = 10_000, isRecording: Bool = true) {
    self.init(capacity: capacity, isRecording: isRecording, clock: ContinuousClock())
  }

  /// Creates a recorder with a clock, such as the `VirtualClock` of a test. Its instants are counted from now.
  ///
  /// - Parameters:
  ///   - capacity: The largest number of events that are kept, at least 1.
  ///   - isRecording: Whether it records from the start.
  ///   - clock: The clock.
  public init<C: Clock>(capacity: Int = 10_000, isRecording: Bool = true, clock: C) where C.Duration == Duration {
    self.capacity = max(1, capacity)
    isOn = Atomic(isRecording)
    let start = clock.now
    now = { .nanoseconds(of: start.duration(to: clock.now)) }
  }

  /// Whether events are recorded. While it is false an event is only passed on.
  public var isRecording: Bool {
    @inlinable get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }
  /// The number of events that were dropped because newer ones needed their place.
  public var dropped: Int { state.with { $0.dropped } }
  /// The number of events that are kept.
  public var count: Int { state.with { $0.ring.count } }

  /// Forgets all events. The subscriptions keep their numbers.
  public func removeAll() {
    state.with {
      $0.ring = []
      $0.oldest = 0
      $0.dropped = 0
    }
  }

  /// Writes the events into a file, which is replaced.
  ///
  /// - Complexity: O(*n*) for *n* events.
  /// - Throws: ``WriteFailure`` if the file cannot be written.
  public func write(to path: String) throws(WriteFailure) {
    do throws(Files.Failure) { try Files.write(text, to: path) } catch {
      throw WriteFailure(path: path, reason: error.reason)
    }
  }
  /// The text of the file: a header and a line for each event.
  public var text: String { EventWriter.text(of: run) }

  /// The error of a recording that could not be written.
  public struct WriteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The reason that the system gave.
    public let reason: String
    /// The path and the reason.
    public var description: String { "'\(path)' cannot be written: \(reason)" }
  }

  // MARK: Events

  func stream(_ name: String) -> Int32 {
    state.with { state in
      if let known = state.names.firstIndex(of: name) { return Int32(known) }
      state.names.append(name)
      state.subscriptions.append(0)
      return Int32(state.names.count - 1)
    }
  }
  /// Counts a subscription, also while nothing is recorded: later ones keep their numbers.
  func subscribe(_ stream: Int32) -> Int32 {
    let number = state.with { state in
      state.subscriptions[Int(stream)] += 1
      return state.subscriptions[Int(stream)]
    }
    add(.subscribe, stream, number)
    return number
  }

  /// Adds an event, if the recorder is on.
  ///
  /// - Parameter hash: The hash of a value without a text. Equal values of a stream have one number; without a hash
  ///   each has a new one.
  func add(
    _ kind: Entry.Kind, _ stream: Int32, _ subscription: Int32, number: Int = 0, text: String? = nil,
    isText: Bool = false, hash: Int? = nil
  ) {
    guard isRecording else { return }
    var entry = Entry(
      instant: now(), stream: stream, subscription: subscription, kind: kind, isText: isText, number: number, text: text
    )
    state.with { state in
      // Another thread may have been faster between the clock and the lock. The list is in the order of time.
      entry.instant = max(entry.instant, state.last)
      state.last = entry.instant
      if kind == .value, text == nil { entry.number = state.number(of: hash, in: stream, atMost: capacity) }
      if state.ring.count < capacity { return state.ring.append(entry) }
      state.ring[state.oldest] = entry
      state.oldest = state.oldest + 1 == capacity ? 0 : state.oldest + 1
      state.dropped += 1
    }
  }

  /// The events up to now as a run.
  var run: RecordedRun {
    let (ring, oldest, dropped, names) = state.with { ($0.ring, $0.oldest, $0.dropped, $0.names) }
    var symbols = RecordedSymbols()
    let entries = ring[oldest...] + ring[..<oldest]
    for entry in entries { symbols.reserve(entry) }
    var run = RecordedRun()
    run.dropped = dropped
    run.events = entries.map { entry in
      let kind: RecordedRun.Event.Kind =
        switch entry.kind {
        case .subscribe: .subscribe
        case .request: .request(entry.number < 0 ? nil : entry.number)
        case .value: symbols.kind(of: entry)
        case .finish: .finish
        case .fail: .fail(entry.text)
        case .cancel: .cancel
        }
      let instant = VirtualInstant(nanoseconds: entry.instant)
      return RecordedRun.Event(kind, of: names[Int(entry.stream)], Int(entry.subscription), at: instant)
    }
    return run
  }
}

extension SessionRecorder.State {
  /// The number of a value. Only its hash is kept, and of no more values than there are events.
  fileprivate mutating func number(of hash: Int?, in stream: Int32, atMost most: Int) -> Int {
    guard let hash else {
      values += 1
      return values
    }
    var hasher = Hasher()
    hasher.combine(hash)
    hasher.combine(stream)
    let key = hasher.finalize()
    if let known = numbers[key] { return known }
    values += 1
    if numbers.count < most { numbers[key] = values }
    return values
  }
}

/// Chooses symbols for recorded values: the value itself if it is one, else the next free letter.
private struct RecordedSymbols {
  private enum Key: Hashable {
    case text(String), literal(String)
    case number(Int)
  }
  private var known: [Key: RecordedRun.Event.Kind] = [:]
  private var taken: Set<String> = []
  private var next = 0

  /// Notes the symbols that are values, so that they mean nothing else.
  mutating func reserve(_ entry: SessionRecorder.Entry) {
    if entry.kind == .value, let text = entry.text, RecordedSymbols.isSymbol(text, isText: entry.isText) {
      taken.insert(text)
    }
  }
  private static func isSymbol(_ text: String, isText: Bool) -> Bool {
    text.count == 1 && (Int(text) != nil) != isText && Symbol(text).notation == text
  }

  mutating func kind(of entry: SessionRecorder.Entry) -> RecordedRun.Event.Kind {
    let key: Key = entry.text.map { entry.isText ? .text($0) : .literal($0) } ?? .number(entry.number)
    if let kind = known[key] { return kind }
    let kind: RecordedRun.Event.Kind =
      switch key {
      case .text(let text), .literal(let text):
        if RecordedSymbols.isSymbol(text, isText: entry.isText) {
          .next(text, .symbol)
        } else {
          .next(free(), .literal(entry.isText ? SwiftLiteral.of(text) : text))
        }
      case .number: .next(free(), .unknown)
      }
    known[key] = kind
    return kind
  }
  private mutating func free() -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8.map { String(UnicodeScalar($0)) }
    while true {
      let symbol = next < letters.count ? letters[next] : "v\(next - letters.count + 1)"
      next += 1
      if !taken.contains(symbol) { return symbol }
    }
  }
}
