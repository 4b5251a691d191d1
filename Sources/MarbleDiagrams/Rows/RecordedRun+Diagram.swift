import MarbleRuns
import Marbles
import VirtualTime

extension Diagram {
  /// Creates the drawing of a recorded run: a row for each subscription to a stream. A stream whose events have causes
  /// in others is drawn as a pipeline, below the streams.
  ///
  /// - Parameter frame: The time of one symbol, to which the instants are rounded; `nil` for one with which the rows
  ///   have about eighty.
  package init(_ run: RecordedRun, frame wanted: Int64? = nil) {
    let frame = wanted ?? run.drawnFrame
    var notes =
      run.events.contains { $0.instant.nanoseconds % frame != 0 }
      ? ["The instants are rounded to \(DurationText.of(frame))."] : []
    if run.dropped > 0 { notes.append("\(run.dropped) earlier events were not kept.") }
    self.init(title: run.title, frame: frame)
    var rows = RecordedRows(run, frame)
    for row in rows.take() {
      if row.isResult {
        let received = Lane(frame: frame, moments: row.lane.moments)
        runs.append(Run(pipeline: [row.name], subscribers: [Subscriber(received: received)], meanings: row.meanings))
      } else {
        streams.append(Stream(name: row.name, kind: .hot, lane: row.lane, meanings: row.meanings))
      }
    }
    if rows.omitted > 0 { notes.append("\(rows.omitted) more subscriptions are left out.") }
    note = notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}

extension RecordedRun {
  /// The frame of the run if it fits all events; else a round length with which the rows have at most about eighty
  /// symbols.
  fileprivate var drawnFrame: Int64 {
    if let frame, events.allSatisfy({ $0.instant.nanoseconds % frame == 0 }) { return frame }
    let span = (events.last?.instant.nanoseconds ?? 0) / 80
    var power: Int64 = 1
    while power <= span / 10 { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= span } ?? power
  }
}

/// The rows of a recorded run.
private struct RecordedRows {
  struct StreamRow {
    var name: String
    var lane: Lane
    var meanings: [Diagram.Meaning] = []
    var isResult = false
    fileprivate var known: Set<Diagram.Meaning> = []
  }
  private struct Key: Hashable {
    var stream: String
    var subscription: Int
  }
  private static let most = 100
  private var rows: [StreamRow] = []
  private var indices: [Key: Int] = [:]
  /// The number of subscriptions without a row.
  private(set) var omitted = 0

  init(_ run: RecordedRun, _ frame: Int64) {
    for event in run.events {
      let key = Key(stream: event.stream, subscription: event.subscription)
      let isResult = event.causes.contains { run.events[$0].stream != event.stream }
      guard let index = index(of: key, frame) else { continue }
      rows[index].isResult = rows[index].isResult || isResult
      switch event.kind {
      case .subscribe, .request: continue
      case .next, .finish, .fail, .cancel: add(event, to: index, frame)
      }
    }
  }

  private mutating func index(of key: Key, _ frame: Int64) -> Int? {
    if let index = indices[key] { return index < 0 ? nil : index }
    if rows.count >= Self.most {
      indices[key] = -1
      omitted += 1
      return nil
    }
    indices[key] = rows.count
    let name = key.subscription == 1 ? key.stream : "\(key.stream) (\(key.subscription))"
    rows.append(StreamRow(name: name, lane: Lane(frame: frame, moments: [])))
    return rows.count - 1
  }

  private mutating func add(_ event: RecordedRun.Event, to index: Int, _ frame: Int64) {
    let exact = event.instant.nanoseconds
    let (low, rest) = (exact - exact % frame, exact % frame)
    let instant = VirtualInstant(nanoseconds: rest >= frame - rest ? low.plus(frame) : low)
    let kind = event.kind.mark
    if rows[index].lane.moments.last?.instant == instant {
      rows[index].lane.moments[rows[index].lane.moments.count - 1].content.append(Mark(kind))
    } else {
      rows[index].lane.moments.append(Lane.Moment(instant: instant, marks: [Mark(kind)]))
    }
    guard case .next(_, .literal(let value)) = event.kind else { return }
    let meaning = Diagram.Meaning(symbol: Mark(kind).text, value: value)
    if rows[index].known.insert(meaning).inserted { rows[index].meanings.append(meaning) }
  }

  /// The rows; streams without causes first.
  mutating func take() -> [StreamRow] { rows.filter { !$0.isResult } + rows.filter(\.isResult) }
}
