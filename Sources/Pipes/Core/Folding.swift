extension Link {
  /// The subscription of a `Fold`: it keeps the answer until the first request.
  @usableFromInline final class Answering: Link, @unchecked Sendable {
    @usableFromInline typealias Answer = (Answering) -> Void
    enum Phase { case folding, asked, answered(Answer), done, cancelled }
    let phase = Guarded(Phase.folding)
    @usableFromInline init(_ name: String) { super.init(name, refusesZero: true) }

    @usableFromInline override func request(_ demand: Subscribers.Demand) {
      guard Misuse.isPositive(demand, name) else { return }
      let answer: Answer? = phase.with { phase in
        switch phase {
        case .folding: phase = .asked
        case .answered(let answer):
          phase = .done
          return answer
        case .asked, .done, .cancelled: break
        }
        return nil
      }
      answer?(self)
    }
    @usableFromInline override func cancel() {
      _ = cancelOnce()
      let old = phase.with { phase in
        let old = phase
        phase = .cancelled
        return old
      }
      withExtendedLifetime(old) {}  // freed outside the lock
    }
    @usableFromInline var isCancelled: Bool { phase.with { if case .cancelled = $0 { true } else { false } } }
    /// Delivers the answer now if it has been requested, otherwise at the first request.
    @usableFromInline func deliver(_ answer: @escaping Answer) {
      let isDue = phase.with { phase in
        switch phase {
        case .folding: phase = .answered(answer)
        case .asked:
          phase = .done
          return true
        case .answered, .done, .cancelled: break
        }
        return false
      }
      if isDue { answer(self) }
    }
    /// Ends without an answer, for which no request is needed. Returns false if it has been cancelled.
    @usableFromInline func end() -> Bool {
      phase.with { phase in
        switch phase {
        case .folding, .asked:
          phase = .done
          return true
        case .answered, .done, .cancelled: return false
        }
      }
    }
  }
}
