import Foundation
import Gallery
import Marbles
import TestMutation
import Testing

@testable import MarbleSpecs
@testable import VirtualTime

/// Whether a spec notices that its pipeline does something else: one action of it comes late, is lost or happens twice.
/// Every such mutant that changes what a subscriber with an expected row receives has to be reported. `MUTANTS=2000`
/// makes that many, `MUTANTS_SEED=7` others.
struct MutantTests {
  private func run(_ text: SpecText, _ mutation: Mutation) throws -> ExecutedSpec {
    try Timeline.$plantedFault.withValue(mutation) { try ExecutedSpec(text, triesLaws: false) }
  }
  /// The events of the subscribers that have an expected row.
  private func received(_ spec: ExecutedSpec) -> [String] {
    zip(spec.file.blocks, spec.outcomes).flatMap { block, outcome in
      zip(block.subscribers, outcome.recordings).filter { $0.0.expected != nil }.map { "\($0.1)" }
    }
  }

  @Test func everyMutantThatChangesWhatComesOutIsReported() throws {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["MUTANTS"].flatMap(Int.init).map { $0 / 2 } ?? 30
    var random = SplitMixSequence(seed: environment["MUTANTS_SEED"].flatMap(UInt64.init) ?? 16)
    let texts = try Gallery.few().filter {
      try SpecFile($0).blocks.contains { $0.subscribers.contains { $0.expected != nil } }
    }
    #expect(texts.count >= (Gallery.isLong ? 119 : 30))
    // The outcomes without a fault, of the diagrams that get one.
    var truth: [String: (count: Int, received: [String])] = [:]
    var changed = 0, missed: [String] = []
    for _ in 0..<wanted {
      let text = texts[Int(random.next() % UInt64(texts.count))]
      if truth[text.file] == nil {
        let mutation = Mutation(.drop), spec = try run(text, mutation)
        truth[text.file] = (mutation.count, self.received(spec))
      }
      let (count, received) = truth[text.file]!
      let fault = Mutation.Fault.allCases[Int(random.next() % 3)], number = Int(random.next() % UInt64(count))
      let frames = Int(random.next() % 3 + 1)
      let spec = try run(text, Mutation(fault, ofAction: number, delay: .nanoseconds(frames * 1_000_000)))
      if self.received(spec) == received { continue }
      changed += 1
      if SpecCheck(spec).failures.isEmpty { missed.append("\(text.file): \(fault) of action \(number)") }
    }
    #expect(missed.isEmpty)
    #expect(changed > wanted / 3, "too few of the mutants change anything")
    if environment["MUTANTS"] != nil {
      print("specs: \(wanted) mutants, \(changed) change what comes out, \(changed - missed.count) reported")
    }
  }
}
