import MarbleRuns

extension PictureLayout {
  /// A sign of the picture and its meaning.
  private struct Key {
    var words: String
    /// Whether it is drawn pale, as a value that was not sent.
    var isGhost = false
    /// The shapes around a point.
    var parts: (Point) -> [Picture.Part]
  }

  /// The room of a sign before its words.
  private static let signWidth = 24.0

  /// Adds the meanings of the signs that occur in the picture, below everything else.
  mutating func addSigns() {
    var left = Self.margin
    let signs = keys
    if signs.isEmpty { return }
    cursor += 20
    for sign in signs {
      let width = Self.signWidth + TextMetrics.width(sign.words, size: Self.smallSize)
      if left > Self.margin, left + width > page {
        left = Self.margin
        cursor += 20
      }
      let text = Picture.Text.middle(
        sign.words, at: Point(left + Self.signWidth, cursor), size: Self.smallSize, anchor: .start)
      var item = Picture.Item(.key, .text(text))
      item.parts += sign.parts(Point(left + 9, cursor))
      item.area = item.box
      item.isGhost = sign.isGhost
      front.append(item)
      left += width + 18
    }
    cursor += 8
  }

  private var keys: [Key] {
    let shown = (lines + front + back).filter { !$0.isTemplate }
    let roles = Set(shown.compactMap { $0.parts.first?.role })
    let all = Set(shown.flatMap(\.parts).map(\.role))
    var signs: [Key] = []
    func add(_ words: String, if isThere: Bool, isGhost: Bool = false, _ parts: @escaping (Point) -> [Picture.Part]) {
      if isThere { signs.append(Key(words: words, isGhost: isGhost, parts: parts)) }
    }
    func part(_ role: Picture.Role, _ shape: Picture.Shape) -> Picture.Part { Picture.Part(role: role, shape: shape) }
    add("a subscription begins", if: front.contains { $0.tip == Self.beginning }) { place in
      [part(.marble, .circle(place, radius: Self.dot, colors: [Coloring.mixed]))]
    }
    add("started by", if: roles.contains(.begin)) { place in
      [part(.begin, .line(Point(place.x - 8, place.y), Point(place.x + 9, place.y)))]
    }
    add("subscribes", if: all.contains(.flag)) { place in
      let top = place.y - 7
      return [
        part(.cut, .line(Point(place.x, top), Point(place.x, place.y + 7))),
        part(.flag, .polygon([Point(place.x, top), Point(place.x + 9, top + 3.5), Point(place.x, top + 7)])),
      ]
    }
    add("cancelled", if: front.contains { $0.parts.first?.role == .cut }) { place in
      [-2.0, 4].map { part(.cut, .line(Point(place.x + $0 - 3, place.y + 7), Point(place.x + $0 + 3, place.y - 7))) }
    }
    add("fails", if: roles.contains(.failure)) { place in
      [
        part(.failure, .line(Point(place.x - 5, place.y - 5), Point(place.x + 5, place.y + 5))),
        part(.failure, .line(Point(place.x - 5, place.y + 5), Point(place.x + 5, place.y - 5))),
      ]
    }
    add("not sent here", if: shown.contains { $0.isGhost && $0.before != nil }, isGhost: true) { place in
      [part(.marble, .circle(place, radius: 7, colors: [Coloring.mixed]))]
    }
    add("same instant, top first", if: hasStack) { place in
      [-5.0, 5].map { part(.marble, .circle(Point(place.x, place.y + $0), radius: 5, colors: [Coloring.mixed])) }
    }
    add("silence, drawn shorter than it is", if: roles.contains(.fold)) { place in
      [part(.fold, .line(Point(place.x - 8, place.y), Point(place.x + 9, place.y)))]
    }
    add("goes on", if: roles.contains(.arrow)) { place in
      [
        part(.stream, .line(Point(place.x - 9, place.y), Point(place.x + 4, place.y))),
        part(
          .arrow,
          .polygon([Point(place.x + 9, place.y), Point(place.x - 1, place.y - 5), Point(place.x - 1, place.y + 5)])),
      ]
    }
    add("ring: the value that started this stream", if: all.contains(.core)) { place in
      [
        part(.marble, .circle(place, radius: 8, colors: [0])), part(.core, .circle(place, radius: 5, colors: [1])),
      ]
    }
    add("a timer fires", if: shown.contains { $0.parts.first?.role == .timer && $0.hasPolygon }) { place in
      [
        part(.timer, .line(Point(place.x - 8, place.y), Point(place.x + 8, place.y))),
        part(
          .timer, .polygon([Point(place.x + 9, place.y), Point(place.x, place.y - 5), Point(place.x, place.y + 5)])),
      ]
    }
    add(
      "a timer is cancelled or restarted", if: shown.contains { $0.parts.first?.role == .timer && $0.parts.count > 3 }
    ) { place in
      [
        part(.timer, .line(Point(place.x - 8, place.y), Point(place.x + 4, place.y))),
        part(.timer, .line(Point(place.x, place.y - 4), Point(place.x + 8, place.y + 4))),
        part(.timer, .line(Point(place.x, place.y + 4), Point(place.x + 8, place.y - 4))),
      ]
    }
    add("a period is over, nothing is pending", if: shown.contains { $0.isOver }) { place in
      [
        part(.timer, .line(Point(place.x - 8, place.y), Point(place.x + 9, place.y))),
        part(.timer, .line(Point(place.x - 8, place.y - 4), Point(place.x - 8, place.y + 4))),
      ]
    }
    add("from a cause to its effect", if: roles.contains(.cause)) { place in
      [part(.cause, .link(Point(place.x - 8, place.y - 5), Point(place.x + 9, place.y + 5), color: 0))]
    }
    for sign in RuleSign.allCases {
      add(sign.words, if: judged.contains(sign)) { place in sign.shapes(at: place).map { part(sign.role, $0) } }
    }
    return signs
  }
}

extension Picture.Item {
  /// Whether it is the bar of a timer that fired without a result.
  fileprivate var isOver: Bool { parts.first?.role == .timer && tip?.contains(", over at ") == true }
  /// Whether it has an arrow head.
  fileprivate var hasPolygon: Bool { parts.contains { if case .polygon = $0.shape { true } else { false } } }
}
