/// Folds a wide picture into strips under each other. Each strip repeats names and boxes, and begins with its time.
struct PictureFold {
  /// The left end of the time axis, and the right end of each strip.
  var left: Double
  var right: Double
  /// The part of the picture that is repeated, from the ruler to the last row.
  var top: Double
  var bottom: Double
  /// The positions of the instants.
  var moments: [Picture.Tick]
  var unit: TimeUnit
  /// The length of a frame in nanoseconds.
  var frame: Int64
  /// The size of the text at the start of a strip.
  var size: Double
  /// The starts of the strips.
  var starts: [Start]

  /// The place on the axis at which a strip begins, and the room left of it.
  struct Start: Hashable, Sendable {
    var place: Double
    var lead: Double
  }

  private static let header = 20.0
  static let margin = 24.0
  private static let gap = 16.0
  /// The distance of the first shapes of a strip from the left end of the axis.
  static let lead = 10.0

  /// Returns the items of all strips, and the height that they have beyond that of one, which is negative if less is
  /// left of one.
  ///
  /// - Parameters:
  ///   - first: Items of the first strip alone.
  ///   - later: Items of all strips but the first.
  func strips(
    of items: [Picture.Item], first opening: [Picture.Item] = [], later: [Picture.Item] = [], until end: Double
  ) -> (items: [Picture.Item], extra: Double) {
    let first = self.starts
    let breaks = first.map(\.place) + [end]
    let last = breaks.count - 2
    // The strips of each item are looked up, so that no strip is a search through all items.
    func strip(at x: Double) -> Int { min(max(breaks.beginning { $0 <= x } - 1, 0), last) }
    var strips: [[Picture.Item]] = Array(repeating: [], count: last + 1)
    let starts = breaks.indices.dropLast().map { instant(at: $0 == 0 ? -.infinity : breaks[$0]) }
    for item in items {
      let extent = item.extent(moments)
      for number in strip(at: extent.from)...strip(at: extent.to) {
        let (from, to) = (
          number == 0 ? -Double.infinity : breaks[number], number == last ? Double.infinity : breaks[number + 1]
        )
        guard var piece = item.piece(from, to, isFirst: number == 0, moments) else { continue }
        if number > 0, !item.isFixed { piece.move(by: Point(left + first[number].lead - from, 0)) }
        // A piece of a line is not visible before its strip begins.
        if number > 0, item.isSplit, let instant = piece.instant, let start = starts[number] {
          piece.instant = max(instant, start)
        }
        strips[number].append(piece)
      }
    }
    var folded: [Picture.Item] = []
    var extra = 0.0
    for number in strips.indices {
      strips[number] += number == 0 ? opening : later
      if number > 0 { folded += header(from: starts[number], at: top + extra) }
      let empty = EmptyHeights(strips[number], to: bottom)
      folded += strips[number].map { $0.moved { $0 + extra - empty.above($0) } }
      extra += (number < last ? bottom - top + Self.header + Self.gap : 0) - empty.above(bottom)
    }
    return (folded, extra)
  }

  /// Returns the first instant from a position on that is a multiple of the frame, or has a position of its own.
  private func instant(at x: Double) -> Int64? {
    let index = moments.firstIndex(notBefore: x)
    guard index < moments.count else { return nil }
    let next = moments[index]
    guard index > 0, next.x > moments[index - 1].x else { return next.instant }
    let previous = moments[index - 1]
    let share = (x - previous.x) / (next.x - previous.x)
    let between = Double(previous.instant) + share * (Double(next.instant) - Double(previous.instant))
    guard let exact = Int64(exactly: (between / Double(frame)).rounded(.up)) else { return next.instant }
    let (rounded, overflow) = exact.multipliedReportingOverflow(by: frame)
    return overflow ? next.instant : min(rounded, next.instant)
  }

  private func header(from instant: Int64?, at y: Double) -> [Picture.Item] {
    let line = Picture.Item(.guide, .line(Point(Self.margin, y - Self.header), Point(right, y - Self.header)))
    let words = instant.map { "from \(unit.text(of: $0))" } ?? "then"
    let text = Picture.Text(string: words, place: Point(Self.margin, y - 5), size: size, isBold: true)
    return [line, Picture.Item(.ruler, .text(text))]
  }
}

