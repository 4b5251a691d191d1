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

  @Test("SJ-03 G6 a CurrentValueSubject loses nothing, delivers one at a time and ends on its value")
  func currentValue() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let exit = Turnstile<Int, Never>(), last = Atomic(-1)
    subject.subscribe(exit)
    let token = subject.sink { last.store($0, ordering: .sequentiallyConsistent) }
    onTwoThreads { side in for value in 0..<Self.rounds { subject.send(2 * value + side) } }
    #expect(exit.values == 1 + 2 * Self.rounds, "the value it began with, and all that were sent")
    #expect(last.load(ordering: .sequentiallyConsistent) == subject.value)
    #expect(exit.overlaps == 0)
    token.cancel()
  }

  @Test(
    "SJ-03 G6 what another thread sends during a delivery is delivered after it, in order, before what is sent next")
  func contended() {
    let rig = Rig(), subject = CurrentValueSubject<Int, Oops>(0)
    let a = rig.attach(subject, "a", demand: .unlimited)
    rig.attach(subject, "b", demand: .unlimited)
    _ = rig.take()
    a.inNextValue {
      onAnotherThread {
        subject.send(2)
        subject.send(3)
        rig.note("value \(subject.value)")
      }
    }
    subject.send(1)
    // b is given 1 by the delivery that goes on, then both are given what waited.
    #expect(rig.take() == "a:1 value 3 b:1 a:2 b:2 a:3 b:3")
  }

  @Test("SJ-03 G6 what another thread sends waits its turn; whom it cancels gets nothing more, and is let go of")
  func postponed() {
    let rig = Rig(), subject = PassthroughSubject<Int, Oops>(), leaks = Leaks()
    let a = rig.attach(subject, "a", demand: .unlimited)
    var b: Probe<Int, Oops>? = rig.attach(subject, "b", demand: .unlimited)
    leaks.watch(b!, "b")
    _ = rig.take()
    a.inNextValue {
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
}
