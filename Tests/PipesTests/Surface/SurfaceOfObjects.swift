import Pipes
import Testing

private final class Settings: ObservableObject {
  @Published var name: String?
  @Published(initialValue: 1) var level: Int
  @Published var tags: [String] = []
}

private class Base<Value> {
  @Published var value: Value
  init(_ value: Value) { self.value = value }
}
private final class Derived: Base<Int>, ObservableObject {}

private final class Manual: Pipes.ObservableObject {
  let objectWillChange = PassthroughSubject<Int, Never>()
}

@Suite("Surface: properties, objects, asynchronous sequences") struct SurfaceOfObjects {
  @Test("PW-01 SB-06 a published property") func published() {
    let settings = Settings(), other = Settings()
    #expect(settings.name == nil && settings.level == 1)
    let publisher: Published<Int>.Publisher = settings.$level
    var seen: [Int] = []
    let token = publisher.sink { seen.append($0) }
    Just(5).assign(to: &settings.$level)
    settings.$level = other.$level
    settings.tags.append("a")
    #expect(seen == [1, 5] && settings.level == 5 && settings.tags == ["a"])
    _ = Pipes.Published(initialValue: 1)
    _ = Published(wrappedValue: 1)
    typealias Path<T> = ReferenceWritableKeyPath<Holder, T>
    let holder = Holder()
    let (value, storage): (Path<Int>, Path<Published<Int>>) = (\.plain, \.box)
    Published[_enclosingInstance: holder, wrapped: value, storage: storage] = 3
    #expect(Published[_enclosingInstance: holder, wrapped: value, storage: storage] == 3)
    token.cancel()
  }
  private final class Holder {
    var plain = 0
    var box = Published(initialValue: 0)
  }

  @Test("PW-02 PW-03 an observable object") func observable() {
    let settings = Settings(), derived = Derived(1), manual = Manual()
    let will: ObservableObjectPublisher = settings.objectWillChange
    #expect(will === settings.objectWillChange)
    var changes = 0
    let tokens = [
      will.sink { changes += 1 }, derived.objectWillChange.sink { changes += 10 },
      manual.objectWillChange.sink { changes += $0 },
    ]
    settings.level = 2
    derived.value = 2
    manual.objectWillChange.send(100)
    ObservableObjectPublisher().send()
    will.send()
    #expect(changes == 112)
    withExtendedLifetime(tokens) {}
  }

  private enum Fault: Error { case some }

  @Test("AS-01 AS-02 AS-03 values and value") func values() async throws {
    let certain: AsyncPublisher<Just<Int>> = Just(1).values
    var iterator: AsyncPublisher<Just<Int>>.Iterator = certain.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    let perhaps: AsyncThrowingPublisher<Fail<Int, Fault>> = Fail<Int, Fault>(error: .some).values
    var throwing: AsyncThrowingPublisher<Fail<Int, Fault>>.Iterator = perhaps.makeAsyncIterator()
    await #expect(throws: Fault.some) { try await throwing.next() }
    _ = AsyncPublisher(Just(1))
    _ = AsyncThrowingPublisher(Just(1))
    let sure: Int = await Future<Int, Never> { $0(.success(2)) }.value
    let unsure: Int = try await Future<Int, Fault> { $0(.success(3)) }.value
    #expect(sure == 2 && unsure == 3)
    var sum = 0
    for await value in [1, 2, 3].publisher.values { sum += value }
    for try await value in [4].publisher.setFailureType(to: Fault.self).values { sum += value }
    #expect(sum == 10)
  }
}
