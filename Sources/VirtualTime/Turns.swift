/// The order at equal instants, as choices: all orders can be counted through, and one can be repeated.
///
/// 1. Actions that must keep their order are a group: those that one scheduler, serial queue or the main actor received
///    at one instant for the same instant. A scheduler's group that has begun to run is not overtaken; between the
///    blocks of a queue others may run.
/// 2. The groups that wait for an instant are listed in the order of scheduling. Before each turn the choice is the
///    place of the next group in that list: 0 is the order of scheduling.
/// 3. The choice is made when the next action is looked up, and is kept until that action runs or is cancelled.
/// 4. A turn that only starts a task, and that nothing cancels, is independent of each other one: to run it later is the
///    same as to run the first job of the task later. So the choice before it makes no difference. It is noted when the
///    job was scheduled, because an executor of the test may run code instead.
final class Turns {
  private struct Group: Hashable {
    var from: Int64 = 0, line: UInt = 0
    /// The number of an action that is a group of its own.
    var number: UInt64 = 0
  }
  private struct Pending {
    let group: Group
    /// Whether the other actions of the group follow at once.
    let isTogether: Bool
    /// Whether it only starts a task.
    var isStart = false
  }
  private let choices: Choices
  private var pending: [UInt64: Pending] = [:]
  /// The next action, if it is chosen already.
  private var kept: ActionQueue.Key?
  /// The instant and the group of the latest turn, if the rest of the group follows it at once.
  private var running: (instant: Int64, group: Group)?
  /// The action that would have run in place of the next one, in the order of scheduling.
  private(set) var passed: UInt64?
  /// The actions that were due when the latest one was chosen.
  private(set) var due: Set<UInt64> = []
  /// Whether the latest choice was 0, and chose an action that only starts a task.
  private var mayBeSettled = false

  init(_ choices: Choices) { self.choices = choices }

  /// Called when an action is scheduled. The number is its place in the order of scheduling.
  func add(_ number: UInt64, _ place: ActionQueue.Place) {
    pending[number] = Pending(
      group: place.order == .free
        ? Group(number: number) : Group(from: place.from, line: place.queue == 0 ? UInt(place.line) : place.queue),
      isTogether: place.order == .together)
  }
  /// Called when an action is cancelled or moved.
  func remove(_ number: UInt64) { pending[number] = nil }
  /// Notes that an action only starts a task, and that nothing cancels it.
  func isStart(_ order: UInt64) { pending[order >> ActionQueue.slotBits]?.isStart = true }

  /// Returns the next one of the actions that are due at one instant, which come in the order of scheduling.
  func next(of due: [ActionQueue.Key]) -> ActionQueue.Key {
    if let kept, due.contains(where: { $0.order == kept.order }) { return kept }
    mayBeSettled = false
    passed = nil
    self.due = Set(due.map(\.order))
    let instant = due[0].instant
    var groups: Set<Group> = [], firsts: [ActionQueue.Key] = []
    for key in due {
      let group = pending[key.sequence]?.group ?? Group()
      if let running, running == (instant, group) { return keep(key) }
      if groups.insert(group).inserted { firsts.append(key) }
    }
    let choice = choices.chooseTurn(firsts.count)
    mayBeSettled = choice == 0 && firsts.count > 1 && pending[firsts[0].sequence]?.isStart == true
    passed = choice == 0 ? nil : firsts[0].order
    return keep(firsts[choice])
  }
  /// Returns one of several options that the running action has.
  func choose(_ count: Int) -> Int {
    mayBeSettled = false
    return choices.chooseTurn(count)
  }
  private func keep(_ key: ActionQueue.Key) -> ActionQueue.Key {
    kept = key
    return key
  }
  /// Called when an action begins to run.
  func begin(_ key: ActionQueue.Key) {
    kept = nil
    passed = nil
    guard let action = pending.removeValue(forKey: key.sequence) else { return }
    running = action.isTogether ? (key.instant, action.group) : nil
  }
  /// Called when the running action has scheduled the job of a task.
  func scheduledJob() {
    if mayBeSettled { choices.settle() }
    mayBeSettled = false
  }
}
