import MarbleRuns
import Marbles
import VirtualTime

/// Lays out the picture of an order: a lane for each task, a box for each turn, and at each switch a pale box for the
/// turn that the order of scheduling has there.
package struct OrderLayout {
  /// The width of a picture for which none is given.
  package static let width = 480.0
  static let margin = 12.0, boxHeight = 24.0, corner = 6.0, gap = 8.0

  let order: RunOrder
  let shown: ShownTurns
  let width: Double
  /// The tasks and actions by name, in the order of their first turns that are drawn.
  private(set) var lanes: [String] = []
  private(set) var laneOfName: [String: Int] = [:]
  /// Whether each lane has turns of a task.
  private(set) var hasTasks: [Bool] = []
  /// Whether the names are left of the lanes; otherwise above them.
  let namesAreLeft: Bool
  /// The left end of the lanes.
  let left: Double
  let boxWidth: Double
  var strips: [Strip] = []
  var y = margin
  var back: [Picture.Item] = []
  var front: [Picture.Item] = []

  /// Columns that are beside each other.
  struct Strip {
    var columns: [(column: ShownTurns.TurnOrGap, x: Double)] = []
    /// The times above the columns: at the start, and where time goes on.
    var times: [(text: String, x: Double)] = []
    /// The indices of the first and of the last turn; -1 without turns.
    var first = 0, last = -1
    /// The right end of the columns and the times.
    var right = 0.0
  }

  /// - Parameter width: The largest width; with `nil` all turns are beside each other.
  package static func picture(of order: RunOrder, width: Double?) -> Picture {
    var layout = OrderLayout(order, width)
    return layout.drawn()
  }

  private init(_ order: RunOrder, _ limit: Double?) {
    self.order = order
    shown = ShownTurns(order)
    var digits = 1
    for case .turn(let index) in shown.columns {
      let turn = order.turns[index]
      if let number = turn.number { digits = max(digits, String(number).count) }
      if laneOfName[turn.name] == nil {
        laneOfName[turn.name] = lanes.count
        lanes.append(turn.name)
        hasTasks.append(false)
      }
      if turn.number != nil { hasTasks[laneOfName[turn.name]!] = true }
    }
    boxWidth = max(24, Double(digits) * 9 + 10)
    let room = limit ?? Self.width
    let widest = lanes.map { TextMetrics.width($0, size: 12, isBold: true) }.max() ?? 0
    namesAreLeft = widest <= min(150, room * 0.3)
    left = Self.margin + (namesAreLeft ? (widest + 12).rounded(.up) : 0)
    strips = Self.strips(order, shown, left: left, right: limit.map { $0 - Self.margin }, boxWidth)
    self.width = limit ?? max(Self.width, (strips.map(\.right).max() ?? 0) + Self.margin)
  }

  private static func strips(
    _ order: RunOrder, _ shown: ShownTurns, left: Double, right: Double?, _ boxWidth: Double
  ) -> [Strip] {
    var strips: [Strip] = [], strip = Strip(), x = left, free = left
    var last: VirtualInstant?
    for column in shown.columns {
      var width = boxWidth, time: String?, turn: Int?
      switch column {
      case .gap(let count):
        // The words are beside the times.
        width = TextMetrics.width(gapWords(count), size: 11)
        x = max(x, free)
      case .turn(let index):
        turn = index
        let instant = order.turns[index].instant
        if instant != last { time = RecordedRun.time(instant.nanoseconds) }
        if time != nil, !strip.columns.isEmpty { x = max(x + 8, free) }
        last = instant
      }
      let room = max(width, time.map { TextMetrics.width($0, size: 11) } ?? 0)
      if let right, x + room > right, !strip.columns.isEmpty {
        strips.append(strip)
        strip = Strip()
        x = left
        free = left
        if let turn { time = RecordedRun.time(order.turns[turn].instant.nanoseconds) }
      }
      if let time {
        strip.times.append((time, x))
        free = x + TextMetrics.width(time, size: 11) + 14
      }
      if let turn {
        if strip.last < 0 { strip.first = turn }
        strip.last = turn
      }
      strip.columns.append((column, x))
      strip.right = max(strip.right, x + room)
      x += width + gap
      if turn == nil { free = x }
    }
    return strip.columns.isEmpty ? strips : strips + [strip]
  }
  static func gapWords(_ count: Int) -> String { "… \(count) turns …" }

  /// The lane of a turn; `nil` if it has none.
  func lane(_ turn: Int) -> Int? { laneOfName[order.turns[turn].name] }
  /// The color of a lane. Actions have the neutral one.
  func color(_ lane: Int) -> Int { hasTasks[lane] ? hasTasks[..<lane].count { $0 } : -1 }

  private mutating func drawn() -> Picture {
    addTitle()
    for number in strips.indices { addStrip(number) }
    addWords()
    let height = (y + Self.margin).rounded(.up)
    let surface = Picture.Item(.surface, .box(Box(left: 0, top: 0, right: width, bottom: height), corner: 8))
    let name = order.title.map { "\($0): an order that fails" } ?? "An order that fails"
    let switches = shown.switches.map { order.sentence(ofSwitch: $0) + "." }
    return Picture(
      width: width, height: height, title: name, description: (switches + order.failures).joined(separator: "\n"),
      items: [surface] + back + front)
  }

  private mutating func addTitle() {
    let words = "An order that fails, \(ShownTurns.words(order.switches.count))"
    if let title = order.title { add(title, .name, size: 14, isBold: true, lines: 2) }
    add(words, .note, size: 12, lines: 2)
    y += 8
  }
}
