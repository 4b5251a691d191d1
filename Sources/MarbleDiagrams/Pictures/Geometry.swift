import MarbleRuns

/// A position in a picture, in points from its upper left corner.
struct Point: Hashable, Sendable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle with horizontal and vertical sides.
struct Box: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
  /// Creates the square around a circle.
  init(around center: Point, radius: Double) {
    self.init(left: center.x - radius, top: center.y - radius, right: center.x + radius, bottom: center.y + radius)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }
  var center: Point { Point((left + right) / 2, (top + bottom) / 2) }

  func widened(by margin: Double) -> Box {
    Box(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
  }
  func moved(by shift: Point) -> Box {
    Box(left: left + shift.x, top: top + shift.y, right: right + shift.x, bottom: bottom + shift.y)
  }
  /// Returns the part of a line that is inside the box, as shares of its length; `nil` if the line passes by.
  func part(from: Point, to: Point) -> ClosedRange<Double>? {
    var (first, last) = (0.0, 1.0)
    for (start, end, low, high) in [(from.x, to.x, left, right), (from.y, to.y, top, bottom)] {
      if start == end {
        if start <= low || start >= high { return nil }
        continue
      }
      let (one, other) = ((low - start) / (end - start), (high - start) / (end - start))
      first = max(first, min(one, other))
      last = min(last, max(one, other))
    }
    return first < last ? first...last : nil
  }
  /// Returns the smallest box around both.
  func union(_ other: Box) -> Box {
    Box(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}

/// Boxes that are found by their height on the page, in time that does not grow with the boxes elsewhere.
struct BoxRows {
  private var boxes: [Box] = [], rows: [Int: [Int]] = [:]

  init(_ boxes: [Box] = []) { for box in boxes { add(box) } }
  mutating func add(_ box: Box) {
    for row in Self.row(box.top)...max(Self.row(box.top), Self.row(box.bottom)) {
      rows[row, default: []].append(boxes.count)
    }
    boxes.append(box)
  }
  /// Returns the boxes that may reach into a part of the page, in the order in which they were added.
  func between(_ top: Double, _ bottom: Double) -> [Box] {
    let first = Self.row(top), last = Self.row(bottom)
    if first > last { return [] }
    if last - first >= rows.count { return boxes }
    var found: [Int] = []
    for row in first...last {
      for number in rows[row] ?? [] where row == max(first, Self.row(boxes[number].top)) { found.append(number) }
    }
    return found.sorted().map { boxes[$0] }
  }
  private static func row(_ y: Double) -> Int { Int((y / 50).rounded(.down)) }
}
