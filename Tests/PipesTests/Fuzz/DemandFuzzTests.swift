import Foundation
import Testing

/// Random pipelines under every demand and over every kind of source. `FUZZ=1000000` in the environment runs so many
/// cases, `FUZZ_FROM` begins at another seed.
@Suite("Random pipelines") struct DemandFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["FUZZ"].flatMap { UInt64($0) } ?? 800
  private static let first = environment["FUZZ_FROM"].flatMap { UInt64($0) } ?? 1
  private static let blocks: UInt64 = 8

  @Test("the same values under every demand, no rule broken, no stream that waits for ever", arguments: 0..<blocks)
  func agree(block: UInt64) {
    var found = 0
    for seed in stride(from: Self.first + block, to: Self.first + Self.count, by: Int(Self.blocks)) {
      let made = FuzzCase(seed: seed)
      guard made.finding != nil else { continue }
      let smallest = made.smallest
      Issue.record("seed \(seed): \(smallest.finding ?? "")\n\(smallest)")
      found += 1
      if found == 5 { return }
    }
  }
}
