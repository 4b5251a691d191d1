import VirtualTime

/// The order of the turns in a run that fails, as a file in the format `marble-order` has it. The page `EveryOrder.md`
/// specifies the format.
package struct RunOrder: Hashable, Sendable {
  /// The version of the format that is written and read.
  static let version: Int64 = 1
  /// The largest number of turns that are kept.
  static let mostTurns = 2_000

  /// A turn of a task, or an action such as a timer.
  package struct Turn: Hashable, Sendable {
    package var instant: VirtualInstant
    /// The name of the task or of the action.
    package var name: String
    /// The number of the turn of its task, counted from 1; `nil` for an action.
    package var number: Int?
    /// The function in which the task goes on.
    var function: String?
    /// Whether the order of scheduling has another turn here.
    package var isSwitch = false
    /// The index of that turn, which ran later; `nil` if it did not run.
    package var passed: Int?

    init(_ name: String, _ number: Int? = nil, at instant: VirtualInstant) {
      self.name = name
      self.number = number
      self.instant = instant
    }
  }

  package var title: String?
  /// The call that runs the order again.
  package var again: String?
  /// The number of turns after the last one that is kept.
  package var omitted = 0
  /// The turns in the order in which they ran.
  package var turns: [Turn] = []
  /// The texts of what failed.
  package var failures: [String] = []

  init() {}

  /// - Parameter names: The names of sources, by the names of their actions.
  init(_ steps: [Timeline.RunAction], _ switches: [(chosen: Int, passed: Int?)], names: [String: String]) {
    turns = steps.prefix(Self.mostTurns).map { step in
      var turn = Turn(Self.label(of: step.name, names), step.turn, at: step.instant)
      turn.function = step.function
      return turn
    }
    omitted = steps.count - turns.count
    for (chosen, passed) in switches where chosen < turns.count {
      turns[chosen].isSwitch = true
      turns[chosen].passed = passed.flatMap { $0 < turns.count ? $0 : nil }
    }
  }

  /// The name of an action with the names of sources, also behind that of a task which the source has led to.
  package static func label(of name: String, _ names: [String: String]) -> String {
    if let known = names[name] { return known }
    guard let end = name.indices.last(where: { name[$0...].hasPrefix(" of ") }),
      let known = names[String(name[end...].dropFirst(4))]
    else { return name }
    return "\(name[..<end]) of \(known)"
  }

  package var switches: [Int] { turns.indices.filter { turns[$0].isSwitch } }
  /// A sentence about a switch: `turn 2 of slow, in Bank.deposit(), before turn 1 of quick`.
  package func sentence(ofSwitch index: Int) -> String {
    let other = turns[index].passed.map { turns[$0].words } ?? "an action that did not run"
    return "\(turns[index].sentence) before \(other)"
  }
}

extension RunOrder.Turn {
  package var sentence: String { number == nil || place == nil ? words : "\(words)," }
  /// The words for a turn at the end of a sentence.
  fileprivate var words: String {
    guard let number else { return name }
    return "turn \(number) of \(name)\(place.map { ", in \($0)" } ?? "")"
  }
  private var place: String? { function.flatMap { name.hasPrefix($0) ? nil : $0 } }
}
