import Pipes
import Testing

@Suite("Async values") struct ValuesTests {

  @Test("AS-04 what can be sent between threads") func sendable() {
    func check<T: Sendable>(_: T.Type) -> Bool { true }
    #expect(check(Subscribers.Demand.self) && check(Subscribers.Completion<Oops>.self) && check(AnyCancellable.self))
    #expect(
      check(PassthroughSubject<Int, Oops>.self) && check(CurrentValueSubject<Int, Oops>.self)
        && check(Future<Int, Oops>.self))
  }
}
