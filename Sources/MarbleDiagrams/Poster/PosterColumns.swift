import MarbleRuns

/// The columns of an instant at which a row has several marks: they stand beside each other in the order in which they
/// were sent, and each value stands below the value that it comes from. All rows share the columns of an instant, so
/// that the lines between them are upright.
struct PosterColumns {
  /// A place among the marks of an instant: a column. A completion has the column of the last mark before it.
  struct Place: Hashable, Sendable {
    var instant: Int64
    var column: Int
  }

  /// A mark, and the marks that it may not be left of, each with the number of columns between them.
  private struct Node {
    var instant: Int64
    var column = 0
    /// The event by whose order the columns are found.
    var order: Int
    var before: [(node: Int, step: Int)] = []
    var after: [(node: Int, step: Int)] = []
    var hasEffects: Bool { after.contains { $0.step == 0 } }
  }

  /// A row, with the events that began it.
  typealias Row = (row: DrawnRow, run: Int?, causes: [Int], isLane: Bool)

  /// The places of events that share their instant with others of a row.
  private(set) var places: [Picture.EventID: Place] = [:]
  private var nodes: [Node] = []
  /// The nodes of the signs of each row at the instants with columns.
  private var numbers: [[Int64: [Int]]] = []

  /// Whether any instant has columns.
  var isEmpty: Bool { nodes.isEmpty }

  /// - Parameter plans: The runs, which know the causes of events.
  init(_ rows: [Row], _ plans: [PosterPlan?]) {
    let crowded = Set(rows.flatMap { $0.row.beats.filter { $0.stack.count > 1 }.map(\.instant) })
    if crowded.isEmpty { return }
    for row in rows { numbers.append(add(row, at: crowded)) }
    var known: [Picture.EventID: [Int]] = [:]
    var ends: [Picture.EventID: [Int]] = [:]
    for (row, own) in zip(rows, numbers) {
      for beat in row.row.beats {
        guard let own = own[beat.instant], let last = own.last else { continue }
        for (sign, node) in zip(beat.stack, own) {
          for event in sign.events { known[event, default: []].append(node) }
        }
        // A completion stands behind the last mark of its instant; alone it stands at the instant itself.
        for event in beat.signs.filter({ $0.kind == .finished }).flatMap(\.events) {
          ends[event, default: []].append(last)
        }
      }
    }
    for (event, own) in known {
      guard event.run < plans.count, let plan = plans[event.run] else { continue }
      for cause in plan.causes[event.event].map({ Picture.EventID(run: event.run, event: $0) }) {
        for node in own { follow(node, (known[cause] ?? []) + (ends[cause] ?? [])) }
      }
    }
    // A stream within a stream begins below the event that began it.
    for (row, own) in zip(rows, numbers) {
      guard let run = row.run, let start = row.row.beats.first, let first = own[start.instant]?.first else { continue }
      for cause in row.causes {
        follow(first, known[Picture.EventID(run: run, event: cause)] ?? [])
      }
    }
    settle()
    for number in rows.indices where !rows[number].isLane { setSingles(number) }
    compact()
    var all = known
    for (event, own) in ends where all[event] == nil { all[event] = own }
    for (event, own) in all {
      guard let node = own.map({ nodes[$0] }).max(by: { $0.column < $1.column }) else { continue }
      places[event] = Place(instant: node.instant, column: node.column)
    }
  }

  /// Adds the marks of a row at some instants.
  private mutating func add(_ row: Row, at crowded: Set<Int64>) -> [Int64: [Int]] {
    var own: [Int64: [Int]] = [:]
    for beat in row.row.beats where crowded.contains(beat.instant) {
      var order = -1
      for sign in beat.stack {
        order = max(order, sign.events.map(\.event).min() ?? order)
        var node = Node(instant: beat.instant, order: order)
        if let last = own[beat.instant]?.last {
          nodes[last].after.append((nodes.count, 1))
          node.before.append((last, 1))
        }
        nodes.append(node)
        own[beat.instant, default: []].append(nodes.count - 1)
      }
    }
    return own
  }

  /// Notes that a mark is not left of its causes of its instant.
  private mutating func follow(_ node: Int, _ causes: [Int]) {
    for cause in causes where nodes[cause].instant == nodes[node].instant && cause != node {
      nodes[node].before.append((cause, 0))
      nodes[cause].after.append((node, 0))
    }
  }

  /// Finds the columns: each mark as far left as its causes allow, and then a cause above its first effect.
  private mutating func settle() {
    let order = nodes.indices.sorted { (nodes[$0].order, $0) < (nodes[$1].order, $1) }
    push(order)
    for node in order.reversed() where nodes[node].hasEffects {
      let limit = nodes[node].after.map { nodes[$0.node].column - $0.step }.min() ?? 0
      nodes[node].column = max(nodes[node].column, limit)
    }
    push(order)
    // Each mark of a row has a column of its own, also where events are the causes of each other.
    for own in numbers.flatMap(\.values) {
      for (last, next) in zip(own, own.dropFirst()) {
        nodes[next].column = max(nodes[next].column, nodes[last].column + 1)
      }
    }
  }

  /// Puts the only mark of a row at an instant at the instant itself, unless a line passes there that leads from its own
  /// cause above to a row below, and would seem to come from it.
  private mutating func setSingles(_ row: Int) {
    for (_, own) in numbers[row] where own.count == 1 && nodes[own[0]].column > 0 {
      let first = own[0]
      let isPassed = nodes[..<first].indices.contains { cause in
        nodes[cause].instant == nodes[first].instant && nodes[cause].column == 0
          && nodes[cause].after.contains { $0.step == 0 && $0.node == first }
          && nodes[cause].after.contains { $0.step == 0 && $0.node > first }
      }
      if !isPassed { nodes[first].column = 0 }
    }
  }

  /// Leaves out the columns without a mark.
  private mutating func compact() {
    var used: [Int64: Set<Int>] = [:]
    for node in nodes { used[node.instant, default: []].insert(node.column) }
    let columns = used.mapValues { $0.sorted() }
    for node in nodes.indices {
      let known = columns[nodes[node].instant] ?? []
      nodes[node].column = known.beginning { $0 <= nodes[node].column } - 1
    }
  }

  private mutating func push(_ order: [Int]) {
    for _ in 0..<4 {
      var hasChanged = false
      for node in order {
        let least = nodes[node].before.map { nodes[$0.node].column + $0.step }.max() ?? nodes[node].column
        if least > nodes[node].column {
          nodes[node].column = least
          hasChanged = true
        }
      }
      if !hasChanged { return }
    }
  }

  /// Writes the columns of a row into its marks.
  func set(_ row: inout DrawnRow, _ number: Int) {
    guard number < numbers.count else { return }
    for beat in row.beats.indices {
      guard let own = numbers[number][row.beats[beat].instant] else { continue }
      var next = own[...]
      for sign in row.beats[beat].signs.indices where Beat.isStacked(row.beats[beat].signs[sign].kind) {
        guard let node = next.popFirst() else { break }
        row.beats[beat].signs[sign].column = nodes[node].column
      }
    }
  }

  /// The rightmost place of some events at an instant; `nil` if it has no columns.
  func last(_ events: some Sequence<Int>, _ run: Int, at instant: Int64?) -> Place? {
    var last: Place?
    for event in events {
      guard let place = places[Picture.EventID(run: run, event: event)], place.instant == instant else { continue }
      if last.map({ $0.column < place.column }) ?? true { last = place }
    }
    return last
  }
}
