import Dispatch
import Pipes
import Testing

/// All on one actor, so that a task that was started waits for its value after one `Task.yield()`.
@Suite("Publishers as asynchronous sequences") @MainActor struct AsyncPublisherTests {
  let rig = Rig()
  let source: Source<Int, Oops>
  init() { source = rig.source() }

  /// Starts a task that waits for the next value. Its result is a note of what it gets. The test writes the notes down:
  /// the order in which tasks that were resumed together run on is not defined.
  private func wait(_ name: String, on iterator: AsyncThrowingPublisher<Source<Int, Oops>>.Iterator) -> Task<
    String, Never
  > {
    Task { @MainActor in
      var iterator = iterator
      do {
        return "\(name):\(try await iterator.next(isolation: MainActor.shared).map(String.init) ?? "nil")"
      } catch { return "\(name):#\(error)" }
    }
  }

  /// Notes the results of `a` and `b`, which wait for a value while the closure acts, and of those that come later.
  private func twoWait(
    on iterator: AsyncThrowingPublisher<Source<Int, Oops>>.Iterator, later: [String] = [],
    _ act: (Task<String, Never>) -> Void
  ) async {
    let a = wait("a", on: iterator), b = wait("b", on: iterator)
    await Task.yield()
    act(b)
    rig.note(await a.value)
    rig.note(await b.value)
    for name in later { rig.note(await wait(name, on: iterator).value) }
  }

  @Test("AS-01 values in order, then the end") func loop() async {
    var got: [Int] = []
    for await value in (1...3).publisher.values { got.append(value) }
    #expect(got == [1, 2, 3])
    for await value in Just(7).values { #expect(value == 7) }
  }

  @Test("AS-02 a failure is thrown after the values") func throwing() async {
    var got: [Int] = []
    await #expect(throws: Oops.other) {
      for try await value in Record<Int, Oops>(output: [1, 2], completion: .failure(.other)).values {
        got.append(value)
      }
    }
    #expect(got == [1, 2])
  }

  @Test("AS-02 an iterator subscribes when it is made and asks for one value per call") func demand() async throws {
    let values = source.values
    #expect(rig.take() == "")
    let iterator = values.makeAsyncIterator()
    #expect(rig.take() == "U^")
    let task = wait("a", on: iterator)
    await Task.yield()
    #expect(rig.take() == "U?1")
    #expect(source.send(1) == .none)
    rig.note(await task.value)
    #expect(rig.take() == "a:1")
    let other = values.makeAsyncIterator()
    #expect(rig.take() == "U^")
    withExtendedLifetime((iterator, other)) {}
  }

  @Test("AS-01 AS-02 upstream is asked on the actor that waits") func isolation() async throws {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    func place(_: Subscribers.Demand) { rig.note(DispatchQueue.getSpecific(key: mark) == true ? "here" : "elsewhere") }
    var plain = CurrentValueSubject<Int, Never>(1).handleEvents(receiveRequest: place).values.makeAsyncIterator()
    #expect(await plain.next(isolation: MainActor.shared) == 1)
    var throwing = CurrentValueSubject<Int, Oops>(2).handleEvents(receiveRequest: place).values.makeAsyncIterator()
    #expect(try await throwing.next(isolation: MainActor.shared) == 2)
    #expect(rig.take() == "here here")
  }

  @Test("AS-02 what comes while nobody waits is lost") func lost() async {
    let iterator = source.values.makeAsyncIterator()
    source.send(1)
    await twoWait(on: iterator) { _ in source.send([2, 3, 4]) }
    #expect(rig.take() == "U^ U?1 U?1 a:2 b:3")
  }

  @Test("AS-02 calls before the subscription are asked for when it comes") func late() async {
    source.whenSubscribed = { _ in }
    let iterator = source.values.makeAsyncIterator()
    await twoWait(on: iterator) { _ in
      #expect(rig.take() == "U^")
      source.line.open()
      #expect(rig.take() == "U?2")
      source.send([1, 2])
    }
    #expect(rig.take() == "a:1 b:2")
    source.line.subscriber?.receive(subscription: Ticket(rig))
    #expect(rig.take() == "T!")
    withExtendedLifetime(iterator) {}
  }

  @Test("AS-02 the end is for all who wait and all who come later") func end() async {
    let iterator = source.values.makeAsyncIterator()
    await twoWait(on: iterator, later: ["c"]) { _ in source.finish() }
    #expect(rig.take() == "U^ U?1 U?1 a:nil b:nil c:nil")
  }

  @Test("AS-02 a failure is for the first who waits, or else who comes first") func failure() async {
    let waiting = source.values.makeAsyncIterator()
    await twoWait(on: waiting, later: ["c"]) { _ in source.fail(.oops) }
    #expect(rig.take() == "U^ U?1 U?1 a:#oops b:nil c:nil")

    let idle = source.values.makeAsyncIterator()
    source.fail(.other)
    rig.note(await wait("d", on: idle).value)
    rig.note(await wait("e", on: idle).value)
    #expect(rig.take() == "U^ d:#other e:nil")
  }

