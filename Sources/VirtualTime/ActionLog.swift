extension Timeline {
  package struct RunAction: Hashable, Sendable {
    package let instant: VirtualInstant
    /// The name of the action, or of the task that has run.
    package var name: String
    /// The number of the turn of its task, if a task has run.
    package var turn: Int?
    /// The function in which the task goes on.
    package var function: String?

    fileprivate var words: String {
      guard let turn else { return name }
      return "turn \(turn) of \(name)\(place.map { ", in \($0)" } ?? "")"
    }
    private var place: String? { function.flatMap { name.hasPrefix($0) ? nil : $0 } }
  }
  /// - Parameter observer: Is called when an action begins to run, with its words. It must not call the timeline.
  package func startActionLog(_ observer: (@Sendable (String) -> Void)? = nil) {
    core.state.with { $0.observers.log = ActionLog(observer: observer) }
  }
  package var actionLog: [RunAction] { core.state.with { $0.observers.log?.runActions ?? [] } }
  /// The turns that the order of scheduling does not have, as places in the log: of the turn that ran, and of the one
  /// that ran later in its place; `nil` if that never ran.
  package var switches: [(chosen: Int, passed: Int?)] { core.state.with { $0.observers.log?.switchPlaces ?? [] } }

  /// The actions that have run, by name. An action without a name is named after the line that scheduled it, or after
  /// the action that did; the job of a task after the task. A class, so that a timeline without a log compares a pointer
  /// with zero: an optional value of this size is asked by a call. The lock of the timeline guards it.
  final class ActionLog {
    /// An action that has run. A name may change while the log is written: see `TaskNames`.
    private struct Step {
      let instant: VirtualInstant
      var name: Name
      var turn: Int?
      var function: String?
    }
    /// A text, or a task with the words before its name.
    private struct Name {
      var text = ""
      var task: UInt64?
    }
    private var steps: [Step] = []
    private let observer: (@Sendable (String) -> Void)?
    /// The line of the code that schedules.
    var place: (fileID: StaticString, line: Int)?
    /// The name of the action that runs, or of the named action that led to it.
    private var running: Name?
    /// The names of the waiting actions, by their order.
    private var names: [UInt64: (own: Name, ofWork: Name)] = [:]
    /// The orders of the actions that have run, and the turns that the order of scheduling does not have: the action
    /// that ran, and the one that would have.
    private var orders: [UInt64] = []
    private var switches: [(chosen: UInt64, passed: UInt64)] = []
    private(set) var tasks = TaskNames()
    private var turns: [UInt64: Int] = [:]

    init(observer: (@Sendable (String) -> Void)?) { self.observer = observer }

    var runActions: [RunAction] { steps.map(action) }
    private func action(_ step: Step) -> RunAction {
      RunAction(instant: step.instant, name: words(step.name), turn: step.turn, function: step.function)
    }
    private func words(_ name: Name) -> String { name.task.map { name.text + (tasks[$0] ?? "a task") } ?? name.text }

    /// Called when an action was scheduled.
    func note(_ order: UInt64) {
      if let place {
        let name = Name(text: "\("\(place.fileID)".split(separator: "/").last ?? ""):\(place.line)")
        names[order] = (name, name)
      } else if let running {
        names[order] = (Name(text: "work of \(running.text)", task: running.task), running)
      }
    }
    /// Called when an action runs.
    func add(_ order: UInt64, name: String?, number: UInt64, at instant: Int64) {
      let unnamed = Name(text: "action \(number)"), names = names.removeValue(forKey: order) ?? (unnamed, unnamed)
      let name = name.map { Name(text: $0) }
      running = name ?? names.ofWork
      orders.append(order)
      steps.append(Step(instant: VirtualInstant(nanoseconds: instant), name: name ?? names.own))
    }

    /// Called when the action that runs is found to be work of a queue.
    func rename(_ text: String) {
      let name = Name(text: text)
      if !steps.isEmpty { steps[steps.count - 1].name = name }
      running = name
    }
    func endRun() { running = nil }
    func tellLast() { if let observer, let last = steps.last { observer(action(last).words) } }

    // MARK: Tasks

    /// Called when the first job of a task is scheduled, with its name, or the function that has made it, and the task
    /// in which this was, if it is known.
    func add(_ task: UInt64, name: String?, maker: String?, in creator: UInt64? = nil) {
      tasks.add(task, name: name, maker: maker, by: self.creator(of: task, creator))
    }
    private func creator(of task: UInt64, _ creator: UInt64?) -> TaskNames.Creator {
      if let creator, creator != task, tasks[creator] != nil { return .task(creator) }
      guard let running, running.task != task else { return .unknown }
      return running.task.map { .task($0) } ?? .action(running.text)
    }
    /// A task by its number, and the function in which it goes on.
    typealias Turn = (task: UInt64, function: String?)
    /// Called when the action that runs is a job, with the task that it runs if that is known. Returns its place.
    func noteJob(of turn: Turn?) -> Int? {
      guard let last = steps.indices.last else { return nil }
      if let turn { note(turn, at: last) } else { steps[last].name = Name(text: "an actor") }
      running = steps[last].name
      tellLast()
      return last
    }
    /// Called when a job of an actor has ended that has run other tasks, too. Each is a turn.
    func noteMore(_ turns: [Turn], behind place: Int) {
      for (offset, turn) in turns.enumerated() {
        let own = place + 1 + offset
        orders.insert(orders[place], at: own)
        steps.insert(Step(instant: steps[place].instant, name: Name()), at: own)
        note(turn, at: own)
      }
    }
    private func note(_ turn: Turn, at place: Int) {
      turns[turn.task, default: 0] += 1
      steps[place].name = Name(task: turn.task)
      steps[place].turn = turns[turn.task]
      steps[place].function = turn.function
    }
    /// The reason why a task has waited: it has yielded, or slept.
    enum Rest { case pause, sleep }
    /// Called when the action that runs ends a rest of a task, which goes on in a later turn.
    func noteEnd(of rest: Rest, _ task: UInt64) {
      if steps.isEmpty { return }
      running = Name(task: task)
      steps[steps.count - 1].name = Name(text: "the \(rest) of ", task: task)
      tellLast()
    }
    func noteSwitch(to chosen: UInt64, from passed: UInt64) { switches.append((chosen, passed)) }
    /// The places of the turns in `steps`.
    var switchPlaces: [(chosen: Int, passed: Int?)] {
      if switches.isEmpty { return [] }
      var places: [UInt64: Int] = [:], found: [(chosen: Int, passed: Int?)] = []
      for place in orders.indices where places[orders[place]] == nil { places[orders[place]] = place }
      for (chosen, passed) in switches {
        if let place = places[chosen] { found.append((place, places[passed])) }
      }
      return found
    }
  }
}

extension Timeline.State {
  /// Adds an action that runs to the log.
  mutating func note(_ key: ActionQueue.Key) {
    let name = Int(queue.slots[key.slot].name)
    let number = queue.number(of: key)
    if let passed = queue.turns?.passed { observers.log?.noteSwitch(to: key.order, from: passed) }
    observers.log?.add(key.order, name: name == 0 ? nil : names.list[name], number: number, at: key.instant)
    // A job and the end of a sleep have words when their task is known.
    if name != Int(Timeline.task), name != Int(Timeline.sleep) { observers.log?.tellLast() }
  }
}
