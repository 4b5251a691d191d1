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
}
