import MarbleRuns
import Marbles
import VirtualTime

extension Diagram {
  /// The failure that a drawing can show as a bare `#`; `nil` if there is none.
  ///
  /// `#'busy'` has seven columns for one instant, which would widen every row. A failure keeps its text if no event is
  /// later, or if `#` has a meaning already.
  func widestFailure(in lanes: [Lane]) -> String? {
    let marks = lanes.lazy.flatMap(\.moments).flatMap(\.marks)
    if marks.contains(where: { $0.kind == .failure(nil) }) { return nil }
    guard let last = lanes.lazy.compactMap(\.moments.last?.instant).max() else { return nil }
    var widest: String?
    for moment in lanes.lazy.flatMap(\.moments) where moment.instant < last {
      for case .failure(let text?) in moment.marks.lazy.map(\.kind) where text.count > widest?.count ?? -1 {
        widest = text
      }
    }
    return widest
  }

  /// The diagram with a bare `#` in place of a failure, and its meaning in the first table of a row with it.
  func naming(_ failure: String?) -> Diagram {
    guard let failure else { return self }
    let meaning = Meaning(symbol: "#", value: failure.asLiteral)
    var diagram = self
    var isSaid = false
    for index in streams.indices where streams[index].lane.holds(failure) {
      diagram.streams[index].lane = streams[index].lane.naming(failure)
      guard !isSaid,
        let table = streams.indices[index...].first(where: {
          streams[$0].name == streams[index].name && streams[$0].isLast
        })
      else { continue }
      diagram.streams[table].meanings.append(meaning)
      isSaid = true
    }
    for index in runs.indices {
      if !isSaid,
        runs[index].subscribers.contains(where: { $0.received.holds(failure) || $0.expected?.holds(failure) == true })
      {
        diagram.runs[index].meanings.append(meaning)
        isSaid = true
      }
      diagram.runs[index].subscribers = runs[index].subscribers.map { $0.naming(failure) }
    }
    if !isSaid { diagram.innerMeanings.append(meaning) }
    return diagram
  }
}

extension Diagram.Subscriber {
  fileprivate func naming(_ failure: String) -> Self {
    var named = self
    named.received = received.naming(failure)
    named.expected = expected?.naming(failure)
    return named
  }
}

extension Lane {
  fileprivate func holds(_ failure: String) -> Bool { moments.contains { $0.marks.contains(Mark(.failure(failure))) } }

  /// The lane with a bare `#` in place of a failure.
  func naming(_ failure: String) -> Lane {
    var lane = self
    for index in lane.moments.indices {
      lane.moments[index].marks = lane.moments[index].marks.map {
        $0.kind == .failure(failure) ? Mark(.failure(nil)) : $0
      }
    }
    return lane
  }
}

extension String {
  /// The text as a literal of the language.
  fileprivate var asLiteral: String {
    "\"" + map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
