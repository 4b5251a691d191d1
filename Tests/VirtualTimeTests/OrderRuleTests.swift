import Pipes
import Testing

@testable import VirtualTime

/// The rule by which two steps may change places, on random programs of threads. They are no tasks, so that a program with
/// a hundred orders takes milliseconds: each step is an action that counts as the end of a sleep, or as the job of a task.
@Suite struct OrderRuleTests {
  enum Step: Equatable {
    /// Writes into some of the cells.
    case write([Int])
    /// Cancels an alarm, which writes into the cell with its number.
    case cancel(Int)
    /// Gives the scheduler of all threads an action that writes into a cell.
    case post(Int)
    /// Schedules an action that writes into memory of which the run knows nothing.
    case share
    /// Sends a letter to a thread. It waits for none, or goes on.
    case send(Int)
    /// Takes a letter, or waits for one. The run does not see letters, only that somebody goes on.
    case receive
    /// Enters a room, as a task enters an actor. The run sees its job, but not who waits for it.
    case enter(Int)
  }
  typealias Program = [[Step]]
  static let writes = [[0], [1], [2], [0, 1], [1, 2], []].map(Step.write)
  static let others: [Step] = [.cancel(0), .cancel(1), .post(0), .post(1), .share, .write([0])]
  static let meetings: [Step] = [.send(0), .send(1), .receive, .enter(0), .enter(1), .write([0])]

  /// Two or three threads of one or two steps.
  static func program(of steps: [Step], _ seed: UInt64) -> Program {
    var random = SplitMix(seed: seed)
    return (0..<Int.random(in: 2...3, using: &random)).map { _ in
      (0..<Int.random(in: 1...2, using: &random)).map { _ in steps.randomElement(using: &random)! }
    }
  }
  /// The knowledge of the run about the cells.
  enum Sight: Equatable {
    case created
    /// Whichever step comes first uses it first.
    case used
    /// A planted fault: it does not see one cell, so that two steps that share it count as independent.
    case allBut(Int)
  }
  /// One run of a program.
  final class World {
    private final class Cell {
      var text = ""
    }
    private let program: Program, sight: Sight
    let timeline: Timeline
    private let scheduler: TestScheduler<VirtualInstant, Never>
    private let cells = (0..<3).map { _ in Cell() }
    private var alarms: [Timeline.Ticket] = []
    private var shared = ""
    /// Whether the threads are tasks.
    private let areTasks: Bool
    private var letters = [0, 0, 0], waiting: [Int: Int] = [:]
    private var rooms = ["", ""], guests: [[(thread: Int, next: Int)]] = [[], []]

