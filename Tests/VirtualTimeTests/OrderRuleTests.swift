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
    /// Starts a task in a room, and goes on. The run sees it only if the room has no job.
    case begin(Int)
    /// Sleeps to the next instant.
    case sleep
    /// Cancels the sleep of a thread.
    case wake(Int)
    /// Moves an alarm to the end of the instant.
    case move(Int)
    /// Runs the next action inside itself.
    case inner
    /// Writes into a cell for one of three choices.
    case choose(Int)
    /// Changes memory of which the run knows nothing.
    case keep
    /// Writes into a cell that depends on that memory.
    case look
  }
  typealias Program = [[Step]]
  static let writes = [[0], [1], [2], [0, 1], [1, 2], []].map(Step.write)
  static let others: [Step] = [.cancel(0), .cancel(1), .post(0), .post(1), .share, .write([0])]
  static let meetings: [Step] = [.send(0), .send(1), .receive, .enter(0), .enter(1), .write([0])]
  /// Steps that share something of one kind.
  enum Family: CaseIterable {
    case sleeps, rooms, inner, choices, moves

    var steps: [Step] {
      switch self {
      case .sleeps: [.sleep, .wake(0), .wake(1), .write([0]), .write([1])]
      case .rooms: [.enter(0), .enter(1), .enter(0), .begin(0), .write([0])]
      case .inner: [.inner, .write([0]), .write([1])]
      case .choices: [.choose(0), .choose(1), .write([0]), .write([1])]
      case .moves: [.move(0), .move(1), .cancel(0), .write([0]), .write([1])]
      }
    }
    var seeds: Range<UInt64> {
      switch self {
      case .sleeps: 0..<30
      case .rooms: 130..<160
      case .inner, .choices: 0..<50
      case .moves: 40..<70
      }
    }
    /// Whether the run sees everything that the steps share.
    var isSeen: Bool { self == .inner || self == .choices || self == .moves }
    var programs: [Program] { seeds.map { program(of: steps, $0) } }
  }
  /// The steps of threads that are tasks.
  static let ofTasks: [Step] = [
    .send(0), .send(1), .receive, .enter(0), .enter(1), .begin(0), .sleep, .wake(0), .wake(1),
  ]

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
    private let bells = [Cell(), Cell()]
    private var shared = ""
    /// Whether the threads are tasks.
    private let areTasks: Bool
    private var letters = [0, 0, 0], waiting: [Int: Int] = [:]
    private var rooms = ["", ""], guests: [[(thread: Int, next: Int)]] = [[], []]
    private var sleepers: [Int: (ticket: Timeline.Ticket, next: Int)] = [:]
    private let choices: Choices
    private var kept = ""

    init(_ program: Program, _ sight: Sight, _ choices: Choices, _ search: OrderSearch) {
      (self.program, self.sight, self.choices) = (program, sight, choices)
      areTasks = program.joined().contains { ofTasks.contains($0) }
      timeline = Timeline(perInstant: 100, perRun: 1_000, turns: choices, search: search)
      scheduler = TestScheduler(timeline: timeline)
    }
    /// Runs it, and returns all that was written.
    func run() throws -> String {
      if sight != .used { for cell in cells + bells { timeline.didCreate(cell) } }
      for number in 0..<2 where program.joined().contains(where: { $0 == .cancel(number) || $0 == .move(number) }) {
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
      case .cancel(let index):
        timeline.willUse(bells[index])
        timeline.cancel(alarms[index])
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
        enter(room, thread, number + 1, isOwn: true)
        return
      case .begin(let room): enter(room, thread, program[thread].count, isOwn: false)
      case .sleep:
        let ticket = timeline.enqueue(
          { [self] in
            sleepers[thread] = nil
            take(number + 1, of: thread, isOwn: false)
          }, at: timeline.nanoseconds + 1, name: Timeline.sleep, isFree: true)
        sleepers[thread] = (ticket, number + 1)
        return
      case .wake(let other):
        if let (ticket, next) = sleepers.removeValue(forKey: other) {
          timeline.cancel(ticket)
          take(next, of: other, isOwn: false)
        }
      case .move(let index):
        timeline.willUse(bells[index])
        timeline.cancel(alarms[index])
        alarms[index] = enqueue { [self] in write("!", index) }
      case .inner:
        write("(", 0)
        _ = try? timeline.runOne()
        write(")", 0)
      case .choose(let index): if choices.choose(3) == 1 { write("\(thread)", index) }
      case .keep: kept += "\(thread)"
      case .look: write("\(thread)", kept.isEmpty ? 1 : 2)
      }
      take(number + 1, of: thread, isOwn: true)
    }
    private func enter(_ room: Int, _ thread: Int, _ next: Int, isOwn: Bool) {
      guests[room].append((thread, next))
      if guests[room].count == 1 { enqueue(jobOf: 0, isOwn: isOwn) { [self] in serve(room) } }
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
  /// Runs a program in all orders, unless there are more than a hundred.
  static func search(_ program: Program, leavesOut: Bool, _ sight: Sight) throws -> Found? {
    let search = OrderSearch(leavesOut: leavesOut)
    var found = Found(), list: [Int]? = []
    while let next = list {
      if found.runs == 100 { return nil }
      let choices = Choices(repeating: next), world = World(program, sight, choices, search)
      found.outcomes.insert(try world.run())
      found.runs += 1
      list = search.next(after: choices, trace: world.timeline.finishTurns())
    }
    found.leftOut = search.leftOut
    found.orders = found.runs - search.repeated
    return found
  }
  /// The programs some of whose outcomes are missed, how many orders are left out, and how many were run again.
  static func compare(_ programs: [Program], _ sight: Sight) throws -> (
    missed: [Program], all: Int, some: Int, again: Int
  ) {
    var missed: [Program] = [], all = 0, some = 0, again = 0
    for program in programs {
      guard let each = try search(program, leavesOut: false, sight) else { continue }
      let few = try #require(try search(program, leavesOut: true, sight))
      #expect(few.orders + few.leftOut <= each.runs, "\(program)")
      if few.outcomes != each.outcomes { missed.append(program) }
      all += each.runs
      some += few.runs
      again += few.runs - few.orders
    }
    return (missed, all, some, again)
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
  /// An order is run again only for something that the run has not seen.
  @Test(arguments: Family.allCases) func noOutcomeIsMissed(of family: Family) throws {
    let compared = try Self.compare(family.programs, .created)
    #expect(compared.missed.isEmpty && compared.some < compared.all, "\(compared)")
    #expect(!family.isSeen || compared.again == 0, "\(compared)")
  }
  /// Both looks come out differently if the memory changes before, between, or after them, in either order.
  @Test func memoryThatIsNotSeenIsLookedAtInAllOrders() throws {
    let some = try #require(try Self.search([[.keep], [.look], [.look]], leavesOut: true, .created))
    #expect(some.outcomes.count == 6)
  }
  /// Of the orders of three threads that share nothing, 012, 021, 120 and 201 run: 1 before 0 shows nothing new, and is
  /// tried once behind 1, and once behind 2. 102 and 210 are left out.
  @Test func ordersThatAreLeftOutAreCounted() throws {
    let some = try #require(try Self.search([[.write([0])], [.write([1])], [.write([2])]], leavesOut: true, .created))
    #expect((some.runs, some.orders, some.leftOut) == (4, 4, 2))
  }
  /// The orders of one of several shares, as a test counts them: a share has the orders with the same two first choices.
  private func share(_ number: Int, of count: Int, _ program: Program) throws -> Found {
    let search = OrderSearch(shareLength: 2)
    var found = Found(), list: [Int]? = [], starts: [[Int]] = []
    while let next = list {
      let choices = Choices(repeating: next), world = World(program, .created, choices, search),
        outcome = try world.run()
      let start = Array(choices.list.prefix(2))
      if starts.last != start { starts.append(start) }
      let isOwn = (starts.count - 1) % count == number
      if isOwn {
        found.outcomes.insert(outcome)
        found.runs += 1
      }
      list = search.next(after: choices, trace: world.timeline.finishTurns(), of: isOwn ? .own : .other)
    }
    found.orders = found.runs - search.repeated
    return found
  }
  /// The shares of two and of three processes have the same orders, also where one is run again, and miss no outcome.
  @Test func sharesAddUp() throws {
    let unseen: Program = [[.keep], [.look], [.look], [.write([0])]]
    var again = 0
    for program in Family.allCases.flatMap({ $0.programs.prefix(6) }) + [unseen] {
      guard let all = try Self.search(program, leavesOut: false, .created) else { continue }
      let one = try share(0, of: 1, program)
      for count in 2...3 {
        let shares = try (0..<count).map { try share($0, of: count, program) }
        #expect(shares.reduce(0) { $0 + $1.orders } == one.orders, "\(program)")
        #expect(Set(shares.flatMap(\.outcomes)) == all.outcomes, "\(program)")
        again += shares.reduce(0) { $0 + $1.runs - $1.orders }
      }
    }
    #expect(again > 0)
  }
  /// Each cell is hidden in turn, and the comparison finds that.
  @Test(arguments: 0..<3) func aWrongIndependenceIsFound(_ cell: Int) throws {
    let compared = try Self.compare(Self.writers, .allBut(cell))
    #expect(!compared.missed.isEmpty, "\(compared)")
  }
}
