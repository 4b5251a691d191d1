import Pipes
import Testing

@Suite("Protocols") struct ProtocolTests {
  let rig = Rig()

  @Test("PR-13 identifiers are unique, and print as hexadecimal numbers") func identifiers() {
    let many = (0..<100).map { _ in CombineIdentifier() }
    #expect(Set(many).count == 100)
    #expect(many.allSatisfy { $0 == $0 })
    let text = many[0].description
    #expect(text.hasPrefix("0x"))
    #expect(UInt(text.dropFirst(2), radix: 16) != nil)
    #expect(many[0].description != many[1].description)
  }

  final class Thing: CustomCombineIdentifierConvertible {}

  @Test("PR-12 objects are told apart by identity") func objects() {
    let a = Thing()
    let b = Thing()
    #expect(a.combineIdentifier == a.combineIdentifier)
    #expect(a.combineIdentifier == CombineIdentifier(a))
    #expect(a.combineIdentifier != b.combineIdentifier)
  }

  @Test("PR-07 the empty subscription") func emptySubscription() {
    let empty = Subscriptions.empty
    empty.request(.unlimited)
    empty.request(.none)
    empty.cancel()
    empty.cancel()
    #expect(String(describing: empty) == "Empty")
    #expect(Subscriptions.empty.combineIdentifier == empty.combineIdentifier)
    #expect(Subscriptions.empty as AnyObject === empty as AnyObject)
  }

  @Test("PR-02 G3 subscribe calls receive(subscriber:)") func subscribe() {
    let source = rig.source()
    source.subscribe(Probe<Int, Oops>(rig))
    #expect(rig.take() == "U^ ^U")
    #expect(source.lines.count == 1)
  }

  @Test("PR-05 receive() is receive(())") func receiveVoid() {
    let probe = Probe<Void, Never>(rig, reply: .max(3))
    #expect(probe.receive() == .max(3))
    #expect(probe.values == 1)
  }

  @Test("PR-01 PR-04 PR-10 protocols can be named with their primary associated types") func primaryTypes() {
    func values(_: some Publisher<Int, Oops>, _: any Subscriber<Int, Oops>) -> Bool { true }
    #expect(values(rig.source(), Probe<Int, Oops>(rig)))
    #expect((any Subject<Int, Oops>).self != (any Publisher<Int, Oops>).self)
  }

  /// An enumeration is a good subscription too, with an identifier of its own.
  enum Still: Subscription {
    case only
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var combineIdentifier: CombineIdentifier { ProtocolTests.stillIdentifier }
  }
  static let stillIdentifier = CombineIdentifier()

  @Test("PR-06 a subscription need not be an object") func valueSubscription() {
    let probe = Probe<Int, Never>(rig, demand: .max(1))
    probe.receive(subscription: Still.only)
    #expect(probe.subscription?.combineIdentifier == Self.stillIdentifier)
  }
}
