import PipesCore
import VirtualTime

extension Lane {
  /// Creates a lane of marks in order. Marks at one instant become one moment.
  package init(frame: Int64, marks: some Sequence<(instant: VirtualInstant, kind: Mark.Kind)>) {
    var moments: [Moment] = []
    for (instant, kind) in marks {
      if let last = moments.indices.last, moments[last].instant == instant {
        moments[last].content.append(Mark(kind))
      } else {
        moments.append(Moment(instant: instant, content: Lane.Marks(Mark(kind))))
      }
    }
    self.init(frame: frame, moments: moments)
  }

  /// Creates the lane of a subscription.
  package init(frame: Int64, window: SourceLog.Window) {
    let end: [(instant: VirtualInstant, kind: Mark.Kind)] = window.end.map { [($0, .unsubscribe)] } ?? []
    self.init(frame: frame, marks: [(window.start, .subscribe)] + end)
  }

  /// Creates the lane of the beginnings of several subscriptions.
  package init(frame: Int64, attempts: [VirtualInstant]) {
    self.init(frame: frame, marks: attempts.map { ($0, .subscribe) })
  }
  /// Whether the lane has the beginnings of several subscriptions, without their ends.
  package var isOfAttempts: Bool { moments.reduce(0) { $0 + $1.marks.count { $0.kind == .subscribe } } > 1 }

  init(frame: Int64, requests: [SourceLog.Request]) {
    self.init(frame: frame, marks: requests.map { ($0.instant, .request($0.demand.max)) })
  }
}

extension Recording {
  /// Creates a recording of a lane whose symbols are replaced with their meanings.
  ///
  /// - Parameters:
  ///   - value: Returns the value of a symbol; the mark has its position.
  ///   - failure: Returns the error of a `#`.
  package init<E>(
    _ lane: Lane, value: (Symbol, Mark) throws(E) -> Value, failure: (String?, Mark) throws(E) -> Failure
  ) throws(E) {
    entries = []
    entries.reserveCapacity(lane.moments.count)
    // By index, because a moment or its marks in a variable are copies.
    for index in lane.moments.indices {
      let instant = lane.moments[index].instant
      for place in 0..<lane.moments[index].content.count {
        let mark = lane.moments[index].content[place]
        switch mark.kind {
        case .value(let symbol): entries.append(Entry(.value(try value(symbol, mark)), at: instant))
        case .failure(let text): entries.append(Entry(.failure(try failure(text, mark)), at: instant))
        case .finished: entries.append(Entry(.finished, at: instant))
        case .anyValue, .subscribe, .unsubscribe, .request: break
        }
      }
    }
  }

  /// Returns the lane of the recording. The closures return the marks of values and errors.
  package func lane(frame: Int64, value: (Value) -> Mark.Kind, failure: (Failure) -> Mark.Kind) -> Lane {
    Lane(
      frame: frame,
      marks: entries.map { entry in
        switch entry.event {
        case .value(let output): (entry.instant, value(output))
        case .finished: (entry.instant, .finished)
        case .failure(let error): (entry.instant, failure(error))
        }
      })
  }
}
