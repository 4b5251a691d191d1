import Contest
import Depth10
import Depth20
import Depth30
import Foundation
import Limits
import MallocCount
import WithMarbles
import WithOpenCombine
import WithPipes

let limit = "limit", shorter = "ten operators", engine = "Pipes", peer = "OpenCombine"

/// Everybody who may take part, in the order of the report.
let entrants: [(name: String, runs: [Case: Run])] =
  [(limit, Limits.contestants)]
  + [WithPipes.contestants, WithMarbles.contestants, Depth10.contestants, Depth20.contestants, Depth30.contestants].map
{ (engine, $0) }
  + [(shorter, ofTen)]
  + [(peer, WithOpenCombine.contestants)]

/// A chain of ten operators, as the rival of longer ones, by the time for one operator: what the compiler makes of a
/// loop of a nanosecond differs from machine to machine, whether it still specializes a long chain does not.
private let ofTen: [Case: Run] = {
  let deeper: [Case: Case] = [
    .depth20Map: .depth10Map, .depth30Map: .depth10Map,
    .depth20RemoveDuplicates: .depth10RemoveDuplicates, .depth30RemoveDuplicates: .depth10RemoveDuplicates,
  ]
  return deeper.compactMapValues { Depth10.contestants[$0] }
}()

/// What one contestant needed for one element.
struct Figures: Encodable {
  let contestant: String
  /// Processor time in nanoseconds, the median of all rounds.
  var nanoseconds = 0.0
  /// Calls of malloc and its kin.
  var allocations = 0.0
  /// Bytes held at the height of the run, where the contestant knows that moment.
  var peakBytes = 0
  var checksum = 0
}

/// The outcome of one case at one size.
struct Outcome: Encodable {
  let name: String
  let elements: Int
  var figures: [Figures]
  /// Median over the rounds of this contestant's time over the engine's, or for the limit and the shorter chain the
  /// other way round.
  var ratios: [String: Double]

  subscript(contestant: String) -> Figures? { figures.first { $0.contestant == contestant } }
}

/// Measures one case: all contestants in turn, round after round, so that a busy machine is busy for all of them.
func measure(_ plan: Plan, size: Int, total: Int, rounds: Int, only: String?) throws -> Outcome {
  let contestants = entrants.compactMap { entrant in
    entrant.runs[plan.name].flatMap { only == nil || only == entrant.name ? (name: entrant.name, run: $0) : nil }
  }
  var figures = try contestants.map { try warmUp($0.name, $0.run, size) }
  let repeats = max(1, total / size)
  var times = contestants.map { _ in [Double]() }
  for round in 0..<rounds {
    for turn in contestants.indices {
      let index = (turn + round) % contestants.count
      let start = processorTime()
      for _ in 0..<repeats { _ = try contestants[index].run(size) }
      times[index].append(Double(processorTime() - start) / Double(repeats * size))
    }
  }
  for index in figures.indices { figures[index].nanoseconds = median(times[index]) }
  var ratios: [String: Double] = [:]
  if let own = contestants.firstIndex(where: { $0.name == engine }) {
    for (index, contestant) in contestants.enumerated() where index != own {
      let (above, below) = contestant.name != peer ? (times[own], times[index]) : (times[index], times[own])
      ratios[contestant.name] = median(Swift.zip(above, below).map { $0 / $1 })
    }
  }
  let name = plan.name.rawValue + (plan.sizes.isEmpty ? "" : "/\(size)")
  return Outcome(name: name, elements: size, figures: figures, ratios: ratios)
}

/// Runs a contestant once untimed, which counts what it allocates and what it holds.
private func warmUp(_ name: String, _ run: Run, _ size: Int) throws -> Figures {
  var figures = Figures(contestant: name)
  _ = try run(min(size, 1_000))
  let (before, held) = (malloc_count(), malloc_live_bytes())
  var peak = held
  Memory.probe = { peak = malloc_live_bytes() }
  figures.checksum = try run(size)
  Memory.probe = {}
  figures.allocations = Double(malloc_count() - before) / Double(size)
  figures.peakBytes = Int(peak - held)
  return figures
}

/// The processor time of this thread in nanoseconds: what other programs take meanwhile does not count.
private func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
