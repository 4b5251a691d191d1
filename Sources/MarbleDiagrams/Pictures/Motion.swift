/// When the parts of an animated picture appear: with style sheets alone, once, and only for readers who do not want less motion.
struct Motion {
  /// How long a picture plays, in seconds. A longer animation would need a way to stop it.
  private static let length = 4.5

  private let moments: [Picture.Moment]
  private let width: Double
  private var first: Double { moments.first?.x ?? 0 }

  init(_ picture: Picture) { (moments, width) = (picture.moments, picture.width) }

  /// The part of the width that is covered at the beginning.
  var rest: String { SVGRenderer.number(width > 0 ? (width - first) / width * 100 : 0) + "%" }

  /// The class of an item and when it begins; nil for what is there from the beginning on.
  func attributes(of item: Picture.Item) -> (name: String, style: String?)? {
    guard let instant = item.instant else { return nil }
    if item.isDrawnOut { return ("played", nil) }
    var style = "--at: \(delay(of: instant))s"
    if let lost = item.lostAt { style += "; --lost: \(delay(of: max(lost, instant)))s" }
    return ("at", style)
  }

  /// How long after the beginning the curtain is at an instant.
  private func delay(of instant: Int64) -> String {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    let x = low > 0 ? moments[low - 1].x : first
    return SVGRenderer.number(width > first ? (x - first) / (width - first) * Motion.length : 0)
  }

  /// The rules are the same in every picture, so that two of them in a page do not disturb each other.
  static func css(scope: String) -> String {
    """
    @media screen and (prefers-reduced-motion: no-preference) {
    \(scope) .at { animation: marbles-appear 0.15s var(--at) both }
    \(scope) .played { animation: marbles-play \(SVGRenderer.number(length))s linear both }
    \(scope) .at.ghost circle, \(scope) .at.ghost path { animation: marbles-lose 0.15s var(--lost, 0s) both }
    }
    @keyframes marbles-appear { from { opacity: 0 } }
    @keyframes marbles-lose { from { fill-opacity: 1; stroke-dasharray: none } }
    @keyframes marbles-play { from { clip-path: inset(0 var(--rest) 0 0) view-box } to { clip-path: inset(0) view-box } }

    """
  }
}
