extension Misuse {
  /// Reports two accesses, one of them a write, neither of which happens before the other one.
  @usableFromInline package struct AccessCheck: Sendable {
    private final class Past: @unchecked Sendable {
      // Unchecked: the harness runs one thread at a time.
      var trial: UInt32 = 0
      var reads = Interleaving.Clock()
      var writes = Interleaving.Clock()
    }
    private let name: StaticString
    private let past = Past()
    @usableFromInline package init(_ name: StaticString) { self.name = name }
    @usableFromInline package func read(_ function: StaticString = #function) { note(function, isWrite: false) }
    @usableFromInline package func write(_ function: StaticString = #function) { note(function, isWrite: true) }

    private func note(_ function: StaticString, isWrite: Bool) {
      if past.trial != Interleaving.trial {
        (past.trial, past.reads, past.writes) = (Interleaving.trial, Interleaving.Clock(), Interleaving.Clock())
      }
      let now = Interleaving.now, me = Interleaving.thread
      let isOrdered = all(past.writes .<= now) && (!isWrite || all(past.reads .<= now))
      if !isOrdered {
        let other = (0..<8).first { past.writes[$0] > now[$0] || isWrite && past.reads[$0] > now[$0] } ?? 0
        Interleaving.report(
          "\(name): a \(isWrite ? "write" : "read") of thread \(me) in \(function) is not ordered after an access of thread \(other)"
        )
      }
      if isWrite { past.writes[me] = now[me] } else { past.reads[me] = now[me] }
    }
  }
}
