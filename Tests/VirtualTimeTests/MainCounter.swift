/// A counter that loses updates, and notices an overlap, if two threads use it.
@MainActor final class MainCounter {
  private(set) var count = 0
  private(set) var overlaps = 0
  private var isBusy = false
  func bump(_ times: Int = 200) {
    if isBusy { overlaps += 1 }
    isBusy = true
    for _ in 0..<times { count += 1 }
    isBusy = false
  }
  nonisolated init() {}
}
