import MarbleRuns
import VirtualTime

/// The elements of a box that are drawn once.
extension PosterPlan {
  private struct Spot: Hashable {
    var instant: Int64
    /// The number of a dropped mark among those of its instant: two subscribers receive it as the same one.
    var mark: Int?
  }
  /// Returns the elements without those that are like another one, as of two subscriptions to one operator. Each signal
  /// has its own line, and each mark that was dropped its own stub.
  func merged(_ elements: [Element]) -> [Element] {
    var merged: [Element] = [], places: [Spot: [Int]] = [:]
    let marks = dropped(of: elements)
    for element in elements {
      let spot = Spot(
        instant: element.from, mark: element.causes.first.flatMap { element.kind == .drop ? marks[$0] : nil })
      let same = places[spot]?.first { merged[$0].isLike(element) }
      guard ![.lane, .signal].contains(element.kind), let same else {
        places[spot, default: []].append(merged.count)
        merged.append(element)
        continue
      }
      merged[same].causes += element.causes
      merged[same].effects += element.effects
    }
    return merged
  }
  /// The numbers of events among those of their instant, in the lines that have dropped ones.
  private func dropped(of elements: [Element]) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    let lines = Set(elements.lazy.filter { $0.kind == .drop }.compactMap(\.causes.first).map { trace.events[$0].line })
    for line in lines {
      var last: Int64?, number = 0
      for event in index.events[line] {
        number = instant(event) == last ? number + 1 : 0
        last = instant(event)
        numbers[event] = number
      }
    }
    return numbers
  }
}

extension PosterPlan.Element {
  fileprivate func isLike(_ other: Self) -> Bool {
    kind == other.kind && isTimer == other.isTimer && from == other.from && to == other.to && hues == other.hues
      && (kind != .hop || causes == other.causes) && label == other.label && ending == other.ending
      && reason == other.reason && input == other.input
  }
}
