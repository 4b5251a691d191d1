import Pipes
import Testing

// The names in code that was written for Combine: compiled with nothing but `import Pipes`. Each line states a type;
// that it compiles is the test, and what can be read back is compared.

private enum Fault: Error, Equatable, Codable { case some, other }

@Suite("Surface: values, subscribers, subjects, origins") struct SurfaceOfValues {
  private func isSendable<T: Sendable>(_ type: T.Type) {}
  private func isCodable<T: Codable & Equatable>(_ type: T.Type) {}
  private func isHashable<T: Hashable>(_ type: T.Type) {}
  private func describes<T: CustomStringConvertible & CustomPlaygroundDisplayConvertible>(_ value: T) -> String {
    #expect(value.playgroundDescription as? String == value.description)
    return value.description
  }

  @Test("PR-01 PR-04 PR-06 PR-10 PR-11 protocols have primary associated types") func protocols() {
    let publisher: any Publisher<Int, Never> = Just(1)
    let subject: any Subject<Int, Fault> = PassthroughSubject<Int, Fault>()
    let subscriber: any Subscriber<Int, Fault> = AnySubscriber<Int, Fault>()
    let connectable: any ConnectablePublisher<Int, Never> = Just(1).makeConnectable()
    let scheduler: any Scheduler<ImmediateScheduler.SchedulerTimeType> = ImmediateScheduler.shared
    let subscription: any Subscription = Subscriptions.empty
    let cancellable: any Cancellable = connectable.connect()
    cancellable.cancel()
    #expect(publisher is Just<Int>)
    #expect(subject.combinesIdentifier == nil && scheduler is ImmediateScheduler)
    #expect(subscriber.combineIdentifier == subscriber.combineIdentifier)
    #expect(subscription.combineIdentifier == Subscriptions.empty.combineIdentifier)
    #expect(String(describing: subscription) == "Empty")
  }

  /// An enumeration may be a subscription: it supplies its own identifier.
  private enum Plain: Subscription {
    case only
    var combineIdentifier: CombineIdentifier { CombineIdentifier(Token.shared) }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
  private final class Token: CustomCombineIdentifierConvertible, Sendable { static let shared = Token() }

  @Test("PR-12 PR-13 identifiers") func identifiers() {
    #expect(Plain.only.combineIdentifier == Token.shared.combineIdentifier)
    #expect(CombineIdentifier() != CombineIdentifier())
    #expect(CombineIdentifier().description.hasPrefix("0x"))
    isHashable(CombineIdentifier.self)
  }

