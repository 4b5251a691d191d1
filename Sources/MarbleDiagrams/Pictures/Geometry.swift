import MarbleRuns

/// A position in a picture, in points from its upper left corner.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A rectangle with horizontal and vertical sides.
package struct Box: Hashable, Sendable {
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double

  package init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
  /// Creates the square around a circle.
  package init(around center: Point, radius: Double) {
    self.init(left: center.x - radius, top: center.y - radius, right: center.x + radius, bottom: center.y + radius)
  }

  package var width: Double { right - left }
  package var height: Double { bottom - top }
  package var center: Point { Point((left + right) / 2, (top + bottom) / 2) }

  /// Whether the interiors of both boxes have a point in common.
  package func overlaps(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
  package func contains(_ other: Box) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }
  /// Returns the smallest box around both.
  package func union(_ other: Box) -> Box {
    Box(left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}
