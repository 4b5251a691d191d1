import MarbleRuns

/// The marks of a row at one instant, beside each other.
struct PosterCluster {
  /// The marbles and failures, with their faces and the places of their centers.
  var marks: [(sign: DrawnMark, face: PosterLettering.Face?, center: Double)] = []
  /// The edges of the marks, or of the capsule around several; the place of the instant if there are none.
  var left: Double
  var right: Double
  /// The place of the completion: behind the last mark, or at the instant itself.
  var finish: Double?
  /// Half of the height.
  var half: Double
  /// Half of the height of the completion, which is seen above and below a mark.
  var bar: Double
}

extension PosterLayout {
  /// The distance of two marbles of one instant.
  static let ofMarks = 2.0
  /// The length of a completion above and below a mark of its instant.
  static let ofBar = 8.0
  /// The distance of the marbles of an instant from the capsule around them.
  static let ofCapsule = 3.0

  func x(_ instant: Int64) -> Double { axis.place(of: instant) }

  /// Returns the place of an event among the marks of its instant; the place of the instant if there is no event.
  func x(_ place: PosterColumns.Place?, _ instant: Int64) -> Double {
    guard let place, place.instant == instant, let columns = axis.columns[instant], place.column < columns.count
    else { return x(instant) }
    return x(instant) + columns[place.column].place
  }

  /// Returns the places of the marks of a row at an instant.
  func cluster(of beat: Beat) -> PosterCluster {
    let place = x(beat.instant)
    var cluster = PosterCluster(
      left: place, right: place, half: lettering.scale.radius,
      bar: lettering.scale.radius + (sheet.isCompact ? 0 : 2))
    for sign in beat.stack {
      let center = x(.init(instant: beat.instant, column: sign.column), beat.instant)
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
    guard beat.signs.contains(where: { $0.kind == .finished }) else { return cluster }
    cluster.finish = cluster.marks.last?.center ?? place
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
