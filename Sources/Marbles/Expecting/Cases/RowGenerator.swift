import VirtualTime

/// The completions that a generated row may have.
public enum RowEnd: Hashable, Sendable, CaseIterable {
  /// The stream does not complete.
  case open
  /// The stream finishes.
  case finished
  /// The stream fails. The source needs an error for it.
  case failed
}

/// Chooses the events of a row.
///
/// Each event is two choices: which event it is, 0 being no further value, and the silent frames before it. So two numbers that are deleted are
/// one event less, and a smaller number is a simpler event or one that comes earlier. The completion follows after the last value.
struct RowGenerator {
  /// An event of the row.
  struct Event {
    enum Kind: Hashable {
      /// The value of a symbol, by its number.
      case symbol(Int)
      case end(RowEnd)
    }
    var kind: Kind
    var frame: Int
    /// The places of the two choices in the list; `nil` where there was nothing to choose.
    var kindChoice: Int?
    var placeChoice: Int?
  }

  /// The number of symbols.
  var symbols: Int
  /// The largest number of frames.
  var frames: Int
  /// The largest number of events at one instant.
  var atOnce: Int
  /// The completions, the simplest first.
  var ends: [RowEnd]

  /// The longest silence between two events.
  private static let longestSilence = 32

  func events(_ choices: Choices) -> [Event] {
    var events: [Event] = []
    var cursor = Cursor(last: ends.contains(.open) ? frames - 1 : frames - 2, atOnce: atOnce)
    while cursor.places > 0 {
      let start = choices.list.count
      let kind = choices.choose(symbols + 1) { $0.isOne(in: max(8, (frames + 4) / 2)) ? 0 : 1 + $0.below(symbols) }
      if kind == 0 { break }
      let (frame, place) = cursor.choose(choices)
      events.append(Event(kind: .symbol(kind - 1), frame: frame, kindChoice: start, placeChoice: place))
    }
    cursor.last = frames - 1
    guard cursor.places > 0 else { return events }
    let start = choices.list.count
    let end = ends[choices.choose(ends.count) { Self.end(of: ends, &$0) }]
    if end == .open { return events }
    let kindChoice = choices.list.count > start ? start : nil
    let (frame, place) = cursor.choose(choices)
    events.append(Event(kind: .end(end), frame: frame, kindChoice: kindChoice, placeChoice: place))
    return events
  }

  /// Draws a completion: a row finishes twice as often as it fails or stays open.
  private static func end(of ends: [RowEnd], _ random: inout SplitMixSequence) -> Int {
    let weighted = ends.indices.flatMap { ends[$0] == .finished ? [$0, $0] : [$0] }
    return weighted[random.below(weighted.count)]
  }

  /// The frames that the next event may take.
  private struct Cursor {
    /// The last frame that an event may take.
    var last: Int
    let atOnce: Int
    private var frame = -1
    /// The number of events at this frame.
    private var count = 0

    init(last: Int, atOnce: Int) { (self.last, self.atOnce) = (last, atOnce) }

    private var later: Int { max(0, min(last - frame, RowGenerator.longestSilence + 1)) }
    private var mayJoin: Bool { frame >= 0 && count < atOnce }
    var places: Int { later + (mayJoin ? 1 : 0) }

    /// Chooses the frame of an event: 0 is the next one, and the last option is the instant of the event before.
    mutating func choose(_ choices: Choices) -> (frame: Int, place: Int?) {
      let (later, mayJoin, start) = (later, mayJoin, choices.list.count)
      let choice = choices.choose(places) { random in
        if mayJoin, random.isOne(in: 8) { return later }
        return later == 0 ? 0 : min(random.geometric(), later - 1)
      }
      if choice < later {
        frame += choice + 1
        count = 1
      } else {
        count += 1
      }
      return (frame, choices.list.count > start ? start : nil)
    }
  }
}
