import MarbleRuns
import Marbles

/// The declared row of a stream, with the events of the runs that play it.
///
/// A cold stream sends a value when it is due and there is demand for it. If demand came later, the value is drawn
/// where it was sent, and a pale marble where it was due. Times are counted from the subscription.
struct PlayedStream {

  private(set) var beats: [Beat]
  /// Whether the runs send the values at different times, so that the row shows the declared instants.
  private(set) var isAsWritten = false

  /// The instant at which a mark is declared, and the one at which it was sent.
  private struct Place {
    let beat: Int
    let sign: Int
    let due: Int64
    /// The instants at which the subscriptions sent the mark.
    var sent: [Int64] = []
    /// Whether it was due for a subscription and not sent.
    var isMissing = false
  }

  static let waited = "it waited for demand"
  static let unwanted = "there was no demand"

  init(_ stream: Diagram.Stream, _ beats: [Beat], in diagram: Diagram, _ runs: Range<Int>, _ indices: [TraceIndex?]) {
    self.beats = beats
    var places = beats.indices.flatMap { beat in
      beats[beat].signs.indices.map { Place(beat: beat, sign: $0, due: beats[beat].instant) }
    }
    for run in runs {
      guard let trace = diagram.runs[run].trace, let index = indices[run] else { continue }
      for (number, line) in index.subscriptions(ofSource: stream.name).enumerated() where stream.plays(number) {
        let play = Play(line: line, events: index.events[line], run: run, isHot: stream.kind == .hot)
        self.play(play, of: trace, isStopped: diagram.runs[run].stop != nil, &places)
      }
    }
    if stream.kind == .cold { delay(places) }
  }

  /// One subscription that plays the stream.
  private struct Play {
    let line: Int
    let events: [Int]
    let run: Int
    let isHot: Bool
  }

  private mutating func play(_ play: Play, of trace: Trace, isStopped: Bool, _ places: inout [Place]) {
    var rest = places.indices[...]
    let start = trace.subscriptions[play.line].start.nanoseconds
    for event in play.events {
      let instant = trace.events[event].instant.nanoseconds
      // A cold stream plays all marks in order, at any time; marks of a hot stream may be missing.
      if play.isHot {
        rest = rest.drop { places[$0].due < instant }
        // A subscription between two marks of an instant misses the first one.
        let same = rest.first {
          places[$0].due == instant && beats[places[$0].beat].signs[places[$0].sign].kind == trace.events[event].kind
        }
        if let same { rest = rest.drop { $0 < same } }
      }
      // A subscriber that comes after the completion of a hot stream receives it again.
      let last = play.isHot && trace.events[event].isEnd ? places.indices.last : nil
      guard let place = rest.popFirst() ?? last else { break }
      beats[places[place].beat].signs[places[place].sign].events.append(Picture.EventID(run: play.run, event: event))
      places[place].sent.append(instant.subtractingReportingOverflow(start).partialValue)
    }
    if trace.isCut || isStopped { return }
    // A value that has not been sent when the run is over was never sent.
    let end =
      trace.subscriptions[play.line].end.map { $0.nanoseconds.subtractingReportingOverflow(start).partialValue } ?? .max
    for place in rest {
      if places[place].due >= end { break }
      places[place].isMissing = true
    }
  }

  /// Moves marks that were sent later than they were due.
  private mutating func delay(_ places: [Place]) {
    guard places.contains(where: { place in place.isMissing || place.sent.contains { $0 > place.due } }) else { return }
    guard places.allSatisfy({ Set($0.sent).count <= 1 && !($0.isMissing && !$0.sent.isEmpty) }) else {
      isAsWritten = true
      return
    }
    var moved: [(instant: Int64, sign: DrawnMark)] = []
    for place in places {
      let sign = beats[place.beat].signs[place.sign]
      let sent = place.sent.first.map { max($0, place.due) }
      let isLate = sent.map { $0 > place.due } == true
      if let sent {
        var sign = sign
        // It is changed at the instant at which it is due.
        if isLate { sign.written = nil }
        moved.append((sent, sign))
      }
      guard place.isMissing || isLate else {
        if sent == nil { moved.append((place.due, sign)) }
        continue
      }
      // A completion waits for the values before it, which have pale marbles themselves.
      if sign.kind.isEnd { continue }
      var ghost = DrawnMark(kind: sign.kind, colors: sign.colors)
      ghost.written = sign.written
      ghost.loss = sent == nil ? PlayedStream.unwanted : PlayedStream.waited
      moved.append((place.due, ghost))
    }
    beats = []
    let order = moved.indices.sorted { (moved[$0].instant, $0) < (moved[$1].instant, $1) }
    for (instant, sign) in order.map({ moved[$0] }) {
      if beats.last?.instant != instant { beats.append(Beat(instant: instant, signs: [])) }
      beats[beats.count - 1].signs.append(sign)
    }
  }
}
