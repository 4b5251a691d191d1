import Pipes
import Testing

/// Upstreams that follow one another, where one ends inside the delivery of its own value.
@Suite("Upstreams that follow one another") struct OneAfterAnotherCalls {
  typealias Line = PassthroughSubject<Int, Oops>
  typealias All = AnyPublisher<Int, any Error>

  enum Form: String, CaseIterable { case append, prepend, `catch`, tryCatch, retry, onErrorResumeNext }
  /// The values of `a` and, after its end, those of `b`. The end is a failure where the operator continues after a
  /// failure.
  private func publisher(_ form: Form, _ a: Line, _ b: Line) -> (all: All, end: Subscribers.Completion<Oops>) {
    switch form {
    case .append: return (a.append(b).mapError { $0 }.eraseToAnyPublisher(), .finished)
    case .prepend: return (b.prepend(a).mapError { $0 }.eraseToAnyPublisher(), .finished)
    case .catch: return (a.catch { _ in b }.mapError { $0 }.eraseToAnyPublisher(), .failure(.oops))
    case .tryCatch: return (a.tryCatch { _ in b }.eraseToAnyPublisher(), .failure(.oops))
    case .retry: return (attempts([a, b]), .failure(.oops))
    case .onErrorResumeNext:
      return (a.onErrorResumeNext(b).setFailureType(to: (any Error).self).eraseToAnyPublisher(), .failure(.oops))
    }
  }
  private func attempts(_ lines: [Line]) -> All {
    var lines = lines
    return Deferred { lines.removeFirst() }.retry(lines.count - 1).mapError { $0 }.eraseToAnyPublisher()
  }

  @Test(
    "another thread's value of the next one waits for the value inside which the first one ended",
    arguments: Form.allCases)
  func overlap(_ form: Form) {
    let a = Line(), b = Line(), (all, end) = publisher(form, a, b)
    var notes: [String] = []
    let token = all.sink(receiveCompletion: { _ in notes.append("|") }) { value in
      notes.append("\(value)")
      guard value == 1 else { return }
      a.send(completion: end)
      onAnotherThread {
        b.send(2)
        b.send(completion: .finished)
      }
      notes.append("1 is over")
    }
    a.send(1)
    #expect(notes == ["1", "1 is over", "2", "|"])
    token.cancel()
  }
  @Test("a value of the next one from inside is delivered at once", arguments: Form.allCases) func nested(_ form: Form)
  {
    let a = Line(), b = Line(), (all, end) = publisher(form, a, b)
    var notes: [String] = []
    let token = all.sink(receiveCompletion: { _ in notes.append("|") }) { value in
      notes.append("\(value)")
      guard value == 1 else { return }
      a.send(completion: end)
      b.send(2)
      notes.append("1 is over")
    }
    a.send(1)
    #expect(notes == ["1", "2", "1 is over"])
    b.send(3)
    b.send(completion: .finished)
    #expect(notes == ["1", "2", "1 is over", "3", "|"])
    token.cancel()
  }
  @Test("values that wait are not lost when their attempt fails") func attemptsThatWait() {
    let a = Line(), b = Line(), c = Line()
    var notes: [String] = []
    let token = attempts([a, b, c]).sink(receiveCompletion: { _ in notes.append("|") }) { value in
      notes.append("\(value)")
      guard value == 1 else { return }
      a.send(completion: .failure(.oops))
      onAnotherThread {
        b.send(2)
        b.send(completion: .failure(.oops))
        c.send(3)
        c.send(completion: .finished)
      }
    }
    a.send(1)
    #expect(notes == ["1", "2", "3", "|"])
    token.cancel()
  }
  @Test("nothing that waits comes after a cancel", arguments: Form.allCases) func cancelInside(_ form: Form) {
    let a = Line(), b = Line(), (all, end) = publisher(form, a, b)
    var notes: [String] = [], token: AnyCancellable?
    token = all.sink(receiveCompletion: { _ in notes.append("|") }) { value in
      notes.append("\(value)")
      guard value == 1 else { return }
      a.send(completion: end)
      onAnotherThread { b.send(2) }
      token?.cancel()
    }
    a.send(1)
    #expect(notes == ["1"])
    token = nil
  }
  @Test("demand given back for a value inside which the first one ended is requested from the next one") func demand() {
    for isFailure in [false, true] {
      let rig = Rig(), a = rig.source("A"), b = rig.source("B")
      let all = isFailure ? a.catch { _ in b }.eraseToAnyPublisher() : a.append(b).eraseToAnyPublisher()
      let probe = rig.attach(all, demand: .max(1), reply: .max(2))
      _ = rig.take()
      probe.inNextValue { if isFailure { a.fail(.oops) } else { a.finish() } }
      a.send(1)
      // Nothing is left when the second is subscribed to: the two values are requested after that.
      #expect(rig.take() == "1 B^ B?2")
      probe.reply = .none
      b.send([2, 3])
      #expect(rig.take() == "2 3")
      probe.cancel()
    }
  }
}
