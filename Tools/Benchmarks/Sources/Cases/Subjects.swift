import Contest

#if OPENCOMBINE
  import OpenCombine
#else
  import Pipes
#endif

/// Sends numbers into a subject.
func drive<S: Subject>(_ subject: S, _ count: Int) where S.Output == Int {
  for value in 0..<count { subject.send(value) }
}

/// Sends each number into one of two subjects, in turn.
func combining(
  _ count: Int, _ subscribe: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>, Tally) -> AnyCancellable
) -> Int {
  tallied { tally in
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let token = subscribe(left, right, tally)
    for value in 0..<count / 2 {
      left.send(value)
      right.send(value)
    }
    return [token]
  }
}

extension Publisher where Output == Int, Failure == Never {
  func zipSink(_ other: Self, _ tally: Tally) -> AnyCancellable { zip(other).sink { tally.add($0) } }

  func flatMapSink(_ inner: Int, _ tally: Tally) -> AnyCancellable {
    flatMap { base in (base..<base + inner).publisher }.sink { tally.add($0) }
  }
}

extension Publisher where Output == Int, Failure == Never {
  func flatMapOneSink(_ tally: Tally) -> AnyCancellable { flatMap { Just($0) }.sink { tally.add($0) } }
  func shareSink(_ tally: Tally) -> AnyCancellable { share().sink { tally.add($0) } }
  func retrySink(_ tally: Tally) -> AnyCancellable { retry(3).sink { tally.add($0) } }
}

/// Sends numbers into a subject that something is subscribed to.
func driving(_ count: Int, _ subscribe: (PassthroughSubject<Int, Never>, Tally) -> AnyCancellable) -> Int {
  tallied { tally in
    let subject = PassthroughSubject<Int, Never>()
    let token = subscribe(subject, tally)
    drive(subject, count)
    return [token]
  }
}

private func subscribeSendCancel(_ count: Int) -> Int {
  tallied { tally in
    let subject = PassthroughSubject<Int, Never>()
    for value in 0..<count {
      let token = subject.mapFilterSink(tally)
      subject.send(value)
      token.cancel()
    }
    return []
  }
}

let subjects: [Case: Run] = [
  .subject: { driving($0) { $0.mapFilterSink($1) } },
  .currentValue: { count in
    tallied { tally in
      let subject = CurrentValueSubject<Int, Never>(0)
      let token = subject.mapFilterSink(tally)
      drive(subject, count)
      return [token]
    }
  },
  .subject100: { count in
    tallied { tally in
      let subject = PassthroughSubject<Int, Never>()
      let tokens = (0..<100).map { _ in subject.mapFilterSink(tally) }
      drive(subject, count / 100)
      return tokens
    }
  },
  .flatMapOne: { count in tallied { [(0..<count).publisher.flatMapOneSink($0)] } },
  .share: { driving($0) { $0.shareSink($1) } },
  .retry: { driving($0) { $0.retrySink($1) } },
  .subscribing: subscribeSendCancel,
  .zip: { combining($0) { $0.zipSink($1, $2) } },
  .merge: { combining($0) { $0.mergeSink($1, $2) } },
  // As many inner streams as each of them has values.
  .flatMap: { count in
    let inner = Int(Double(count).squareRoot())
    return tallied { [(0..<count / inner).publisher.flatMapSink(inner, $0)] }
  },
]