  @Test("PR-08 PR-09 PR-02 PR-03 tokens and subscribing") func tokens() {
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    let subject = PassthroughSubject<Int, Never>()
    let token: AnyCancellable = Just(1).subscribe(subject)
    token.store(in: &set)
    token.store(in: &array)
    AnyCancellable {}.store(in: &set)
    AnyCancellable(Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })).store(in: &array)
    Just(1).subscribe(AnySubscriber<Int, Never>())
    #expect(set.count == 2 && set.contains(token) && array[0] === token)
  }

  @Test("PR-05 PR-10 nothing to say for Void") func void() {
    let subject = PassthroughSubject<Void, Never>()
    var count = 0
    let token = subject.sink { count += 1 }
    subject.send()
    let demand: Subscribers.Demand = AnySubscriber<Void, Never>(receiveValue: { .max(3) }).receive()
    #expect(count == 1 && demand == 3)
    token.cancel()
  }

  @Test("DM-01 DM-02 DM-03 DM-04 DM-05 DM-06 CP-01 AS-04 demand and completion") func demand() {
    typealias Demand = Subscribers.Demand
    var demand: Demand = .max(2) + .max(1) + 1
    demand += .max(1)
    demand += 1
    demand -= 2
    demand -= .max(1)
    demand *= 2
    #expect(demand == .max(6) && demand == 6 && 6 == demand && demand != 5 && 5 != demand && demand.max == 6)
    #expect(
      demand < 7 && 5 < demand && demand <= 6 && 6 <= demand && demand > 5 && 7 > demand && demand >= 6 && 6 >= demand)
    #expect(demand < .unlimited && .none < demand && demand - .max(1) == 5 && demand - 1 == 5 && demand * 2 == 12)
    isSendable(Demand.self)
    isHashable(Demand.self)
    isCodable(Demand.self)
    #expect(demand.description == "max(6)" && Demand.unlimited.description == "unlimited")
    typealias Completion = Subscribers.Completion<Fault>
    isSendable(Completion.self)
    isCodable(Completion.self)
    isHashable(Subscribers.Completion<Never>.self)
    let completion: Completion = .failure(.some)
    switch completion {
    case .finished: Issue.record("it is a failure")
    case .failure(let error): #expect(error == .some)
    }
  }

  private final class Model { var value = 0 }

  @Test("SB-01 SB-02 SB-03 SB-04 SB-05 SB-07 G10 subscribers") func subscribers() {
    let sink = Subscribers.Sink<Int, Fault>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let onValue: (Int) -> Void = sink.receiveValue
    let onCompletion: (Subscribers.Completion<Fault>) -> Void = sink.receiveCompletion
    onValue(1)
    onCompletion(.finished)
    let model = Model()
    let assign = Subscribers.Assign<Model, Int>(object: model, keyPath: \.value)
    let object: Model? = assign.object
    let path: ReferenceWritableKeyPath<Model, Int> = assign.keyPath
    #expect(object === model && path == \.value)
    let tokens: [AnyCancellable] = [
      Just(4).assign(to: \.value, on: model), Just(1).sink { _ in },
      Just(1).sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
    ]
    #expect(tokens.count == 3 && model.value == 4)
    let any: [AnySubscriber<Int, Fault>] = [
      AnySubscriber(sink), AnySubscriber(PassthroughSubject<Int, Fault>()),
      AnySubscriber(receiveSubscription: { _ in }),
      AnySubscriber(receiveValue: { _ in .none }), AnySubscriber(receiveCompletion: { _ in }), AnySubscriber(),
    ]
    #expect(any[0].combineIdentifier == sink.combineIdentifier)
    #expect(any.map(describes) == ["Sink", "Subject"] + Array(repeating: "Anonymous AnySubscriber", count: 4))
    #expect(describes(sink) == "Sink" && describes(assign) == "Assign Model.")
    let mirrored: [any CustomReflectable] = [sink, assign, any[0]]
    #expect(mirrored.count == 3)
  }

  @Test("SJ-01 SJ-02 AS-04 subjects are objects, safe to send") func subjects() {
    let passthrough = PassthroughSubject<Int, Fault>()
    weak let weakly = passthrough
    #expect(weakly === passthrough)
    let current = CurrentValueSubject<Int, Fault>(1)
    current.value = 2
    current.send(3)
    #expect(current.value == 3)
    current.send(subscription: Subscriptions.empty)
    current.send(completion: .failure(.some))
    // They are `Sendable` where their values are: `Model` in place of `Int` does not compile.
    isSendable(PassthroughSubject<Int, Fault>.self)
    isSendable(CurrentValueSubject<Int, Fault>.self)
    isSendable(ReplaySubject<Int, Fault>.self)
    isSendable(Future<Int, Fault>.self)
    isSendable(Publishers.Group<String, Int, Fault>.self)
    isSendable(AnyCancellable.self)
  }

  @Test("PB-01 PB-02 PB-03 PB-04 PB-05 PB-06 PB-07 origins") func origins() {
    #expect(Just(1) == Just(1) && Just(1).output == 1)
    let some: Optional<Int>.Publisher = Optional(1).publisher
    #expect(some == Optional<Int>.Publisher(1) && some.output == 1)
    let result: Result<Int, Fault>.Publisher = Result<Int, Fault>.success(1).publisher
    #expect(
      result == .init(1) && result != .init(.some) && result == .init(.success(1)) && result.result == .success(1))
    let empty = Empty<Int, Fault>()
    #expect(
      empty == Empty(completeImmediately: true, outputType: Int.self, failureType: Fault.self)
        && empty.completeImmediately)
    #expect(empty == Empty(outputType: Int.self, failureType: Fault.self) && empty != Empty(completeImmediately: false))
    let fail = Fail<Int, Fault>(error: .some)
    #expect(fail == Fail(outputType: Int.self, failure: .some) && fail.error == .some)
    let promise: Future<Int, Fault>.Promise = { _ in }
    promise(.success(1))
    let future = Future<Int, Fault> { promise in promise(.success(1)) }
    let token = future.sink(receiveCompletion: { _ in }, receiveValue: { #expect($0 == 1) })
    token.cancel()
    let deferred = Deferred { Just(1) }
    #expect(deferred.createPublisher() == Just(1))
    #expect(Deferred<Just<Int>>(createPublisher: { Just(2) }).createPublisher().output == 2)
  }

  @Test("PB-08 PB-09 PB-10 recordings and sequences") func recordings() throws {
    var recording = Record<Int, Fault>.Recording()
    recording.receive(1)
    recording.receive(completion: .failure(.some))
    #expect(recording.output == [1] && recording.completion == .failure(.some))
    let records = [
      Record(recording: recording), Record<Int, Fault>(output: [1], completion: .failure(.some)),
      Record<Int, Fault> { $0.receive(1) },
    ]
    #expect(records.map(\.recording.output) == [[1], [1], [1]])
    #expect(Record<Int, Fault>.Recording(output: [2]).completion == .finished)
    func isRecorded<T: Codable>(_ type: T.Type) {}
    isRecorded(Record<Int, Fault>.self)
    isRecorded(Record<Int, Fault>.Recording.self)
    let sequence: Publishers.Sequence<[Int], Never> = [1, 2].publisher
    #expect(
      sequence == Publishers.Sequence(sequence: [1, 2]) && sequence != [1].publisher && sequence.sequence == [1, 2])
    #expect(Publishers.Sequence<ClosedRange<Int>, Fault>(sequence: 1...2).sequence == 1...2)
  }

  @Test("SC-01 SC-02 SC-03 SC-04 the immediate scheduler") func immediate() {
    let scheduler = ImmediateScheduler.shared
    typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
    let options: ImmediateScheduler.SchedulerOptions? = nil
    var count = 0
    scheduler.schedule { count += 1 }
    scheduler.schedule(options: options) { count += 1 }
    scheduler.schedule(after: scheduler.now) { count += 1 }
    scheduler.schedule(after: scheduler.now, tolerance: 0) { count += 1 }
    scheduler.schedule(after: scheduler.now, tolerance: scheduler.minimumTolerance, options: nil) { count += 1 }
    let tokens: [any Cancellable] = [
      scheduler.schedule(after: scheduler.now, interval: 1) { count += 1 },
      scheduler.schedule(after: scheduler.now, interval: 1, tolerance: 0) { count += 1 },
      scheduler.schedule(after: scheduler.now, interval: 1.5, tolerance: 0, options: nil) { count += 1 },
    ]
    #expect(count == 8 && tokens.count == 3)
    let units: [Stride] = [.seconds(1), .seconds(1.5), .milliseconds(1), .microseconds(1), .nanoseconds(1)]
    #expect(units.allSatisfy { $0 == 0 } && Stride(3).magnitude == 3 && Stride(exactly: 4)?.magnitude == 4)
    #expect(scheduler.now.distance(to: scheduler.now.advanced(by: 7)) == 0)
    isCodable(Stride.self)
  }
}

extension Subject {
  /// A subject has no identifier of its own.
  fileprivate var combinesIdentifier: CombineIdentifier? {
    (self as? any CustomCombineIdentifierConvertible)?.combineIdentifier
  }
}
