import Foundation
import Pipes
import Testing

extension NSNumber: ObservableObject {}
extension JSONEncoder: ObservableObject {}

@Suite("ObservableObject") struct ObservableObjectTests {
  let rig = Rig()

  private class Base<Value> {
    @Published var base: Value
    init(_ base: Value) { self.base = base }
  }
  private class Middle: Base<Int>, ObservableObject {
    @Published var middle = "m"
  }
  private final class Leaf: Middle {
    @Published var leaf = 1.5
    let fixed = Published(initialValue: 1)
    var plain = 3
    init() { super.init(0) }
  }

  @Test("PW-02 every published property tells, those of superclasses and generic bases too") func superclasses() {
    let leaf = Leaf()
    let token = leaf.objectWillChange.sink { rig.note("change") }
    leaf.leaf = 2
    leaf.middle = "n"
    leaf.base = 1
    #expect(rig.take() == "change change change")
    leaf.plain = 4
    #expect(rig.take() == "")
    #expect(leaf.objectWillChange === leaf.objectWillChange)
    #expect(leaf.objectWillChange !== Leaf().objectWillChange)
    withExtendedLifetime(token) {}
  }

  @Test("PW-02 nothing is told before somebody asks for the publisher, and it may be told by hand") func byHand() {
    let leaf = Leaf()
    leaf.leaf = 2
    let token = leaf.objectWillChange.sink { rig.note("change") }
    leaf.objectWillChange.send()
    #expect(rig.take() == "change")
    withExtendedLifetime(token) {}
  }

  @Test("PW-02 a publisher of one's own is not told") func own() {
    final class Own: ObservableObject {
      let objectWillChange = PassthroughSubject<String, Never>()
      @Published var x = 1
    }
    final class OwnDefault: ObservableObject {
      let objectWillChange = ObservableObjectPublisher()
      @Published var x = 1
    }
    let own = Own(), ownDefault = OwnDefault()
    let tokens = [own.objectWillChange.sink { rig.note($0) }, ownDefault.objectWillChange.sink { rig.note("change") }]
    own.x = 2
    ownDefault.x = 2
    #expect(rig.take() == "")
    own.objectWillChange.send("own")
    ownDefault.objectWillChange.send()
    #expect(rig.take() == "own change")
    withExtendedLifetime(tokens) {}
  }

  @Test("PW-02 an object without published properties has one publisher as well, which goes with it") func without() {
    final class Bare: ObservableObject {}
    let leaks = Leaks()
    do {
      let bare = Bare()
      leaks.watch(bare, "object")
      #expect(bare.objectWillChange === bare.objectWillChange)
      #expect(bare.objectWillChange !== Bare().objectWillChange)
    }
    #expect(leaks.alive == [])
    let many = (0..<500).map { _ in Bare() }
    let publishers = many.map(\.objectWillChange)
    for (object, publisher) in zip(many, publishers) { #expect(object.objectWillChange === publisher) }
    #expect(Set(publishers.map { ObjectIdentifier($0) }).count == 500)
  }

  @Test("PW-02 any class can be one") func foreign() {
    let number = NSNumber(value: 3)
    let encoder = JSONEncoder()
    #expect(number.objectWillChange === number.objectWillChange)
    #expect(encoder.objectWillChange === encoder.objectWillChange)
  }

  @Test("PW-02 neither the object nor its publisher is kept") func lifetime() {
    let leaks = Leaks()
    do {
      let leaf = Leaf()
      leaks.watch(leaf, "object")
      leaks.watch(leaf.objectWillChange, "publisher")
      #expect(leaks.alive == ["object", "publisher"])
    }
    #expect(leaks.alive == [])
  }

  @Test("PW-03 any request switches a subscriber on for ever; nothing is repeated") func publisher() {
    let publisher = ObservableObjectPublisher()
    let probe = rig.attach(publisher)
    publisher.send()
    #expect(rig.take() == "^ObservableObjectPublisher")
    #expect(misuses { probe.request(.none) } == [])
    publisher.send()
    #expect(rig.take() == "")
    probe.request(.max(1))
    #expect(rig.take() == "")
    publisher.send()
    publisher.send()
    #expect(rig.take() == "() ()")
    rig.attach(publisher, "b", demand: .max(1))
    publisher.send()
    #expect(rig.take() == "b:^ObservableObjectPublisher () b:()")
    probe.cancel()
    publisher.send()
    #expect(rig.take() == "b:()")
  }

  @Test("PW-02 only published properties are read: others may be changed by another thread, or must not be read at all")
  func reads() {
    final class Guarding: Base<[String]>, ObservableObject {
      final class Other {}
      @Published var name = ""
      /// Reading it is a fault when the object is gone.
      unowned var other: Other
      @Published var age = 0
      init(_ other: Other) {
        self.other = other
        super.init([])
      }
    }
    let rig = Rig()
    var other: Guarding.Other? = .init()
    let object = Guarding(other!)
    other = nil
    let token = object.objectWillChange.sink { rig.note("change") }
    object.base = ["a"]
    object.name = "b"
    object.age = 1
    #expect(rig.take() == "change change change")
    withExtendedLifetime(token) {}
  }

  private class Hidden: ObservableObject, CustomReflectable {
    @Published var a = 1
    var customMirror: Mirror { Mirror(self, children: ["nothing": 0]) }
  }
  private final class HiddenBelow: Hidden {
    @Published var b = 2
  }
  private final class HiddenAbove: Base<Int>, ObservableObject, CustomReflectable {
    @Published var c = 3
    var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
  }
  private final class Partly: ObservableObject, CustomReflectable {
    @Published var shown = 1
    @Published var other = 1
    var customMirror: Mirror { Mirror(self, children: ["shown": _shown]) }
  }

  @Test("PW-02 a mirror of one's own does not silence an object") func customMirror() {
    let hidden = Hidden(), below = HiddenBelow(), above = HiddenAbove(0), partly = Partly()
    let tokens = [
      hidden.objectWillChange.sink { rig.note("hidden") }, below.objectWillChange.sink { rig.note("below") },
      above.objectWillChange.sink { rig.note("above") }, partly.objectWillChange.sink { rig.note("partly") },
    ]
    hidden.a = 2
    #expect(rig.take() == "hidden")
    below.a = 2
    below.b = 3
    #expect(rig.take() == "below below")
    above.base = 2
    above.c = 3
    #expect(rig.take() == "above above")
    partly.shown = 2
    partly.other = 2
    #expect(rig.take() == "partly partly")
    Just(7).assign(to: &hidden.$a)
    #expect(rig.take() == "hidden")
    #expect(hidden.objectWillChange === hidden.objectWillChange)
    withExtendedLifetime(tokens) {}
  }
}
