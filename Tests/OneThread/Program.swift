import Pipes
import VirtualTime

/// One step of a task. Steps with steps of their own start tasks, and wait for them.
indirect enum Step: Sendable {
  case call, unsafe, checked, handler, stream, yield, lock, local, custom, preferred, cancelled
  case children([Step]), group([[Step]]), task([Step]), detached([Step])
  case actor(Int), global
  case main, priority([Step])

  /// The kinds without steps of their own.
  static let leaves: [Step] = [
    .call, .unsafe, .checked, .handler, .stream, .yield, .lock, .local, .custom, .preferred, .cancelled, .actor(0),
    .actor(1), .global, .main,
  ]
  /// The steps inside of it.
  var inner: [Step] {
    switch self {
    case .children(let steps), .task(let steps), .detached(let steps), .priority(let steps): steps
    case .group(let tasks): Array(tasks.joined())
    default: []
    }
  }
  /// How a run may differ from a machine of one thread.
  var difference: Difference {
    let own: Difference =
      switch self {
      case .actor, .global, .preferred: .turn
      case .main: .thread
      default: .none
      }
    return inner.map(\.difference).reduce(own, max)
  }
}

/// The differences that are meant, each with its reason. A program has the largest one of its steps.
enum Difference: String, Comparable, CaseIterable {
  case none = "The trace is that of one thread."
  case turn =
    "A call of an actor that is free is a turn, because on several threads another task may come first; so is a call in a task whose executor hands its jobs on. An order that chooses that job at once has the trace of one thread."
  case thread =
    "The main actor has a thread of its own, and the system decides when it runs. Each task has its own marks, and no lock has two holders."

  static func < (left: Self, right: Self) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// A random program of tasks: two to four, with 3 to 12 steps together.
struct Program: Sendable {
  enum Form: CaseIterable { case tasks, detached, group }
  let form: Form
  let tasks: [[Step]]
  var difference: Difference { tasks.joined().map(\.difference).reduce(.none, max) }

  init(seed: UInt64) {
    var random = SplitMixSequence(seed: seed)
    var left = 3 + random.below(10)
    // A third of all programs has only steps of one thread, and another third no others than actors.
    let limit = Difference.allCases[random.below(3)]
    func leaf() -> Step {
      let leaves = Step.leaves.filter { $0.difference <= limit }
      return leaves[random.below(leaves.count)]
    }
    func steps(_ count: Int) -> [Step] { (0..<count).map { _ in leaf() } }
    func step() -> Step {
      left -= 1
      if left < 2 || !random.isOne(in: 4) { return leaf() }
      let inner = 1 + random.below(min(left, 3))
      left -= inner
      switch random.below(5) {
      case 0: return .children(steps(inner))
      case 1: return .group(steps(inner).map { [$0] })
      case 2: return .task(steps(inner))
      case 3: return .detached(steps(inner))
      default: return .priority(steps(inner))
      }
    }
    form = Form.allCases[random.below(3)]
    let count = 2 + random.below(3)
    var tasks = Array(repeating: [Step](), count: count)
    for number in 0... {
      tasks[number % count].append(step())
      if left <= 0, number >= count - 1 { break }
    }
    self.tasks = tasks
  }

  /// Runs the program, whose marks go to a world.
  func run(in world: World) async {
    switch form {
    case .group:
      await withTaskGroup(of: Void.self) { group in
        for (number, steps) in tasks.enumerated() { group.addTask { await world.run(steps, "\(number + 1)") } }
      }
    case .tasks:
      let all = tasks.enumerated().map { number, steps in Task { await world.run(steps, "\(number + 1)") } }
      for task in all { await task.value }
    case .detached:
      let all = tasks.enumerated().map { number, steps in Task.detached { await world.run(steps, "\(number + 1)") } }
      for task in all { await task.value }
    }
  }
}

/// The objects that the tasks of a program share, and the marks that they leave.
final class World: Sendable {
  struct Mark: Equatable { let text: String, choices: Int }
  private let content = Guarded([Mark]())
  private let isHeld = Guarded(false)
  private let rooms = [Room(), Room()], office = Office()
  // Only the thread of the run uses them.
  private nonisolated(unsafe) let choices: Choices?
  @TaskLocal private static var name = ""