    init(_ program: Program, _ sight: Sight, _ choices: Choices, _ search: OrderSearch) {
      (self.program, self.sight) = (program, sight)
      areTasks = program.joined().contains { meetings.contains($0) && !writes.contains($0) }
      timeline = Timeline(actionsPerInstant: 100, actionsPerRun: 1_000, turns: choices, search: search)
      scheduler = TestScheduler(timeline: timeline)
    }
    /// Runs it, and returns all that was written.
    func run() throws -> String {
      if sight != .used { for cell in cells { timeline.didCreate(cell) } }
      for number in 0..<2 where program.joined().contains(.cancel(number)) {
        while alarms.count < number { alarms.append(alarm(2)) }
        alarms.append(alarm(number))
      }
      for thread in program.indices { take(0, of: thread, isOwn: false) }
      try timeline.run()
      timeline.removeAll()
      return (cells.map(\.text) + rooms + [shared, "\(letters) \(waiting.keys.sorted())"]).joined(separator: " ")
    }
    private func alarm(_ number: Int) -> Timeline.Ticket { enqueue { [self] in write("!", number) } }
    private func enqueue(_ step: @escaping () -> Void) -> Timeline.Ticket {
      timeline.enqueue(step, at: timeline.nanoseconds, name: Timeline.sleep, isFree: true)
    }
    private func write(_ text: String, _ index: Int) {
      if sight != .allBut(index) { timeline.willUse(cells[index]) }
      cells[index].text += text
    }
    /// Schedules the next step of a thread. `isOwn` says that it suspends itself with that.
    private func take(_ number: Int, of thread: Int, isOwn: Bool) {
      if number == program[thread].count { return }
      if areTasks { return enqueue(jobOf: UInt64(thread + 1), isOwn: isOwn) { [self] in run(number, of: thread) } }
      _ = enqueue { [self] in run(number, of: thread) }
    }
    private func enqueue(jobOf task: UInt64, isOwn: Bool, _ job: @escaping () -> Void) {
      let ticket = timeline.enqueue(job, at: timeline.nanoseconds, name: Timeline.task, isFree: true)
      let number = ticket.order >> ActionQueue.slotBits
      timeline.core.state.with { $0.queue.turns?.enqueued(number, task: task, isOwn: isOwn) }
    }
    private func run(_ number: Int, of thread: Int) {
      switch program[thread][number] {
      case .write(let indices): for index in indices { write("\(thread)", index) }
      case .cancel(let index): timeline.cancel(alarms[index])
      case .post(let index): scheduler.schedule { [self] in write("\(thread)", index) }
      case .share: timeline.schedule(at: timeline.now) { [self] in shared += "\(thread)" }
      case .send(let other):
        letters[other] += 1
        if let next = waiting.removeValue(forKey: other) {
          letters[other] -= 1
          take(next, of: other, isOwn: false)
        }
      case .receive:
        if letters[thread] == 0 {
          waiting[thread] = number + 1
          return
        }
        letters[thread] -= 1
      case .enter(let room):
        guests[room].append((thread, number + 1))
        if guests[room].count == 1 { enqueue(jobOf: 0, isOwn: true) { [self] in serve(room) } }
        return
      }
      take(number + 1, of: thread, isOwn: true)
    }
    /// Serves all who wait for a room. They leave it as they have come.
    private func serve(_ room: Int) {
      let all = guests[room]
      guests[room] = []
      for guest in all {
        rooms[room] += "\(guest.thread)"
        take(guest.next, of: guest.thread, isOwn: true)
      }
    }
  }
  /// The result of a search of the orders of a program.
  struct Found {
    var outcomes: Set<String> = []
    var runs = 0, orders = 0, leftOut = 0
  }
  /// Runs a program in all orders, unless there are more than 500.
  static func search(_ program: Program, leavesOut: Bool, _ sight: Sight) throws -> Found? {
    let search = OrderSearch(leavesOut: leavesOut)
    var found = Found(), list: [Int]? = []
    while let next = list {
      if found.runs == 500 { return nil }
      let choices = Choices(repeating: next), world = World(program, sight, choices, search)
      found.outcomes.insert(try world.run())
      found.runs += 1
      list = search.next(after: choices, trace: world.timeline.finishTurns())
    }
    found.leftOut = search.leftOut
    found.orders = found.runs - search.repeated
    return found
  }
  /// The programs some of whose outcomes are missed, and how many orders are left out.
  static func compare(_ programs: [Program], _ sight: Sight) throws -> (missed: [Program], all: Int, some: Int) {
    var missed: [Program] = [], all = 0, some = 0
    for program in programs {
      guard let each = try search(program, leavesOut: false, sight) else { continue }
      let few = try #require(try search(program, leavesOut: true, sight))
      #expect(few.orders + few.leftOut <= each.runs, "\(program)")
      if few.outcomes != each.outcomes { missed.append(program) }
      all += each.runs
      some += few.runs
    }
    return (missed, all, some)
  }

  static let writers = (0..<40 as Range<UInt64>).map { program(of: writes, $0) }
  @Test(arguments: [Sight.created, .used]) func noOutcomeIsMissed(_ sight: Sight) throws {
    let compared = try Self.compare(Self.writers, sight)
    #expect(compared.missed.isEmpty && compared.some < compared.all, "\(compared)")
    let number = Self.writers.reduce(0) { sum, program in
      let steps = program.map(\.count), factorial = { (number: Int) in (1...number).reduce(1, *) }
      return sum + factorial(steps.reduce(0, +)) / steps.map(factorial).reduce(1, *)
    }
    #expect(compared.all == number)
  }
  @Test func noOutcomeOfSharedThingsIsMissed() throws {
    let compared = try Self.compare((0..<40 as Range<UInt64>).map { Self.program(of: Self.others, $0) }, .created)
    #expect(compared.missed.isEmpty && compared.some < compared.all, "\(compared)")
  }
  @Test func noOutcomeOfMeetingsIsMissed() throws {
    let compared = try Self.compare((0..<60 as Range<UInt64>).map { Self.program(of: Self.meetings, $0) }, .created)
    #expect(compared.missed.isEmpty && compared.some < compared.all, "\(compared)")
  }
  /// Each cell is hidden in turn, and the comparison finds that.
  @Test(arguments: 0..<3) func aWrongIndependenceIsFound(_ cell: Int) throws {
    let compared = try Self.compare(Self.writers, .allBut(cell))
    #expect(!compared.missed.isEmpty, "\(compared)")
  }
}
