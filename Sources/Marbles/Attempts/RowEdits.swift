import VirtualTime

/// Changes of the rows of a case that has been shrunk: each removes one event, or lets one or all that follow come a
/// frame earlier.
///
/// A list of choices says how long the silence before an event is, so the removal of one event changes the choice of
/// the next one, too. These changes are made in the rows and written as choices again.
struct RowEdits {
  private var lists: [[Int]] = []
  private var next = 0

  init(_ rows: [GeneratedRow], _ choices: Choices) {
    for row in rows {
      guard let (generator, events, range) = row.chosen, range.upperBound <= choices.list.count else { continue }
      func add(_ events: [RowGenerator.Event]) {
        guard let part = generator.choices(for: events) else { return }
        lists.append(Choices.trimmed(choices.list[..<range.lowerBound] + part + choices.list[range.upperBound...]))
      }
      for index in events.indices {
        var rest = events
        rest.remove(at: index)
        add(rest)
        // The events that follow may come as much earlier.
        let gap = events[index].frame - (index > 0 ? events[index - 1].frame : -1)
        for later in rest.indices where later >= index { rest[later].frame -= gap }
        add(rest)
      }
      for index in events.indices where events[index].frame > (index > 0 ? events[index - 1].frame : 0) {
        var earlier = events
        earlier[index].frame -= 1
        add(earlier)
        for later in (index + 1)..<max(index + 1, events.count) { earlier[later].frame -= 1 }
        add(earlier)
      }
    }
  }

  mutating func candidate() -> [Int]? {
    guard next < lists.count else { return nil }
    next += 1
    return lists[next - 1]
  }
}