  init(_ choices: Choices? = nil) { self.choices = choices }

  /// The trace, and for each mark the number of choices before it.
  var marks: [Mark] { content.with { $0 } }
  var text: String { marks.map(\.text).joined(separator: " ") }
  func mark(_ text: String) {
    content.with { $0.append(Mark(text: text, choices: choices?.list.count ?? 0)) }
  }

  func run(_ steps: [Step], _ name: String) async {
    for (number, step) in steps.enumerated() {
      let name = name + String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number)))
      mark("\(name)(")
      await run(step, name)
      mark("\(name))")
    }
  }
  private func leaf(_ name: String) async { mark(name) }
  private func run(_ step: Step, _ name: String) async {
    switch step {
    case .call:
      mark("\(name)1")
      await leaf("\(name)2")
    case .unsafe:
      await withUnsafeContinuation { continuation in
        mark("\(name)1")
        continuation.resume()
      }
    case .checked:
      await withCheckedContinuation { continuation in
        mark("\(name)1")
        continuation.resume()
      }
    case .handler: await withTaskCancellationHandler(operation: { mark("\(name)1") }, onCancel: {})
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(1)
      continuation.finish()
      for await _ in stream { mark("\(name)1") }
    case .yield: await Task.yield()
    case .lock:
      // A lock that is held up to the closure of a continuation.
      let wasHeld = isHeld.with { isHeld in
        defer { isHeld = true }
        return isHeld
      }
      mark(wasHeld ? "\(name)TWICE" : "\(name)1")
      await withUnsafeContinuation { continuation in
        isHeld.with { $0 = false }
        continuation.resume()
      }
    case .local: await Self.$name.withValue(name) { await leaf(Self.name + "1") }
    case .custom: await office.mark("\(name)1", in: self)
    case .preferred: await withTaskExecutorPreference(Forwarder.preferred) { await leaf("\(name)1") }
    case .cancelled:
      let task = Task {
        await withTaskCancellationHandler {
          mark("\(name)1")
          await Task.yield()
          mark(Task.isCancelled ? "\(name)2" : "\(name)3")
        } onCancel: {
          mark("\(name)4")
        }
      }
      task.cancel()
      await task.value
    case .children(let steps):
      async let first: Void = run(steps, name + "x"), second: Void = leaf("\(name)y")
      _ = await (first, second)
    case .group(let tasks):
      await withTaskGroup(of: Void.self) { group in
        for (number, steps) in tasks.enumerated() { group.addTask { await self.run(steps, "\(name)\(number + 1)") } }
      }
    case .task(let steps): await Task { await run(steps, name + "t") }.value
    case .detached(let steps): await Task.detached { await self.run(steps, name + "d") }.value
    case .priority(let steps): await Task(priority: .high) { await run(steps, name + "p") }.value
    case .actor(let number): await rooms[number].mark("\(name)1", in: self)
    case .global: await markEverywhere("\(name)1", in: self)
    case .main: await markOnMain("\(name)1", in: self)
    }
  }
}
actor Room {
  func mark(_ text: String, in world: World) { world.mark(text) }
}
@globalActor actor Everywhere { static let shared = Everywhere() }
@Everywhere private func markEverywhere(_ text: String, in world: World) { world.mark(text) }
@MainActor private func markOnMain(_ text: String, in world: World) { world.mark(text) }

/// Hands its jobs on to the global executor.
final class Forwarder: TaskExecutor, SerialExecutor {
  static let preferred = Forwarder()
  func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
}
actor Office {
  private let executor = Forwarder()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  func mark(_ text: String, in world: World) { world.mark(text) }
}
