import MarbleRuns

/// Several marks of one instant, which are beside each other in the same way in all rows that have so many.
struct Spread: Hashable {
  var instant: Int64
  var count: Int

  /// Returns the distances of marks from their instant, which is in their middle.
  static func places(_ halves: [Double]) -> [Double] {
    var place = -halves.reduce(0, +) - PosterLayout.ofMarks * Double(halves.count - 1) / 2
    return halves.map { half in
      defer { place += 2 * half + PosterLayout.ofMarks }
      return place + half
    }
  }
}

/// The marks of a row at one instant, beside each other.
struct PosterCluster {
  /// The marbles and failures, with their faces and the places of their centers.
  var marks: [(sign: DrawnMark, face: PosterLettering.Face?, center: Double)] = []
  /// The edges of the marks, or of the capsule around several; the place of the instant if there are none.
  var left: Double
  var right: Double
  /// The place of the completion: at the instant, behind the marks.
  var finish: Double?
  /// Half of the height.
  var half: Double
  /// Half of the height of the sign of an end, which is seen above and below a mark.
  var bar: Double
  /// Half of the height at the first mark.
  var top: Double { marks.count == 1 && finish != nil ? bar : half }
}

extension PosterLayout {
  /// The distance of two marbles of one instant.
  static let ofMarks = 2.0
  /// The length of the sign of an end above and below a mark of its instant.
  static let ofBar = 8.0
  /// The distance of the marbles of an instant from the capsule around them.
  static let ofCapsule = 3.0

  /// Half of the height of the sign of an end alone.
  var ofEnd: Double { lettering.scale.radius + (sheet.isCompact ? 0 : 2) }

  func x(_ instant: Int64) -> Double { axis.place(of: instant) }

  /// Returns the places of the marks of a row at an instant.
  func cluster(of beat: Beat) -> PosterCluster {
    let place = x(beat.instant)
    var cluster = PosterCluster(
      left: place, right: place, half: lettering.scale.radius,
      bar: ofEnd)
    let stack = beat.stack
    for (number, sign) in stack.enumerated() {
      let center = place + (spread[Spread(instant: beat.instant, count: stack.count)]?[number] ?? 0)
      let face = lettering.face(sign.kind, "")
      let reach = sign.kind.isFailure ? 8 : face?.reach ?? 0
      cluster.left = cluster.marks.isEmpty ? center - reach : min(cluster.left, center - reach)
      cluster.right = max(cluster.right, center + reach)
      cluster.half = max(cluster.half, face?.half ?? 0)
      cluster.marks.append((sign, face, center))
    }
    if cluster.marks.count > 1 {
      cluster.left -= Self.ofCapsule
      cluster.right += Self.ofCapsule
    }
    if beat.signs.contains(where: { $0.kind == .finished }) {
      cluster.finish = place
    }
    if !cluster.marks.isEmpty { cluster.bar = cluster.half + Self.ofBar }
    return cluster
  }
}

extension PosterLettering {
  /// Returns half of the width of a mark; `nil` if its text has no room.
  func reach(_ sign: DrawnMark) -> Double? {
    if sign.kind.isFailure { return 8 }
    return sign.kind.symbol != nil || sign.kind == .anyValue ? face(sign.kind, "")?.reach : 0
  }
}
