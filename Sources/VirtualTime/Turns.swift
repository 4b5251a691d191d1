/// The order at equal instants, as choices: all orders can be counted through, and one can be repeated.
///
/// 1. Actions that must keep their order are a group: those that one scheduler received at one instant for the same
///    instant. A group that has begun to run is not overtaken.
/// 2. The groups that wait for an instant are listed in the order of scheduling. Before each turn the choice is the
///    place of the next group in that list: 0 is the order of scheduling.
/// 3. The choice is made when the next action is looked up, and is kept until that action runs or is cancelled.
/// 4. A search of all orders is told of each turn and of the objects that the turn has used: see `OrderSearch`.
final class Turns {
  /// A pending action.
  private struct Pending {
    let group: UInt64
    /// A number that the action has in each order in which it is scheduled by the same action at the same point.
    let id: UInt64
    let kind: OrderTrace.Kind
    /// The task of a job, or the job of an actor; zero for every other action.
    var owner: UInt64 = 0
  }
  private let choices: Choices
  private let search: OrderSearch?
  private var pending: [UInt64: Pending] = [:]
  private var trace = OrderTrace()
  /// The next action, if it is chosen already.
  private var kept: ActionQueue.Key?
  /// The instant and the group of the latest turn.
  private var running: (instant: Int64, group: UInt64) = (.min, 0)
  /// The number of runs that have begun inside an action, which goes on after them.
  private var innerRuns = 0

  init(_ choices: Choices, _ search: OrderSearch?) {
    (self.choices, self.search) = (choices, search)
    search?.begin()
  }

  // MARK: Actions

  /// Called when an action is scheduled. The number is its place in the order of scheduling.
  func add(_ number: UInt64, _ place: ActionQueue.Place) {
    let kind = OrderTrace.Kind(name: place.name), id = trace.create(place.name, kind)
    let group = place.isFree ? id : OrderTrace.mix(UInt64(bitPattern: place.from), UInt64(place.name), 1)
    // Actions that a scheduler receives for one instant run in the order in which it has received them.
    if !place.isFree { trace.use(OrderTrace.mix(UInt64(bitPattern: place.instant), UInt64(place.name), 2)) }
    pending[number] = Pending(group: group, id: id, kind: kind)
  }
  /// Called when an action is cancelled or moved.
  func remove(_ number: UInt64) {
    if let id = pending.removeValue(forKey: number)?.id { trace.use(id) }
  }
  /// Returns the next one of the actions that are due at one instant, which come in the order of scheduling.
  func next(of due: [ActionQueue.Key]) -> ActionQueue.Key {
    if let kept, due.contains(where: { $0.order == kept.order }) { return kept }
    if innerRuns > 0 { search?.giveUp() }
    let instant = due[0].instant
    var groups: [UInt64] = [], firsts: [ActionQueue.Key] = []
    for key in due {
      let group = pending[key.sequence]?.group ?? 0
      if instant == running.instant, group == running.group { return keep(key) }
      if groups.contains(group) { continue }
      groups.append(group)
      firsts.append(key)
    }
    endTurn()
    return keep(firsts[search?.choice(among: groups, choices, at: instant) ?? choices.choose(groups.count)])
  }
  private func keep(_ key: ActionQueue.Key) -> ActionQueue.Key {
    kept = key
    return key
  }
  /// Called when an action begins to run.
  func begin(_ key: ActionQueue.Key) {
    kept = nil
    guard let action = pending.removeValue(forKey: key.sequence) else { return }
    running = (key.instant, action.group)
    trace.begin(action.id, action.kind, owner: action.owner, at: key.instant)
  }
  /// Called when an action has run.
  func end() {
    guard trace.isInside else { return }
    // The task may wait for an actor that has a job already, which nobody sees.
    trace.end { pending.values.filter { $0.kind == .actor }.map(\.owner) }
  }

  /// Called when a run begins inside another one.
  func enterRun() {
    if trace.isInside || innerRuns > 0 { innerRuns += 1 }
  }
  /// Called when a run inside another one is over.
  func leaveRun() {
    if innerRuns > 0 { innerRuns -= 1 }
  }

  // MARK: Objects

  /// Called when the job of a task or of an actor has been scheduled. `isOwn` says that its task suspends itself with
  /// that.
  func enqueued(_ number: UInt64, task: UInt64, isOwn: Bool) {
    guard let action = pending[number] else { return }
    // An actor has one job at a time, which stands for the actor: it has no number of its own.
    let owner = task == 0 ? action.id : trace.number(ofTask: task)
    trace.use(owner)
    if task == 0 { trace.entered() }
    trace.resumed(owner, isOwn: isOwn)
    pending[number] = Pending(group: action.group, id: action.id, kind: task == 0 ? .actor : .task, owner: owner)
  }
  /// Called when a running action creates an object.
  func create(_ object: ObjectIdentifier) { trace.create(.object(object)) }
  /// Called when a running action uses an object.
  func use(_ object: ObjectIdentifier) { trace.use(trace.number(of: .object(object))) }

  /// Called when the running action does nothing but start a task.
  func startsTaskOnly() { trace.isHarmless = true }

  private func endTurn() {
    end()
    search?.endTurn(uses: trace.takeUses())
  }
  /// Ends the last turn. Returns a number that two runs share if each object was used by the same actions in the same
  /// order.
  func finish() -> UInt64 {
    endTurn()
    return trace.signature
  }
}
