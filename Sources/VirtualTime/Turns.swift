/// The order at equal instants, as choices: all orders can be counted through, and one can be repeated.
///
/// 1. Actions that must keep their order are a group: those that one scheduler received at one instant for the same instant. A group takes its
///    turn when its first action is scheduled.
/// 2. The choice is how many of the groups that wait for that instant it goes before: 0 is the order of scheduling. A group that has begun
///    to run is not overtaken.
/// 3. A turn is a number between those of its neighbors. If no number is left between them, the group shares the turn of the group before it. That
///    takes more than ten groups at one instant, which have more orders than can be counted.
final class Turns {
  /// The bits of a sequence number below the turn: the number of the action in the order of scheduling.
  static let numberBits: UInt64 = 18
  /// The largest number of actions.
  static let most: UInt64 = 1 << numberBits - 1
  /// The turns are below this number; a group behind all others takes one some steps later.
  private static let limit: UInt64 = 1 << 20
  private static let step: UInt64 = 1 << 10

  /// The values that the actions of a group have in common.
  private struct GroupName: Hashable {
    let from: Int64
    let name: UInt32
    let free: UInt64
  }
  private let choices: Choices
  /// Whether more actions were scheduled than have numbers. The timeline stops before it runs the next one.
  private(set) var isExhausted = false
  /// The groups of the instants to come, by their turns.
  private var instants: [Int64: [(group: GroupName, turn: UInt64)]] = [:]
  /// The instant and the turn of the action that runs.
  private var running: (instant: Int64, turn: UInt64) = (.min, 0)

  init(_ choices: Choices) { self.choices = choices }

  /// Called when an action begins to run.
  func begin(_ key: ActionQueue.Key) {
    if key.instant != running.instant { instants[running.instant] = nil }
    running = (key.instant, key.sequence >> Self.numberBits)
  }
  /// Returns the sequence number of an action, with its turn above.
  func sequence(_ number: UInt64, _ place: ActionQueue.Place) -> UInt64 {
    isExhausted = number > Self.most
    let group = GroupName(from: place.from, name: place.name, free: place.isFree ? number : 0)
    return turn(of: group, at: place.instant) << Self.numberBits | min(number, Self.most)
  }
  private func turn(of group: GroupName, at instant: Int64) -> UInt64 {
    let groups = instants[instant] ?? []
    let started = instant == running.instant ? running.turn : 0
    if let known = groups.first(where: { $0.group == group && $0.turn >= started }) { return known.turn }
    let first = groups.firstIndex { $0.turn > started } ?? groups.count
    let place = groups.count - choices.choose(groups.count - first + 1)
    let before = place == 0 ? started : max(groups[place - 1].turn, started)
    let after = place == groups.count ? min(before + 2 * Self.step, Self.limit) : groups[place].turn
    let turn = before + (after - before) / 2
    instants[instant, default: []].insert((group, turn), at: place)
    return turn
  }
}
