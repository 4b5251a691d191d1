import MarbleRuns

extension PictureLayout {
  /// Adds lines from causes to effects, if both are drawn.
  mutating func addCauses() {
    var links: [Picture.Item] = []
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      let causes = drawnCauses(trace, run)
      for event in trace.events.indices {
        guard trace.events[event].isValue, let place = drawn[Picture.EventID(run: run, event: event)] else { continue }
        for cause in causes[event] {
          links.append(link(cause, to: Picture.EventID(run: run, event: event), at: place))
        }
      }
    }
    back += links
  }

  /// Returns for each event the nearest drawn events upstream. A cause comes before its effects, so its own causes are known.
  private func drawnCauses(_ trace: Trace, _ run: Int) -> [[Int]] {
    var causes: [[Int]] = []
    for event in trace.events {
      let nearest = event.causes.flatMap { cause in
        if drawn[Picture.EventID(run: run, event: cause)] == nil { return causes[cause] }
        return trace.events[cause].isValue ? [cause] : []
      }
      causes.append(nearest.count > 1 ? nearest.uniqued : nearest)
    }
    return causes
  }

  private func link(_ cause: Int, to effect: Picture.EventID, at place: Point) -> Picture.Item {
    let run = effect.run
    let from = drawn[Picture.EventID(run: run, event: cause)] ?? place
    let color = coloring.colors(of: cause, inRun: run).parts.first ?? Coloring.mixed
    var item = Picture.Item(.cause, .link(from, place, color: color))
    item.events = [Picture.EventID(run: run, event: cause), effect]
    // The line is not visible before its effect.
    item.instant = diagram.runs[run].trace?.events[effect.event].instant.nanoseconds
    return item
  }
}