extension [Picture.Tick] {
  /// The index of the first moment that is not left of a position.
  fileprivate func firstIndex(notBefore x: Double) -> Int { beginning { $0.x < x } }
  /// The position of an instant; `nil` if it is later than all moments, which are in the order of time.
  fileprivate func position(of instant: Int64) -> Double? {
    let index = beginning { $0.instant < instant }
    return index < count ? self[index].x : nil
  }
}

extension Array {
  /// The number of elements that a condition holds for, if it holds for no element behind one that it does not hold
  /// for.
  func beginning(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Picture.Item {
  /// Whether the item extends over time, so that each strip has a piece of it.
  fileprivate var isSplit: Bool {
    [.stream, .fold, .guide, .held, .broken, .undecided, .bar, .timer, .lane, .cluster].contains(
      parts[0].role)
  }

  /// The range of the axis outside of which no strip has a piece of the item.
  fileprivate func extent(_ moments: [Picture.Tick]) -> (from: Double, to: Double) {
    if isFixed {
      guard let instant else { return (-.infinity, .infinity) }
      let x = moments.position(of: instant) ?? -.infinity
      return (x, x)
    }
    if isSplit {
      let boxes = parts.map(\.shape.box)
      return (boxes.map(\.left).min() ?? 0, boxes.map(\.right).max() ?? 0)
    }
    let x = home ?? box?.center.x ?? 0
    return (x, x)
  }

  /// Returns the part of the item in a range of the axis; `nil` if it is not there. A text about a whole row is in the
  /// strip of its instant.
  fileprivate func piece(_ from: Double, _ to: Double, isFirst: Bool, _ moments: [Picture.Tick]) -> Self? {
    if isFixed {
      guard let instant else { return self }
      guard let x = moments.position(of: instant) else { return isFirst ? self : nil }
      return from <= x && x < to ? self : nil
    }
    if isSplit {
      var piece = self
      piece.parts = parts.compactMap { $0.clipped(from, to) }
      return piece.parts.isEmpty ? nil : piece
    }
    guard let center = home ?? box?.center.x else { return nil }
    return from <= center && center < to ? self : nil
  }

  /// Returns the item at another place.
  func moved(by shift: Point) -> Self {
    var item = self
    item.move(by: shift)
    return item
  }

  fileprivate mutating func move(by shift: Point) {
    for index in parts.indices { parts[index].shape = parts[index].shape.moved(by: shift) }
    area = area?.moved(by: shift)
  }

  /// Returns the item with other heights. The box of an operator and a line between marks are stretched, all else keeps
  /// its shape.
  fileprivate func moved(_ height: (Double) -> Double) -> Self {
    guard let box else { return self }
    let isStretched = [.frame, .drop, .end].contains(parts[0].role)
    var item = moved(by: Point(0, height(box.center.y) - box.center.y))
    for index in parts.indices where isStretched { item.parts[index].shape = parts[index].shape.stretched(height) }
    return item
  }
}

extension Picture.Part {
  /// Returns the part of the shape in a range of the axis.
  fileprivate func clipped(_ from: Double, _ to: Double) -> Self? {
    func clip(_ one: Point, _ other: Point) -> (Point, Point)? {
      if one.x == other.x { return from <= one.x && one.x < to ? (one, other) : nil }
      let (first, last) = one.x < other.x ? (one, other) : (other, one)
      let (left, right) = (max(first.x, from), min(last.x, to))
      if left >= right { return nil }
      func point(_ x: Double) -> Point { Point(x, first.y + (x - first.x) / (last.x - first.x) * (last.y - first.y)) }
      let (start, end) = (left == first.x ? first : point(left), right == last.x ? last : point(right))
      return one.x < other.x ? (start, end) : (end, start)
    }
    var part = self
    switch shape {
    case .line(let one, let other):
      guard let (start, end) = clip(one, other) else { return nil }
      part.shape = .line(start, end)
    case .link(let one, let other, let color):
      guard let (start, end) = clip(one, other) else { return nil }
      part.shape = .link(start, end, color: color)
    case .capsule(let box, let corner, let colors) where [.bar, .timer, .lane].contains(role):
      let (left, right) = (max(box.left, from), min(box.right, to))
      if left >= right { return nil }
      part.shape = .capsule(
        Box(left: left, top: box.top, right: right, bottom: box.bottom), corner: corner, colors: colors)
    case .box(let box, let corner) where role == .cluster:
      let (left, right) = (max(box.left, from), min(box.right, to))
      if left >= right { return nil }
      part.shape = .box(Box(left: left, top: box.top, right: right, bottom: box.bottom), corner: corner)
    case .circle, .box, .polygon, .text, .capsule, .head:
      let center = shape.box.center.x
      if center < from || center >= to { return nil }
    }
    return part
  }
}

extension Picture.Shape {
  /// Returns a line or a box with other heights of its ends; the head of an arrow goes with its tip.
  fileprivate func stretched(_ height: (Double) -> Double) -> Self {
    switch self {
    case .link(let from, let to, let color):
      return .link(Point(from.x, height(from.y)), Point(to.x, height(to.y)), color: color)
    case .box(let box, let corner):
      return .box(
        Box(left: box.left, top: height(box.top), right: box.right, bottom: height(box.bottom)), corner: corner)
    case .head(let points, _): return moved(by: Point(0, height(points[0].y) - points[0].y))
    default: return self
    }
  }

  fileprivate func moved(by shift: Point) -> Self {
    func move(_ point: Point) -> Point { Point(point.x + shift.x, point.y + shift.y) }
    switch self {
    case .line(let from, let to): return .line(move(from), move(to))
    case .link(let from, let to, let color): return .link(move(from), move(to), color: color)
    case .circle(let center, let radius, let colors): return .circle(move(center), radius: radius, colors: colors)
    case .box(let box, let corner): return .box(box.moved(by: shift), corner: corner)
    case .capsule(let box, let corner, let colors):
      return .capsule(box.moved(by: shift), corner: corner, colors: colors)
    case .polygon(let points): return .polygon(points.map(move))
    case .head(let points, let color): return .head(points.map(move), color: color)
    case .text(var text):
      text.place = move(text.place)
      return .text(text)
    }
  }
}

extension PosterLayout {
  /// The widths that are tried for a slide: a narrow picture is drawn larger, and one of several strips wider.
  private static let slideWidths = [480.0, 640, 800, 960, 1120, 1280, 1600, 1920]

  /// Returns the picture that is largest on a slide. Its letters are not smaller than elsewhere: what does not fit is
  /// cut, with a sentence.
  ///
  /// - Parameter picture: Returns the picture of a width.
  package static func slide(width: Double, height: Double, _ picture: (Double?) -> Picture) -> Picture {
    var best: (scale: Double, picture: Picture)?
    for limit in slideWidths where limit <= width {
      let picture = picture(limit)
      let scale = min(width / picture.width, height / picture.height)
      if scale > best?.scale ?? 0 { best = (scale, picture) }
    }
    guard let best else { return picture(width) }
    return best.scale >= 1 ? best.picture : picture(width).cut(toHeight: height)
  }
}

extension Picture {
  /// Returns the picture, cut at a height with a sentence if it is higher.
  func cut(toHeight limit: Double) -> Picture {
    if height <= limit { return self }
    var short = self
    short.height = limit
    let line = limit - 40
    short.items = items.compactMap { item in
      if item.parts[0].role == .surface {
        var item = item
        item.parts[0].shape = .box(Box(left: 0, top: 0, right: width, bottom: limit), corner: 8)
        return item
      }
      if item.parts.allSatisfy({ $0.role == .guide }), let box = item.box, box.top < line {
        var item = item
        item.parts = item.parts.map { part in
          guard case .line(let from, let to) = part.shape else { return part }
          return Part(role: part.role, shape: .line(Point(from.x, min(from.y, line)), Point(to.x, min(to.y, line))))
        }
        return item
      }
      return (item.box?.bottom ?? 0) <= line ? item : nil
    }
    let share = Int((line / height * 100).rounded(.down))
    let words = "The picture is cut here: only the upper \(share) % is shown."
    let place = Point(PictureFold.margin, limit - 16)
    short.items.append(Item(.warning, .text(Text(string: words, place: place, size: 13))))
    return short
  }
}
