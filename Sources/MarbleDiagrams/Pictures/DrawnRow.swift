import MarbleRuns
import Marbles

/// A row of a picture.
struct DrawnRow: Sendable {
  var name = ""
  var note = ""
  var beats: [Beat]
  /// The instant at which the line begins; `nil` for before zero.
  var start: Int64?
  /// The instant at which the subscriber cancels.
  var cut: Int64?
  /// The instants at which subscribers of a source left, whose row goes on as it is written.
  var left: [Int64] = []
  /// The instant from which on nobody receives what the row shows; `nil` if somebody does to its end.
  var unheard: Int64?
  /// Whether it is the row of a cold source of which each subscription has a row of its own.
  var isTemplate = false
  /// The row of the spec that it shows, if any.
  var subject: Picture.Row.Topic?
}

/// The marks of one instant.
struct Beat: Sendable {
  var instant: Int64
  var signs: [DrawnMark]
}

/// A mark that is drawn on a line.
struct DrawnMark: Sendable {
  var kind: Mark.Kind
  var colors: [Int]
  /// The events that the mark shows: several, if a stream is drawn once and played several times.
  var events: [Picture.EventID] = []
  /// The reason why the value was dropped; `nil` if it was not.
  var loss: String?
  /// The instant at which it was dropped.
  var lostAt: Int64?
  /// The number of the mark of the row in the spec that is changed at this one.
  var written: Int?

  init(kind: Mark.Kind, colors: [Int], events: [Picture.EventID] = [], written: Int? = nil) {
    self.kind = kind
    self.colors = colors
    self.events = events
    self.written = written
  }
}

extension Diagram.Stream {
  /// The text beside its row if the row is not as it was played.
  var timesOfSubscription: String {
    guard let subscription else { return "each time" }
    let number = (subscription + 1).ordinal
    return (isLast ? "from \(number)" : number) + " time"
  }
}

extension Lane {
  func instant(of kind: Mark.Kind) -> Int64? {
    moments.first { $0.marks.contains { $0.kind == kind } }?.instant.nanoseconds
  }
  var symbols: [Symbol] { moments.flatMap(\.marks).compactMap(\.kind.symbol) }
}

extension Mark.Kind {
  var symbol: Symbol? { if case .value(let symbol) = self { symbol } else { nil } }
}

extension Int {
  /// The number with its ending: 1st, 2nd, 3rd, 4th, 11th, 21st.
  var ordinal: String {
    let isTeen = (11...13).contains(self % 100)
    return switch self % 10 {
    case 1 where !isTeen: "\(self)st"
    case 2 where !isTeen: "\(self)nd"
    case 3 where !isTeen: "\(self)rd"
    default: "\(self)th"
    }
  }
}

extension DrawnRow {
  /// Whether a subscriber cancels at an instant.
  func isLeft(at instant: Int64) -> Bool { instant == cut && end == nil || left.contains(instant) }

  /// The instant of the completion; `nil` if there is none.
  var end: Int64? { beats.first { $0.signs.contains { $0.loss == nil && $0.kind.isEnd } }?.instant }

  /// The row of a source with one sign at its end, if the last subscriber left there: the completion if somebody received
  /// it, else the cancel.
  var withOneEnd: Self {
    if end == nil, let unheard, beats.allSatisfy({ $0.instant <= unheard }) {
      var row = self
      row.left.removeAll { $0 == unheard }
      row.cut = unheard
      row.unheard = nil
      return row
    }
    guard let end, left.contains(end), let beat = beats.firstIndex(where: { $0.instant == end }),
      let sign = beats[beat].signs.firstIndex(where: { $0.kind == .finished })
    else { return self }
    var row = self
    row.left.removeAll { $0 == end }
    if unheard == nil || !beats[beat].signs[sign].events.isEmpty { return row }
    row.beats[beat].signs.remove(at: sign)
    if row.beats[beat].signs.isEmpty { row.beats.remove(at: beat) }
    row.cut = end
    row.unheard = nil
    return row
  }
}

extension Beat {
  /// The marbles and failures on the line, from left to right.
  var stack: [DrawnMark] { signs.filter { Self.isStacked($0.kind) } }
  static func isStacked(_ kind: Mark.Kind) -> Bool {
    switch kind {
    case .value, .anyValue, .failure: true
    default: false
    }
  }
}

extension Mark.Kind {
  var isFailure: Bool { if case .failure = self { true } else { false } }
  var isEnd: Bool { Mark(self).isEnd }
}
