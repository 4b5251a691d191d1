#if !canImport(Combine)
  import Foundation
  import PipesFoundation
  import Testing

  /// The effect of `cancelAllOperations` on the queue that is the scheduler of an operator.
  @Suite("Operations that are cancelled") struct LostOperationTests {
    typealias Source = AnyPublisher<Int, URLError>
    struct Timed: Sendable, CustomTestStringConvertible {
      let testDescription: String
      /// The value whose action is lost. A retry follows the value zero.
      var first = 1
      let stream: @Sendable (Source, OperationQueue) -> Source
      init<P: Publisher<Int, URLError> & SendableMetatype>(
        _ name: String, first: Int = 1, _ stream: @escaping @Sendable (Source, OperationQueue) -> P
      ) {
        (testDescription, self.first) = (name, first)
        self.stream = { stream($0, $1).eraseToAnyPublisher() }
      }
    }
    static let short = 0.1
    static let all: [Timed] = [
      Timed("receive(on:)") { $0.receive(on: $1) },
      Timed("delay") { $0.delay(for: .seconds(short), scheduler: $1) },
      Timed("timeout") { $0.timeout(.seconds(600), scheduler: $1) },
      Timed("debounce") { $0.debounce(for: .seconds(short), scheduler: $1) },
      Timed("throttle") { $0.throttle(for: .seconds(short), scheduler: $1, latest: true) },
      Timed("throttle, both edges") { $0.throttle(for: .seconds(short), scheduler: $1, leading: true, trailing: true) },
      Timed("audit") { $0.audit(for: .seconds(short), scheduler: $1) },
      Timed("sample") { $0.sample(every: .seconds(short), scheduler: $1) },
      Timed("collect") { $0.collect(.byTime($1, .seconds(short))).compactMap(\.last) },
      Timed("retry", first: 0) { source, queue in
        source.tryMap { value in
          if value == 0 { throw URLError(.unknown) }
          return value
        }.mapError { $0 as? URLError ?? URLError(.unknown) }.retry(1, delay: .seconds(short), scheduler: queue)
      },
    ]

    @Test("SC-07 what is cancelled on the queue holds up no later value, and no completion", arguments: all)
    func lost(_ timed: Timed) {
      let queue = OperationQueue(), source = PassthroughSubject<Int, URLError>(), attempts = Shared(0)
      queue.maxConcurrentOperationCount = 1
      // The threads of the global queues belong to the other tests, too, which may keep them for minutes; a queue of
      // its own gets another one.
      let threads = DispatchQueue(label: "lost operations")
      queue.underlyingQueue = threads
      defer { withExtendedLifetime(threads) {} }
      let counted = source.handleEvents(receiveSubscription: { _ in attempts.with { $0 += 1 } }).eraseToAnyPublisher()
      let received = Shared<[Int]>([]), arrived = Signal(), done = Signal()
      let token = timed.stream(counted, queue).sink(receiveCompletion: { _ in done() }) { value in
        received.with { $0.append(value) }
        if value == 2 { arrived() }
      }
      queue.isSuspended = true
      source.send(timed.first)
      queue.cancelAllOperations()
      queue.isSuspended = false
      // The queue releases what was cancelled on a thread of its own; throttle learns only then that its delivery is
      // lost.
      usleep(50_000)
      if timed.first == 0 { eventually { attempts.value == 2 } }
      source.send(2)
      arrived.wait()
      source.send(completion: .finished)
      done.wait()
      #expect(received.value == [2] || received.value == [1, 2])
      token.cancel()
    }
  }
#endif
