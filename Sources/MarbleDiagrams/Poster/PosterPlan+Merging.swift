import MarbleRuns
import VirtualTime

/// The elements of a box that are drawn once.
extension PosterPlan {
  /// Returns the elements without those that are like another one, as of two subscriptions to one operator. Each signal
  /// has its own line, and each mark that was dropped its own stub.
  func merged(_ elements: [Element]) -> [Element] {
    var merged: [Element] = [], places: [Int64: [Int]] = [:]
    for element in elements {
      let same = places[element.from]?.first { merged[$0].isLike(element) && isOfOneMark(merged[$0], element) }
      guard ![.lane, .signal].contains(element.kind), let same else {
        places[element.from, default: []].append(merged.count)
        merged.append(element)
        continue
      }
      merged[same].causes += element.causes
      merged[same].effects += element.effects
    }
    return merged
  }
  /// Whether two elements that are dropped at one instant are below the same mark: two subscribers receive it as the same one
  /// of its instant.
  private func isOfOneMark(_ one: Element, _ other: Element) -> Bool {
    func number(_ element: Element) -> Int? {
      element.causes.first.map { cause in
        index.events[trace.events[cause].line].prefix { $0 < cause }.count { instant($0) == instant(cause) }
      }
    }
    return one.kind != .drop || number(one) == number(other)
  }
}

extension PosterPlan.Element {
  fileprivate func isLike(_ other: Self) -> Bool {
    kind == other.kind && isTimer == other.isTimer && from == other.from && to == other.to && hues == other.hues
      && (kind != .hop || causes == other.causes) && label == other.label && ending == other.ending
      && reason == other.reason && input == other.input
  }
}
