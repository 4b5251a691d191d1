import Pipes
import Testing

@Suite("switchMap, concatMap, mergeMap, exhaustMap, pairwise") struct MappingCalls {
  private let rig = Rig()

  /// Sources by the number that makes them: 1 is `A`, 2 is `B`.
  private func children() -> [Source<Int, Oops>] { ["A", "B", "C"].map { rig.source($0) } }

  @Test("BC-09 concatMap: many values that wait are no recursion") func concatMapLong() {
    let u = PassthroughSubject<Int, Never>(), first = PassthroughSubject<Int, Never>()
    rig.attach(
      u.concatMap { $0 == 0 ? first.eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }.count(), demand: .unlimited
    )
    for value in 0...50_000 { u.send(value) }
    u.send(completion: .finished)
    #expect(rig.take() == "^Count")
    first.send(completion: .finished)
    #expect(rig.take() == "50000 |")
  }

  @Test("BC-11 exhaustMap calls the closure only for values it uses") func exhaustMapIsLazy() {
    var made: [Int] = []
    let u = rig.source()
    rig.attach(
      u.exhaustMap { value in
        made.append(value)
        return Empty<Int, Oops>(completeImmediately: value == 1)
      }, demand: .unlimited)
    u.send([1, 2, 3])
    #expect(made == [1, 2])
  }

  @Test(
    "TR-08 TR-09 BC-08 BC-09 BC-10 BC-11 if one upstream cannot fail, the pipeline has the other upstream's failure type"
  )
  func failures() {
    let never = PassthroughSubject<Int, Never>(), u = rig.source()
    let made: [AnyPublisher<Int, Oops>] = [
      never.switchMap { _ in u }.eraseToAnyPublisher(), never.concatMap { _ in u }.eraseToAnyPublisher(),
      never.mergeMap(concurrency: 2) { _ in u }.eraseToAnyPublisher(),
      never.exhaustMap { _ in u }.eraseToAnyPublisher(), never.flatMap { _ in u }.eraseToAnyPublisher(),
      never.map { _ in u }.switchToLatest().eraseToAnyPublisher(),
    ]
    for publisher in made {
      rig.attach(publisher, demand: .unlimited)
      never.send(1)
      _ = rig.take()
      u.fail(.oops)
      #expect(rig.take() == "#oops")
    }
    let upstream: [AnyPublisher<Int, Oops>] = [
      u.switchMap { Just($0) }.eraseToAnyPublisher(), u.concatMap { Just($0) }.eraseToAnyPublisher(),
      u.mergeMap(concurrency: 2) { Just($0) }.eraseToAnyPublisher(), u.exhaustMap { Just($0) }.eraseToAnyPublisher(),
      u.flatMap { Just($0) }.eraseToAnyPublisher(), u.map { Just($0) }.switchToLatest().eraseToAnyPublisher(),
    ]
    for publisher in upstream {
      rig.attach(publisher, demand: .unlimited)
      _ = rig.take()
      u.send(1)
      u.fail(.other)
      #expect(rig.take().replacing("U+1 ", with: "").replacing("U?1 ", with: "") == "1 #other")
    }
    let neither: [AnyPublisher<Int, Never>] = [
      never.switchMap { Just($0) }.eraseToAnyPublisher(), never.concatMap { Just($0) }.eraseToAnyPublisher(),
      never.mergeMap(concurrency: 2) { Just($0) }.eraseToAnyPublisher(),
      never.exhaustMap { Just($0) }.eraseToAnyPublisher(), never.flatMap { Just($0) }.eraseToAnyPublisher(),
      never.map { Just($0) }.switchToLatest().eraseToAnyPublisher(),
    ]
    for publisher in neither {
      let probe = rig.attach(publisher, demand: .unlimited)
      _ = rig.take()
      never.send(1)
      #expect(rig.take() == "1")
      probe.cancel()
    }
  }

  @Test("BC-18 pairwise asks for one more value at the first, and keeps optional values") func pairwise() {
    let u = rig.source()
    rig.attach(u.pairwise().map { $0 + $1 }, demand: .max(1), reply: .max(2))
    u.send([1, 2])
    #expect(rig.take() == "U^ ^U U?1 U+1 3 U+2")
    let optional = Source<Int?, Oops>(rig)
    rig.attach(optional.pairwise().map { "\($0 ?? 0)-\($1 ?? 0)" }, demand: .unlimited)
    _ = rig.take()
    optional.send([nil, 4, nil])
    #expect(rig.take() == "U+1 0-4 4-0")
  }

  @Test("BC-18 each subscriber has its own pairs") func pairwiseIsCold() {
    let u = rig.source(), pairs = u.pairwise().map { "\($0)\($1)" }
    rig.attach(pairs, demand: .unlimited)
    u.send(1)
    rig.attach(pairs, demand: .unlimited)
    _ = rig.take()
    u.send([2, 3])
    #expect(rig.take() == "U+1 23")
  }
}
