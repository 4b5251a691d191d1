import Pipes
import Testing

/// Former faults.
@Suite("Subjects at awkward moments") struct SubjectFaultTests {
  private let rig = Rig()

  @Test("SJ-01 after an end from inside receive(subscription:) sends are ignored", arguments: [true, false])
  func endWhileGreeted(
    _ keepsValue: Bool
  ) {
    let passing = PassthroughSubject<Int, Oops>()
    let current = CurrentValueSubject<Int, Oops>(0)
    let probe = Probe<Int, Oops>(rig)
    probe.whenSubscribed = {
      if keepsValue { current.send(completion: .finished) } else { passing.send(completion: .finished) }
      $0.request(.unlimited)
      if keepsValue { current.send(1) } else { passing.send(1) }
    }
    if keepsValue { current.subscribe(probe) } else { passing.subscribe(probe) }
    #expect(rig.take() == (keepsValue ? "^CurrentValueSubject |" : "^PassthroughSubject |"))
  }

  @Test("SJ-02 G6 a value that is replaced is freed outside the lock") func freedOutside() {
    final class Curious {
      let look: () -> Void
      init(_ look: @escaping () -> Void) { self.look = look }
      deinit { look() }
    }
    let subject = CurrentValueSubject<Curious?, Oops>(nil)
    var looks = 0
    let look = { [unowned subject] in
      _ = subject.value
      looks += 1
    }
    subject.send(Curious(look))
    subject.send(nil)
    subject.value = Curious(look)
    subject.value = nil
    subject.value = Curious(look)
    subject.send(completion: .finished)
    subject.value = nil
    #expect(looks == 3)
  }

  @Test("SJ-03 G2 going to unlimited demand beside a send loses no demand") func toUnlimited() {
    for _ in 0..<300 {
      let subject = PassthroughSubject<Int, Never>()
      let gauge = Turnstile<Int, Never>(demand: .max(1_000))
      subject.subscribe(gauge)
      onTwoThreads { side in
        if side == 0 { for value in 0..<100 { subject.send(value) } } else { gauge.subscription?.request(.unlimited) }
      }
      let before = gauge.values
      subject.send(1)
      #expect(gauge.values == before + 1)
    }
  }

  @Test("PB-10 G2 going to unlimited demand beside a drain loses no demand") func drainToUnlimited() {
    for _ in 0..<300 {
      let gauge = Turnstile<Int, Never>(demand: .none)
      (0..<100).publisher.subscribe(gauge)
      onTwoThreads { side in gauge.subscription?.request(side == 0 ? .max(50) : .unlimited) }
      #expect(gauge.values == 100)
      #expect(gauge.completions == 1)
    }
  }
}