  @Test("AS-02 cancelling a task cancels upstream, and all who wait get nil") func cancel() async {
    let iterator = source.values.makeAsyncIterator()
    await twoWait(on: iterator, later: ["c"]) { $0.cancel() }
    #expect(rig.take() == "U^ U?1 U?1 U! a:nil b:nil c:nil")
  }

  @Test("AS-02 dropping the iterator cancels upstream") func drop() async {
    do {
      let iterator = source.values.makeAsyncIterator()
      withExtendedLifetime(iterator) {}
    }
    #expect(rig.take() == "U^ U!")
    for await _ in [1, 2].publisher.handle(rig).values { break }
    #expect(rig.take() == "cancel")
  }

  @Test("AS-03 the value of a future") func future() async throws {
    #expect(await Future<Int, Never> { $0(.success(7)) }.value == 7)
    let failing = Future<Int, Oops> { $0(.failure(.oops)) }
    await #expect(throws: Oops.oops) { try await failing.value }

    var promise: Future<Int, Oops>.Promise?
    let later = Future<Int, Oops> { promise = $0 }
    let task = Task { @MainActor in try await later.value }
    await Task.yield()
    promise?(.success(8))
    #expect(try await task.value == 8)
    #expect(try await later.value == 8)
  }

  @Test("AS-03 cancelling its task ends the wait for a future that can fail, and only that wait") func cancelledFuture()
    async throws
  {
    var promise: Future<Int, Oops>.Promise?
    let future = Future<Int, Oops> { promise = $0 }
    let task = Task { @MainActor in try await future.value }, other = Task { @MainActor in try await future.value }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    promise?(.success(8))
    #expect(try await other.value == 8)
    let late = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await future.value
    }
    #expect(try await late.value == 8, "a result that is there comes also to a cancelled task")
  }

  @Test("AS-03 a task group limits the wait for a future; a future that cannot fail is waited for by way of its values")
  func limitedFuture() async {
    let never = Future<Int, Oops> { _ in }
    await #expect(throws: Oops.other) {
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await never.value }
        group.addTask { throw Oops.other }
        _ = try await group.next()
      }
    }
    let silent = Future<Int, Never> { _ in }
    let task = Task { @MainActor in for await _ in silent.values { Issue.record("there is no value") } }
    await Task.yield()
    task.cancel()
    await task.value
  }

  @Test("AS-04 what can be sent to another task") func sendable() async {
    func needs<T: Sendable>(_ value: T) -> T { value }
    let subject = needs(PassthroughSubject<Int, Never>()), current = needs(CurrentValueSubject<Int, Never>(1))
    let future = needs(Future<Int, Never> { $0(.success(1)) }), token = needs(AnyCancellable {})
    _ = (needs(Subscribers.Demand.max(1)), needs(Subscribers.Completion<Oops>.finished))
    await Task.detached {
      subject.send(1)
      current.send(2)
      token.cancel()
      #expect(await future.value == 1)
    }.value
    #expect(current.value == 2)
  }

  @Test("AS-01 AS-02 an end without a subscription ends the sequence, for who waits and for who comes later")
  func earlyEnd() async {
    source.whenSubscribed = { _ in }
    let iterator = source.values.makeAsyncIterator()
    await twoWait(on: iterator, later: ["c"]) { _ in source.fail(.oops) }
    #expect(rig.take() == "U^ a:#oops b:nil c:nil")
    let other = source.values.makeAsyncIterator()
    source.fail(.other)
    rig.note(await wait("d", on: other).value)
    #expect(rig.take() == "U^ d:#other")
  }
  @Test("AS-01 a value without a subscription answers who waits, and is not asked for again") func earlyValue() async {
    source.whenSubscribed = { _ in }
    source.forgets = false
    let iterator = source.values.makeAsyncIterator()
    let a = wait("a", on: iterator)
    await Task.yield()
    source.send(1)
    rig.note(await a.value)
    source.line.open()
    #expect(rig.take() == "U^ a:1")
    let b = wait("b", on: iterator)
    await Task.yield()
    #expect(rig.take() == "U?1")
    source.finish()
    rig.note(await b.value)
    #expect(rig.take() == "b:nil")
  }
}

/// Notes a cancel.
private struct CancelNoting<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
  let upstream: Upstream
  let rig: Rig

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      AnySubscriber<Output, Failure>(
        receiveSubscription: { subscriber.receive(subscription: Line(upstream: $0, rig: rig)) },
        receiveValue: { subscriber.receive($0) },
        receiveCompletion: { subscriber.receive(completion: $0) }))
  }
  struct Line: Subscription {
    let upstream: any Subscription
    let rig: Rig
    let combineIdentifier = CombineIdentifier()
    func request(_ demand: Subscribers.Demand) { upstream.request(demand) }
    func cancel() {
      rig.note("cancel")
      upstream.cancel()
    }
  }
}
extension Publisher {
  fileprivate func handle(_ rig: Rig) -> CancelNoting<Self> { CancelNoting(upstream: self, rig: rig) }
}
