import MarbleRuns

/// The marks of a row at one instant, beside each other.
struct PosterCluster {
  /// The marbles and failures, with their faces and the places of their centers.
  var marks: [(sign: DrawnMark, face: PosterLettering.Face?, center: Double)] = []
  /// The edges of the marks, or of the capsule around several; the place of the instant if there are none.
  var left: Double
  var right: Double
  /// The place of the completion.
  var finish: Double?
  /// Half of the height.
  var half: Double
}

extension PosterLayout {
  /// The distance of a completion from the edge of a marble of its instant: they touch.
  static let ofBar = 3.0
  /// The distance of two marbles of one instant, and of two with a completion between them.
  static let (ofMarks, ofEnd) = (2.0, 12.0)
  /// The distance of the marbles of an instant from the capsule around them.
  static let ofCapsule = 3.0

  func x(_ instant: Int64) -> Double { axis.place(of: instant) }

  /// Returns the place of an event among the marks of its instant; the place of the instant if there is no event.
  func x(_ place: PosterColumns.Place?, _ instant: Int64) -> Double {
    guard let place, place.instant == instant, place.column >= 0, let columns = axis.columns[instant],
      place.column < columns.count
    else { return x(instant) }
    let column = columns[place.column]
    return x(instant) + column.place + (place.isEnd ? column.half + Self.ofCapsule + Self.ofBar : 0)
  }

  /// Returns the places of the marks of a row at an instant.
  func cluster(of beat: Beat) -> PosterCluster {
    let place = x(beat.instant)
    var cluster = PosterCluster(left: place, right: place, half: lettering.scale.radius)
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
      (cluster.left, cluster.right) = (cluster.left - Self.ofCapsule, cluster.right + Self.ofCapsule)
    }
    guard let end = beat.signs.first(where: { $0.kind == .finished }) else { return cluster }
    let common = x(.init(instant: beat.instant, column: end.column, isEnd: true), beat.instant)
    cluster.finish = max(common, cluster.marks.isEmpty ? common : cluster.right + Self.ofBar)
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
