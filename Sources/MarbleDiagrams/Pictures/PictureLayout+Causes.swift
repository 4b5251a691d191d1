import MarbleRuns

extension PictureLayout {
  /// Adds lines from causes to effects, if both are drawn. A line leaves a gap where it would cross a text.
  mutating func addCauses() {
    var links: [Picture.Item] = []
    var texts = Boxes()
    for item in front where Self.texts.contains(item.parts[0].role) {
      for case .text(let text) in item.parts.map(\.shape) { texts.insert(text.box.widened(by: 2)) }
    }
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      let causes = drawnCauses(trace, run)
      for event in trace.events.indices {
        guard trace.events[event].isValue, let place = drawn[Picture.EventID(run: run, event: event)] else { continue }
        for cause in causes[event] {
          links.append(link(cause, to: Picture.EventID(run: run, event: event), at: place, around: texts))
        }
      }
    }
    back += links
  }

  /// Returns for each event the nearest drawn events upstream. A cause comes before its effects, so its own causes are
  /// known.
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

  private static let texts: Set<Picture.Role> = [.label, .note, .name, .warning, .ruler]

  private func link(_ cause: Int, to effect: Picture.EventID, at place: Point, around texts: Boxes) -> Picture.Item {
    let run = effect.run
    let from = drawn[Picture.EventID(run: run, event: cause)] ?? place
    let color = coloring.colors(of: cause, inRun: run).parts.first ?? Coloring.mixed
    let gaps = texts.overlapping(Picture.Shape.line(from, place).box).compactMap { $0.part(from: from, to: place) }
    func point(_ share: Double) -> Point {
      Point(from.x + (place.x - from.x) * share, from.y + (place.y - from.y) * share)
    }
    var parts: [Picture.Part] = []
    var start = 0.0
    for gap in gaps.sorted(by: { $0.lowerBound < $1.lowerBound }) + [1...1] {
      if gap.lowerBound > start {
        parts.append(Picture.Part(role: .cause, shape: .link(point(start), point(gap.lowerBound), color: color)))
      }
      start = max(start, gap.upperBound)
    }
    if parts.isEmpty { parts = [Picture.Part(role: .cause, shape: .link(from, place, color: color))] }
    var item = Picture.Item(parts: parts)
    item.events = [Picture.EventID(run: run, event: cause), effect]
    // The line is not visible before its effect.
    item.instant = diagram.runs[run].trace?.events[effect.event].instant.nanoseconds
    return item
  }
}
