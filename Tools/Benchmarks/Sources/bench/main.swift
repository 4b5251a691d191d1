import Contest
import Foundation

func fail(_ message: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(code)
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  let baseline = try options.against.map(Baseline.init(contentsOf:))
  var outcomes: [Outcome] = []
  var losses: [String] = []
  let exact = plans.filter { $0.name.rawValue == options.filter }
  let chosen =
    exact.isEmpty ? plans.filter { options.filter.isEmpty || $0.name.rawValue.contains(options.filter) } : exact
  for plan in chosen {
    let total = min(options.total, plan.total)
    for size in plan.sizes.isEmpty ? [total] : plan.sizes where size <= total {
      func measured(_ rounds: Int) throws -> Outcome {
        try measure(plan, size: size, total: total, rounds: rounds, only: options.contestant)
      }
      var outcome = try measured(options.rounds)
      if baseline?.loss(outcome, tolerated: plan.tolerated) != nil { outcome = try measured(options.rounds * 2) }
      if let loss = baseline?.loss(outcome, tolerated: plan.tolerated) { losses.append(loss) }
      outcomes.append(outcome)
      if !options.json {
        print(table(plan, outcome, among: outcomes))
        fflush(nil)
      }
      // A chain of another length computes something else.
      if Set(outcome.figures.filter { $0.contestant != shorter }.map(\.checksum)).count > 1 {
        fail(
          "\(outcome.name): the contestants disagree: \(outcome.figures.map { "\($0.contestant) \($0.checksum)" })", 1)
      }
    }
  }
  if outcomes.isEmpty {
    throw UsageError(message: "no case is called '\(options.filter)'; there are \(plans.map(\.name.rawValue))")
  }
  if options.json { print(try json(outcomes), terminator: "") }
  try options.write.map(Baseline(outcomes).write(to:))
  if !losses.isEmpty { fail("Lost more than 30 %:\n  " + losses.joined(separator: "\n  "), 1) }
} catch let error as UsageError {
  fail("Error: \(error.message)\n\(Options.usage)", 64)
} catch {
  fail("Error: \(error)", 66)
}
