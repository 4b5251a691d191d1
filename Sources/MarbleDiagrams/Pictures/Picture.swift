import MarbleRuns

/// A diagram as shapes with positions. A renderer only writes them.
package struct Picture: Sendable {
  /// An event of the trace of a run.
  struct EventID: Hashable, Sendable {
    var run: Int
    var event: Int
  }

  /// The position of an instant.
  struct Tick: Hashable, Sendable {
    var instant: Int64
    var x: Double
  }

  /// A line of text at a position.
  struct Text: Hashable, Sendable {
    enum Anchor: Hashable, Sendable { case start, middle, end }
    var string: String
    /// The position on the base line, at the anchor.
    var place: Point
    var size: Double
    var anchor = Anchor.start
    var isMono = false
    var isBold = false
    /// The parts of code, in order; none for a text of one tone.
    var tones: [CodeTone] = []
  }

  enum Shape: Hashable, Sendable {
    case line(Point, Point)
    /// A line in a color of the palette.
    case link(Point, Point, color: Int)
    /// A circle in colors of the palette, each of which fills a part.
    case circle(Point, radius: Double, colors: [Int])
    case box(Box, corner: Double)
    /// A rounded box in colors of the palette, which fill parts of it from left to right.
    case capsule(Box, corner: Double, colors: [Int])
    /// The head of an arrow in a color of the palette.
    case head([Point], color: Int)
    case polygon([Point])
    case text(Text)
  }

  /// The purpose of a shape. The theme decides its appearance.
  enum Role: String, Hashable, Sendable, CaseIterable {
    case surface, guide, ruler
    case note, name, label, letter, warning
    case stream, arrow, fold, bend, cut, finish, failure, marble
    case frame, code
    case request
    case held, broken, undecided
    case bar, timer, lane, drop, stub, head, cluster, end
    /// The part of a box that has the code, a sentence in it, and an action of a scheduler.
    case heading, reason, hop
  }

  struct Part: Hashable, Sendable {
    var role: Role
    var shape: Shape
  }

  /// Shapes that belong together: a marble with its letter, a box with its text.
  struct Item: Sendable {
    var parts: [Part]
    /// The box that no other item may overlap; `nil` for lines, on which other items are drawn.
    var area: Box?
    /// The tooltip and the text for screen readers.
    var tip: String?
    /// Whether the item shows a value that was dropped.
    var isGhost = false
    /// Whether the item belongs to the row of a cold source of which each subscription has a row of its own.
    var isTemplate = false
    /// Whether nobody receives it any more: it is right of the sign of the last subscriber that left.
    var isUnheard = false
    /// Whether the item has its place beside or across the time axis: a name, a box, a sentence below a row.
    var isFixed = false
    /// The place on the time axis that the item belongs to, if it is folded into strips; `nil` for the middle of the
    /// item.
    var home: Double?
    /// The instant of the item in nanoseconds; `nil` if it is always visible.
    var instant: Int64?
    var events: [EventID] = []
    var row = ""
    /// The instant in nanoseconds at which the value was dropped: before it the item is drawn as an ordinary one.
    var lostAt: Int64?
    /// The tooltip before that instant.
    var before: String?
    /// The instant in nanoseconds at which a trial of a rule was decided: before it a page draws the item as undecided.
    var decidedAt: Int64?
    /// The number of its last parts that are the sign of that decision: a page shows them from that instant on.
    var signs = 0
  }

  /// A row that can be edited, or the row of a result.
  package struct Row: Sendable {
    package enum Topic: Hashable, Sendable {
      /// A row of a source. A cold source may have several rows, counted from 0, for its subscriptions.
      case source(String, row: Int = 0)
      case result(run: Int, subscriber: Int)
      case demand(run: Int, subscriber: Int)
    }
    package var subject: Topic
    /// The vertical position of its line.
    package var y: Double
    /// The horizontal positions of the marks of the spec, by their numbers in its order, that are beside the position
    /// of their instant, because others share it.
    package var places: [Int: Double] = [:]
    /// The distances of the start of a subscription and of a completion or cancellation from the places of their
    /// instants.
    package var shifts = (start: 0.0, end: 0.0)
  }

  var width: Double
  var height: Double
  var title: String
  var description: String
  /// The items, from the background to the foreground.
  var items: [Item]
  /// The positions of the instants, in order.
  var moments: [Tick] = []
  /// The rows of the spec, from top to bottom.
  package var rows: [Row] = []
  /// Whether time goes on in strips under each other.
  var isFolded = false
  /// The width of a frame.
  package var step = 0.0
  var unit = TimeUnit.second
}

extension Picture.Text {
  /// The largest box that the text may take.
  var box: Box {
    let width =
      isMono ? TextMetrics.monoWidth(string, size: size) : TextMetrics.width(string, size: size, isBold: isBold)
    let left =
      switch anchor {
      case .start: place.x
      case .middle: place.x - width / 2
      case .end: place.x - width
      }
    return Box(left: left, top: place.y - size * 0.8, right: left + width, bottom: place.y + size * 0.25)
  }

  /// Returns a text that is vertically centered on a line.
  static func middle(_ string: String, at center: Point, size: Double, anchor: Anchor = .middle, isMono: Bool = false)
    -> Self
  {
    Self(string: string, place: Point(center.x, center.y + size * 0.36), size: size, anchor: anchor, isMono: isMono)
  }
}

extension Picture.Shape {
  /// The box of the shape, without the width of its stroke.
  var box: Box {
    switch self {
    case .line(let from, let to), .link(let from, let to, _):
      Box(left: min(from.x, to.x), top: min(from.y, to.y), right: max(from.x, to.x), bottom: max(from.y, to.y))
    case .circle(let center, let radius, _): Box(around: center, radius: radius)
    case .box(let box, _), .capsule(let box, _, _): box
    case .polygon(let points), .head(let points, _):
      Box(
        left: points.map(\.x).min() ?? 0, top: points.map(\.y).min() ?? 0, right: points.map(\.x).max() ?? 0,
        bottom: points.map(\.y).max() ?? 0)
    case .text(let text): text.box
    }
  }
}

extension Picture.Item {
  /// Creates an item of one shape. No other item may overlap a text.
  init(
    _ role: Picture.Role, _ shape: Picture.Shape, tip: String? = nil, at home: Double? = nil,
    since instant: Int64? = nil
  ) {
    self.init(parts: [Picture.Part(role: role, shape: shape)], area: nil, tip: tip, home: home, instant: instant)
    if case .text(let text) = shape { area = text.box }
  }

  /// The same item with its place beside or across the time axis.
  var fixed: Self {
    var item = self
    item.isFixed = true
    return item
  }

  /// Makes it a part of a template: visible from the beginning, because it shows no event of the run.
  mutating func makeTemplate() {
    isTemplate = true
    instant = nil
    events = []
    tip = tip.map { $0.replacing(last: " at ", with: " in each subscription, after ") }
  }

  /// The box of all shapes.
  var box: Box? {
    guard let first = parts.first?.shape.box else { return nil }
    return parts.dropFirst().reduce(first) { $0.union($1.shape.box) }
  }
}

extension String {
  /// The text with its last occurrence of a part replaced.
  func replacing(last part: String, with other: String) -> String {
    let (text, part) = (Array(self), Array(part))
    guard let start = text.indices.last(where: { text[$0...].starts(with: part) }) else { return self }
    return String(text[..<start]) + other + String(text[(start + part.count)...])
  }
}
