import Testing
import VirtualTime

/// A random case of a test, which is made smaller while it still finds something.
protocol RandomCase: CustomStringConvertible {
  init(_ random: inout SplitMixSequence)
  /// Cases with one thing less.
  var smaller: [Self] { get }
}
extension RandomCase {
  func without(_ change: (inout Self) -> Void) -> Self {
    var smaller = self
    change(&smaller)
    return smaller
  }
  private func smallest(_ finding: (Self) throws -> String?) rethrows -> Self {
    for smaller in smaller where try finding(smaller) != nil { return try smaller.smallest(finding) }
    return self
  }
  /// Records the smallest form of the first case that finds something.
  static func search(_ seeds: Range<UInt64>, _ finding: (Self) throws -> String?) rethrows {
    for seed in seeds {
      var random = SplitMixSequence(seed: seed)
      let one = Self(&random)
      guard try finding(one) != nil else { continue }
      let smallest = try one.smallest(finding)
      Issue.record("seed \(seed), smallest \(smallest): \(try finding(smallest) ?? "")")
      return
    }
  }
}
