// The law of turns: a run in virtual time changes from one task to another only where the runtime does.
//
//     OneThread FIRST COUNT     compares the programs with these seeds, prints each that differs, and one line at the end
//
// Each program runs for real on a machine of one thread, then in virtual time. `Difference` says what may differ.
@_spi(ExperimentalCustomExecutors) import _Concurrency
import Dispatch
import VirtualTime

#if canImport(Glibc)
  import Glibc

  /// The default executor of this process until it runs in virtual time: jobs run one at a time, first in, first out.
  final class OneThread: TaskExecutor {
    private static let shared = OneThread()
    private let queue = DispatchQueue(label: "one thread")
    private let none = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.none) }
    }
    private enum Factory: ExecutorFactory {
      static var mainExecutor: any MainExecutor { MainActor.executor }
      static var defaultExecutor: any TaskExecutor { shared }
    }
    static func install() { _createExecutors(factory: Factory.self) }
  }

  /// A program with the traces that it has for real.
  struct Comparison {
    let seed: UInt64
    let program: Program
    var traces: Set<String> = []

    static let rounds = 3
    init(_ seed: UInt64) async {
      let program = Program(seed: seed)
      (self.seed, self.program) = (seed, program)
      for _ in 0..<Self.rounds {
        let world = World()
        await Task.detached(priority: .medium) { await program.run(in: world) }.value
        traces.insert(world.text)
      }
    }
    /// Runs the program in virtual time in the order of some choices.
    func run(_ choices: Choices) async throws -> [World.Mark] {
      let world = World(choices), program = program
      let timeline = Timeline(perInstant: 10_000, perRun: 100_000, turns: choices)
      try await withVirtualTime(on: timeline) { _ in await program.run(in: world) }
      return world.marks
    }
    /// A difference that is not meant; `nil` if there is none.
    func fault() async throws -> String? {
      let marks = try await run(Choices(repeating: [])), text = Self.text(marks)
      if try await Self.text(run(Choices(repeating: []))) != text { return "a second run has another trace" }
      if text.contains("TWICE") { return "a lock has two holders: \(text)" }
      if program.difference == .thread {
        let real = traces.first!
        return Self.tasks(text) == Self.tasks(real) ? nil : "a task has other marks: \(text)\n  for real: \(real)"
      }
      if traces.count > 1 { return "it has \(traces.count) traces on one thread" }
      let real = traces.first!
      if program.difference == .none { return text == real ? nil : "\(text)\n  for real: \(real)" }
      return try await reaches(real.split(separator: " ").map(String.init))
        ? nil : "no order has the real trace \(real)"
    }
    /// Whether an order has a trace: counts through the choices before the first mark that differs.
    func reaches(_ trace: [String]) async throws -> Bool {
      var list: [Int] = []
      for _ in 0..<Self.mostOrders {
        let choices = Choices(repeating: list), marks = try await run(choices)
        if marks.map(\.text) == trace { return true }
        let first = zip(marks, trace).enumerated().first { $1.0.text != $1.1 }?.offset ?? min(marks.count, trace.count)
        let count = first < marks.count ? marks[first].choices : choices.list.count
        guard let next = choices.successor(countingFirst: count) else { return false }
        list = next
      }
      return false
    }
    static let mostOrders = 20_000
    static func text(_ marks: [World.Mark]) -> String { marks.map(\.text).joined(separator: " ") }
    /// The marks of each task of the program.
    static func tasks(_ text: String) -> [[Substring]] {
      Dictionary(grouping: text.split(separator: " ")) { $0.prefix(1) }.sorted { $0.key < $1.key }.map {
        $0.value.sorted()
      }
    }
  }

  guard CommandLine.arguments.count == 3, let first = UInt64(CommandLine.arguments[1]),
    let count = UInt64(CommandLine.arguments[2])
  else { fatalError("OneThread FIRST COUNT") }
  OneThread.install()
  var comparisons: [Comparison] = []
  for seed in first..<first + count { comparisons.append(await Comparison(seed)) }
  var faults = 0, kinds: [Difference: Int] = [:]
  for comparison in comparisons {
    kinds[comparison.program.difference, default: 0] += 1
    guard let fault = try await comparison.fault() else { continue }
    faults += 1
    print("\(comparison.seed) \(comparison.program.form) \(comparison.program.tasks)\n  \(fault)")
  }
  let parts = Difference.allCases.map { "\(kinds[$0] ?? 0) \($0)" }.joined(separator: ", ")
  print("\(count) programs (\(parts)): \(faults == 0 ? "none differs" : "\(faults) differ")")
  exit(faults == 0 ? 0 : 1)
#endif
