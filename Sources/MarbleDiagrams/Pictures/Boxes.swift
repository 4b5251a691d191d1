import MarbleRuns

/// Places that are taken, by stripes of the paper: whether a place is free depends only on those in its own stripes.
struct Boxes {
  private static let stripe = 128.0
  private var stripes: [Int: [Box]] = [:]

  private func range(_ box: Box) -> ClosedRange<Int> {
    Int((box.left / Boxes.stripe).rounded(.down))...Int((max(box.left, box.right) / Boxes.stripe).rounded(.down))
  }
  mutating func insert(_ box: Box) { for stripe in range(box) { stripes[stripe, default: []].append(box) } }
  /// Returns the places that overlap a box, each once.
  func overlapping(_ box: Box) -> [Box] { range(box).flatMap { stripes[$0] ?? [] }.filter { $0.overlaps(box) }.uniqued }
  func overlap(_ box: Box) -> Bool { range(box).contains { stripes[$0]?.contains { $0.overlaps(box) } == true } }
}
