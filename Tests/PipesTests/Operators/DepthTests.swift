import Pipes
import Testing

/// A thousand operators above each other, erased, so that every value, request, cancel and release is a thousand nested
/// calls. The thread of a test has the stack of any thread of the system; see "How deep" in Architecture.md.
@Suite struct DepthTests {
  typealias Stream = AnyPublisher<Int, Never>

  static let steps: [(name: String, add: @Sendable (Stream) -> Stream)] = [
    ("map", { $0.map { $0 + 1 }.eraseToAnyPublisher() }),
    ("filter", { $0.filter { _ in true }.map { $0 + 1 }.eraseToAnyPublisher() }),
    ("tryMap", { $0.tryMap { $0 + 1 }.replaceError(with: 0).eraseToAnyPublisher() }),
    ("scan", { $0.scan(1) { $1 + 1 }.eraseToAnyPublisher() }),
    ("append", { $0.map { $0 + 1 }.append(Empty()).eraseToAnyPublisher() }),
    ("prepend", { Empty().append($0.map { $0 + 1 }).eraseToAnyPublisher() }),
    ("merge", { $0.merge(with: Empty()).map { $0 + 1 }.eraseToAnyPublisher() }),
    ("combineLatest", { $0.combineLatest(Just(1)) { $0 + $1 }.eraseToAnyPublisher() }),
    ("flatMap", { $0.flatMap { Just($0 + 1) }.eraseToAnyPublisher() }),
    ("switchToLatest", { $0.map { Just($0 + 1) }.switchToLatest().eraseToAnyPublisher() }),
    (
      "catch",
      {
        $0.setFailureType(to: CancellationError.self).catch { _ in Empty<Int, Never>() }.map { $0 + 1 }
          .eraseToAnyPublisher()
      }
    ),
    ("share", { $0.map { $0 + 1 }.share().eraseToAnyPublisher() }),
    (
      "buffer", { $0.map { $0 + 1 }.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher() }
    ),
    ("last", { $0.map { $0 + 1 }.last().eraseToAnyPublisher() }),
    ("handleEvents", { $0.handleEvents(receiveCancel: {}).map { $0 + 1 }.eraseToAnyPublisher() }),
  ]

  @Test(arguments: steps.map(\.name))
  func aThousandOperatorsAreFine(_ name: String) throws {
    let step = try #require(Self.steps.first { $0.name == name })
    weak var source: PassthroughSubject<Int, Never>?
    do {
      let subject = PassthroughSubject<Int, Never>()
      source = subject
      var stream = subject.eraseToAnyPublisher()
      for _ in 0..<1000 { stream = step.add(stream) }
      var values: [Int] = [], completions = 0
      let first = stream.sink { _ in
        completions += 1
      } receiveValue: {
        values.append($0)
      }
      let second = stream.sink { _ in }
      second.cancel()
      subject.send(0)
      subject.send(completion: .finished)
      #expect(values == [1000])
      #expect(completions == 1)
      first.cancel()
    }
    #expect(source == nil)
  }
}
