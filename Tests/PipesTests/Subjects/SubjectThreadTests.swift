import Pipes
import Synchronization
import Testing

@Suite("Subjects on two threads") struct SubjectThreadTests {
  static let rounds = 2_000

  @Test("SJ-03 G6 a PassthroughSubject loses nothing and delivers one at a time") func passthrough() {
    let subject = PassthroughSubject<Int, Never>()
    let exits = [Turnstile<Int, Never>(), Turnstile<Int, Never>()]
    for exit in exits { subject.subscribe(exit) }
    onTwoThreads { _ in for value in 0..<Self.rounds { subject.send(value) } }
    for exit in exits {
      #expect(exit.values == 2 * Self.rounds)
      #expect(exit.overlaps == 0)
    }
  }

  @Test("SJ-03 a CurrentValueSubject delivers one at a time") func currentValue() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let exit = Turnstile<Int, Never>(), last = Atomic(-1)
    subject.subscribe(exit)
    let token = subject.sink { last.store($0, ordering: .sequentiallyConsistent) }
    onTwoThreads { side in for value in 0..<Self.rounds { subject.send(2 * value + side) } }
    // A value that a later one of the other thread has overtaken is not delivered any more: nobody ends on an older value than the subject has.
    #expect((2...2 * Self.rounds + 1).contains(exit.values))
    #expect(last.load(ordering: .sequentiallyConsistent) == subject.value)
    #expect(exit.overlaps == 0)
    token.cancel()
  }

  @Test("SJ-03 G6 what another thread sends waits its turn; whom it cancels gets nothing more, and is let go of") func postponed() {
    let rig = Rig(), subject = PassthroughSubject<Int, Oops>(), leaks = Leaks()
    let a = rig.attach(subject, "a", demand: .unlimited)
    var b: Probe<Int, Oops>? = rig.attach(subject, "b", demand: .unlimited)
    leaks.watch(b!, "b")
    _ = rig.take()
    a.whenReceived = { [weak a] in
      a?.whenReceived = {}
      onAnotherThread {
        subject.send(2)
        b?.cancel()
        b = nil
      }
      rig.note("still")
    }
    subject.send(1)
    #expect(rig.take() == "a:1 still a:2")
    #expect(leaks.alive == [])
  }

  @Test("SJ-03 never more than was asked for") func bounded() {
    let subject = PassthroughSubject<Int, Never>()
    let exit = Turnstile<Int, Never>(demand: .max(100))
    subject.subscribe(exit)
    onTwoThreads { _ in for value in 0..<Self.rounds { subject.send(value) } }
    #expect(exit.values == 100)
    #expect(exit.overlaps == 0)
  }

  @Test("SJ-03 requests and sends from two threads: what is asked for is an upper bound") func requestsBeside() {
    let subject = PassthroughSubject<Int, Never>()
    let exit = Turnstile<Int, Never>(demand: .max(1))
    subject.subscribe(exit)
    onTwoThreads { side in
      for value in 0..<Self.rounds {
        if side == 0 { subject.send(value) } else if value % 4 == 0 { exit.subscription?.request(.max(1)) }
      }
    }
    #expect(exit.values <= 1 + Self.rounds / 4)
    #expect(exit.overlaps == 0)
  }

  @Test("SJ-03 subscribing, cancelling and ending beside sends") func comeAndGo() {
    let subject = PassthroughSubject<Int, Never>()
    let stays = Turnstile<Int, Never>()
    subject.subscribe(stays)
    onTwoThreads { side in
      for value in 0..<Self.rounds / 4 {
        if side == 0 {
          subject.send(value)
        } else {
          let exit = Turnstile<Int, Never>()
          subject.subscribe(exit)
          exit.subscription?.cancel()
        }
      }
    }
    #expect(stays.values == Self.rounds / 4)
    onTwoThreads { _ in subject.send(completion: .finished) }
    #expect(stays.completions == 1)
    #expect(stays.overlaps == 0)
  }
}
