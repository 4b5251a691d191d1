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
/// Each event is two choices: which event it is, 0 being no further value, and the silent frames before it. So two
/// numbers that are deleted are one event less, and a smaller number is a simpler event or one that comes earlier. The
/// completion follows after the last value.
struct RowGenerator {
  /// The lengths of a row, in frames.
  static let lengths = 1...1_000

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
    /// The option of its place that is the instant of the event before; `nil` if there is none.
    var joins: Int?
  }

  var symbols: Int
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
    while true {
      let start = choices.list.count
      // At the last frame there is nothing to choose; the choice is in the list so that a row that begins earlier is
      // not a longer list.
      let kind = choices.choose(cursor.places > 0 ? symbols + 1 : 1, always: true) { [symbols, frames] in
        $0.isOne(in: max(8, (frames + 4) / 2)) ? 0 : 1 + $0.below(max(symbols, 1))
      }
      if kind == 0 { break }
      let (place, joins) = (choices.list.count, cursor.joins)
      let frame = cursor.choose(choices)
      events.append(Event(kind: .symbol(kind - 1), frame: frame, kindChoice: start, placeChoice: place, joins: joins))
    }
    cursor.last = frames - 1
    let start = choices.list.count
    let end = ends[choices.choose(cursor.places > 0 ? ends.count : 1, always: true) { Self.end(of: ends, &$0) }]
    if end == .open || cursor.places == 0 { return events }
    events.append(Event(kind: .end(end), frame: cursor.choose(choices), kindChoice: start))
    return events
  }

  /// The choices that make some events; `nil` if there are none.
  func choices(for events: [Event]) -> [Int]? {
    var list: [Int] = [], cursor = Cursor(last: ends.contains(.open) ? frames - 1 : frames - 2, atOnce: atOnce)
    var end = RowEnd.open, endPlace: Int?
    for event in events {
      switch event.kind {
      case .symbol(let number):
        guard let place = cursor.choice(for: event.frame) else { return nil }
        list += [number + 1, place]
      case .end(let kind):
        cursor.last = frames - 1
        end = kind
        endPlace = cursor.choice(for: event.frame)
        if endPlace == nil { return nil }
      }
    }
    guard let index = ends.firstIndex(of: end) else { return nil }
    return list + [0, index] + (endPlace.map { [$0] } ?? [])
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

    init(last: Int, atOnce: Int) {
      self.last = last
      self.atOnce = atOnce
    }

    private var later: Int { max(0, min(last - frame, RowGenerator.longestSilence + 1)) }
    private var mayJoin: Bool { frame >= 0 && count < atOnce }
    var places: Int { later + (mayJoin ? 1 : 0) }

    /// The option that is the instant of the event before.
    var joins: Int? { mayJoin ? min(1, later) : nil }

    /// The choice that makes an event come at a frame; `nil` if it cannot.
    mutating func choice(for frame: Int) -> Int? {
      let joins = joins, silence = frame - self.frame - 1
      if frame == self.frame, let joins {
        count += 1
        return joins
      }
      guard silence >= 0, silence < later else { return nil }
      self.frame = frame
      count = 1
      return joins == nil || silence == 0 ? silence : silence + 1
    }

    /// Chooses the frame of an event: 0 is the next one, 1 the instant of the event before if that is possible, and so
    /// on.
    mutating func choose(_ choices: Choices) -> Int {
      let (later, joins) = (later, joins)
      let choice = choices.choose(places, always: true) { random in
        if let joins, random.isOne(in: 8) { return joins }
        let silence = later == 0 ? 0 : min(random.geometric(), later - 1)
        return joins == nil || silence == 0 ? silence : silence + 1
      }
      if choice == joins {
        count += 1
      } else {
        frame += joins == nil || choice == 0 ? choice + 1 : choice
        count = 1
      }
      return frame
    }
  }
}
