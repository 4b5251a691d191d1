extension PictureLayout {
  /// Adds lines from causes to effects, if both are drawn.
  mutating func addCauses() {
    var links: [Picture.Item] = []
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      for event in trace.events.indices {
        guard trace.events[event].isValue, let place = drawn[Picture.EventID(run: run, event: event)] else { continue }
        for cause in drawnCauses(of: event, trace, run) {
          links.append(link(cause, to: Picture.EventID(run: run, event: event), at: place))
        }
      }
    }
    for origin in origins where drawn[origin.event] != nil {
      links.append(link(origin.event.event, to: origin.event, at: origin.place))
    }
    back += links
  }

  /// Returns the nearest drawn events upstream.
  private func drawnCauses(of event: Int, _ trace: Trace, _ run: Int) -> [Int] {
    trace.events[event].causes.flatMap { cause in
      if drawn[Picture.EventID(run: run, event: cause)] != nil { return trace.events[cause].isValue ? [cause] : [] }
      return drawnCauses(of: cause, trace, run)
    }.uniqued
  }

  private func link(_ cause: Int, to effect: Picture.EventID, at place: Point) -> Picture.Item {
    let run = effect.run
    let from = drawn[Picture.EventID(run: run, event: cause)] ?? place
    let color = coloring.colors(of: cause, inRun: run).first ?? Coloring.mixed
    var item = Picture.Item(.cause, .link(from, place, color: color))
    item.events = [Picture.EventID(run: run, event: cause), effect]
    // The line is not visible before its effect.
    item.instant = diagram.runs[run].trace?.events[effect.event].instant.nanoseconds
    return item
  }
}
