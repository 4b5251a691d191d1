import VirtualTime

/// Changes of single events of the simplest failing case. If all other options of a choice fail, too, the choice does
/// not matter.
struct Variations {
  /// A choice of an event with the lists that have another option.
  private struct Trial {
    var row: Int
    var event: Int
    var isPlace: Bool
    var lists: [[Int]]
    var failures = 0
  }
  private var trials: [Trial] = []
  private var place = (trial: 0, list: 0)

  /// The largest number of options that are tried for a choice.
  private static let most = 12

  init(_ rows: [GeneratedRow], _ choices: Choices) {
    for (number, row) in rows.enumerated() {
      for (index, event) in row.events.enumerated() {
        guard case .symbol = event.kind else { continue }
        for (choice, isPlace) in [(event.placeChoice, true), (event.kindChoice, false)] {
          guard let choice, choices.list.indices.contains(choice) else { continue }
          let current = choices.list[choice], limit = choices.limits[choice]
          // Places are later frames, and the kind 0 is not an event.
          let later = (0..<limit).filter { $0 != event.joins && ($0 > current || current == event.joins) }
          let others = isPlace ? later : (1..<limit).filter { $0 != current }
          if others.isEmpty { continue }
          let lists = others.prefix(Self.most).map { other in
            var list = choices.list
            list[choice] = other
            return list
          }
          trials.append(Trial(row: number, event: index, isPlace: isPlace, lists: lists))
        }
      }
    }
  }

  mutating func candidate() -> [Int]? {
    while place.trial < trials.count {
      if place.list < trials[place.trial].lists.count { return trials[place.trial].lists[place.list] }
      place = (place.trial + 1, 0)
    }
    return nil
  }
  mutating func take(_ fails: Bool) {
    if fails {
      trials[place.trial].failures += 1
      place.list += 1
    } else {
      place = (place.trial + 1, 0)
    }
  }

  /// Returns sentences about events whose instants or values do not matter.
  func remarks(about rows: [GeneratedRow]) -> [String] {
    var remarks: [String] = []
    for (number, row) in rows.enumerated() {
      for index in row.events.indices {
        let free = trials.filter { $0.row == number && $0.event == index && $0.failures == $0.lists.count }
        let hasFreeValue = free.contains { !$0.isPlace }
        let name = Self.name(of: index, in: row, isOnly: rows.count { $0.maker != "demand" } == 1),
          noun = row.maker == "demand" ? "number" : "value"
        if free.contains(where: \.isPlace) {
          let isLast = index == row.events.count - 1
          let time = isLast ? "The \(name) may come at any later frame" : "The pause before the \(name) may be longer"
          remarks.append("\(time): it fails, too.\(hasFreeValue ? " Its \(noun) does not matter." : "")")
        } else if hasFreeValue {
          remarks.append("The \(noun) of the \(name) does not matter.")
        }
      }
    }
    return remarks.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
  private static func name(of event: Int, in row: GeneratedRow, isOnly: Bool) -> String {
    let mark = row.lane.moments.flatMap(\.content)[event]
    let text = if case .value(let symbol) = mark.kind { symbol.text } else { mark.text }
    let source = isOnly || row.maker == "demand" ? "" : " of \(row.label ?? "a row")"
    return "\(row.maker == "demand" ? "request " : "")'\(text)' at frame \(row.events[event].frame)\(source)"
  }
}
