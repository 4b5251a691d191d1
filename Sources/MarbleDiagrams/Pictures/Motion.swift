import MarbleRuns

/// The times at which the parts of an animated picture appear. The animation uses style sheets only, plays once, and is
/// off for readers who prefer reduced motion.
struct Motion {
  /// The length of the animation in seconds. A longer one would need a control to stop it.
  private static let length = 4.5

  private let moments: [Picture.Tick]
  private let width: Double
  private var first: Double { moments.first?.x ?? 0 }

  /// Whether the lines appear strip by strip: they cannot be drawn from the left to the right.
  private let isFolded: Bool

  init(_ picture: Picture) {
    moments = picture.moments
    isFolded = picture.isFolded
    width = isFolded ? (moments.last?.x ?? 0) + 24 : picture.width
  }

  /// The part of the width that is hidden at the beginning.
  var rest: String { SVGRenderer.number(width > 0 ? (width - first) / width * 100 : 0) + "%" }

  /// Returns the class of an item and the time at which it appears; `nil` for an item that is visible from the
  /// beginning.
  func attributes(of item: Picture.Item) -> (name: String, style: String?)? {
    guard let instant = item.instant else { return nil }
    if item.isDrawnOut, !isFolded { return ("played", nil) }
    var style = "--at: \(delay(of: instant))s"
    if let lost = item.lostAt { style += "; --lost: \(delay(of: max(lost, instant)))s" }
    return ("at", style)
  }

  /// Returns the delay until the animation has reached an instant.
  private func delay(of instant: Int64) -> String {
    let past = moments.beginning { $0.instant <= instant }
    let x = past > 0 ? moments[past - 1].x : first
    return SVGRenderer.number(width > first ? (x - first) / (width - first) * Motion.length : 0)
  }

  /// Returns the style rules. They are the same for every picture, so that several pictures can be on one page.
  static func css(scope: String) -> String {
    """
    @media screen and (prefers-reduced-motion: no-preference) {
    \(scope) .at { animation: marbles-appear 0.15s var(--at) both }
    \(scope) .played { animation: marbles-play \(SVGRenderer.number(length))s linear both }
    \(scope) .at.ghost circle, \(scope) .at.ghost path, \(scope) .at.ghost rect { animation: marbles-lose 0.15s var(--lost, 0s) both }
    }
    @keyframes marbles-appear { from { opacity: 0 } }
    @keyframes marbles-lose { from { fill-opacity: 1; stroke-dasharray: none } }
    @keyframes marbles-play { from { clip-path: inset(0 var(--rest) 0 0) view-box } to { clip-path: inset(0) view-box } }

    """
  }
}
