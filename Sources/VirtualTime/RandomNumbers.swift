/// The random numbers that the code of a run gets from the system: `SystemRandomNumberGenerator`, `Int.random(in:)`,
/// `shuffled()`, `randomElement()`, `UUID()`, and functions of the C library such as `arc4random`.
///
/// They are repeatable where real clocks are virtual. Elsewhere they are real. The order of the elements of a `Set` or a
/// `Dictionary` depends on the process, in each case.
public enum RandomNumbers: Hashable, Sendable {
  /// The same numbers each time, given by the place of the call that starts the run: its file and line.
  case repeatable
  /// The numbers of a seed.
  case seed(UInt64)
  /// The numbers of the system, which differ from run to run.
  case real
}

extension Timeline {
  /// The random numbers of a timeline.
  struct Numbers {
    var isChosen = false
    /// Returns the seed, when the first number is needed.
    var whenNeeded: (() -> UInt64)?
    /// The seed, once it was needed.
    var seed: UInt64?
    var sequence: SplitMixSequence?
  }
  /// Sets the random numbers of the runs on this timeline. `repeatable` changes nothing if they have been set.
  func set(_ numbers: RandomNumbers, fileID: String, line: UInt) {
    if numbers == .repeatable, core.state.with({ $0.numbers.isChosen }) { return }
    use(numbers) { Self.seed(fileID: fileID, line: line) }
  }
  /// Sets the random numbers of the runs on this timeline.
  ///
  /// - Parameter seed: Called if a run needs a number, and the numbers are repeatable.
  package func use(_ numbers: RandomNumbers, seed: @escaping () -> UInt64) {
    let whenNeeded: (() -> UInt64)? =
      switch numbers {
      case .repeatable: seed
      case .seed(let seed): { seed }
      case .real: nil
      }
    core.state.with { $0.numbers = Numbers(isChosen: true, whenNeeded: whenNeeded) }
  }
  /// The seed of a place in the code, the same on each machine.
  package static func seed(fileID: String, line: UInt) -> UInt64 {
    fileID.utf8.reduce(UInt64(line) &* 0x9e37_79b9_7f4a_7c15) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
  /// The seed of the random numbers; `nil` if they are real.
  package var seed: UInt64? {
    beginNumbers()
    return seedInUse
  }
  /// The same, and `nil` as long as nothing has needed it.
  package var seedInUse: UInt64? { core.state.with { $0.numbers.seed } }
  /// The next random number; `nil` if they are real.
  func randomNumber() -> UInt64? {
    beginNumbers()
    return core.state.with { $0.numbers.sequence?.next() }
  }
  private func beginNumbers() {
    // The closure asks its owner, so it is called outside of the lock.
    guard let seed = core.state.with({ $0.numbers.whenNeeded.take() })?() else { return }
    core.state.with {
      $0.numbers.seed = seed
      $0.numbers.sequence = SplitMixSequence(seed: seed)
    }
  }
}
