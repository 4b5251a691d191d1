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
    var seed: (() -> UInt64)?
    var sequence: SplitMixSequence?
  }
  /// Sets the random numbers of the runs on this timeline. `repeatable` changes nothing if they have been set.
  func set(_ numbers: RandomNumbers, fileID: String, line: UInt) {
    switch numbers {
    case .repeatable:
      if !core.state.with({ $0.numbers.isChosen }) { seedNumbers { Self.seed(fileID: fileID, line: line) } }
    case .seed(let seed): seedNumbers { seed }
    case .real: core.state.with { $0.numbers = Numbers(isChosen: true) }
    }
  }
  /// Sets the seed of the random numbers of the runs on this timeline. The closure is called if a run needs a number.
  package func seedNumbers(_ seed: @escaping () -> UInt64) {
    core.state.with { $0.numbers = Numbers(isChosen: true, seed: seed) }
  }
  /// The seed of a place in the code, the same on each machine.
  package static func seed(fileID: String, line: UInt) -> UInt64 {
    fileID.utf8.reduce(UInt64(line) &* 0x9e37_79b9_7f4a_7c15) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
  /// The next random number; `nil` if they are real.
  func randomNumber() -> UInt64? {
    // The closure asks its owner, so it is called outside of the lock.
    if let seed = core.state.with({ $0.numbers.seed.take() })?() {
      core.state.with { $0.numbers.sequence = SplitMixSequence(seed: seed) }
    }
    return core.state.with { $0.numbers.sequence?.next() }
  }
}
