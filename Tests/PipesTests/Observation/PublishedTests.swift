import Foundation
import Pipes
import Testing
import VirtualTime

private final class Model: ObservableObject {
  @Published var number: Int
  @Published var list = [1]
  @Published var note: String?
  init(_ number: Int) { self.number = number }
}

@Suite("Published") struct PublishedTests {
  let rig = Rig()

  @Test("PW-01 an object tells first, then the property's subscribers get the value, then it is stored") func order() {
    let model = Model(0)
    let change = model.objectWillChange.sink { rig.note("change:\(model.number)") }
    let value = model.$number.sink { rig.note("\($0):\(model.number)") }
    #expect(rig.take() == "0:0")
    model.number = 1
    #expect(rig.take() == "change:0 1:0")
    #expect(model.number == 1)
    withExtendedLifetime((change, value)) {}
  }

  @Test("PW-01 a further request does not bring a value again, not even from inside it") func asksAgain() {
    let model = Model(0)
    let probe = rig.attach(model.$number, demand: .max(1), reply: .max(1))
    #expect(rig.take() == "^PublishedSubject 0")
    probe.request(.max(2))
    #expect(rig.take() == "")
    // A value without a partner gives its demand back: that must not bring it again and again.
    let never = PassthroughSubject<Int, Never>()
    let token = model.$number.combineLatest(never).removeDuplicates { $0 == $1 }.sink { rig.note("\($0)") }
    model.number = 1
    never.send(7)
    #expect(rig.take() == "1 (1, 7)")
    withExtendedLifetime(token) {}
  }

  @Test("PW-01 the value comes at the first request; without demand only the latest is kept") func demand() {
    let model = Model(0)
    let probe = rig.attach(model.$number)
    #expect(rig.take() == "^PublishedSubject")
    model.number = 1
    #expect(rig.take() == "")
    probe.request(.max(1))
    #expect(rig.take() == "1")
    model.number = 2
    model.number = 3
    #expect(rig.take() == "")
    probe.request(.max(2))
    #expect(rig.take() == "3")
    model.number = 3
    #expect(rig.take() == "3", "equal values are published again")
    probe.cancel()
    model.number = 4
    #expect(rig.take() == "")
  }

  @Test("G8 PW-01 a request for nothing is a misuse") func zero() {
    let probe = rig.attach(Model(0).$number)
    #expect(misuses { probe.request(.none) }.count == 1)
    #expect(rig.take() == "^PublishedSubject")
  }

  @Test("PW-01 it does not end with its object, and keeps nothing of it") func lifetime() {
    let leaks = Leaks()
    var model: Model? = Model(0)
    leaks.watch(model!, "model")
    let publisher = model!.$number
    let probe = rig.attach(publisher, demand: .unlimited)
    model!.number = 1
    #expect(rig.take() == "^PublishedSubject 0 1")
    model = nil
    #expect(leaks.alive == [])
    #expect(rig.take() == "")
    rig.attach(publisher, demand: .unlimited)
    #expect(rig.take() == "^PublishedSubject 1")
    withExtendedLifetime(probe) {}
  }

  @Test("PW-01 a mutation in place publishes once; an optional property begins with nil") func mutation() {
    let model = Model(0)
    let list = model.$list.sink { rig.note("\($0.count)") }
    let note = model.$note.sink { rig.note($0 ?? "nil") }
    model.list.append(2)
    model.list[0] = 7
    model.note = "x"
    #expect(rig.take() == "1 nil 2 2 x")
    #expect(model.list == [7, 2])
    withExtendedLifetime((list, note)) {}
  }

  @Test("PW-01 subscribing and setting from inside a sink of the same property") func reentrant() {
    let model = Model(0)
    var inner: AnyCancellable?
    let outer = model.$number.sink { value in
      rig.note("a\(value)")
      if value == 1 { inner = model.$number.sink { rig.note("b\($0)") } }
      if value == 2 { model.number = 9 }
    }
    model.number = 1
    #expect(rig.take() == "a0 a1 b1")
    model.number = 2
    #expect(rig.take() == "a2 a9 b9 b2")
    #expect(model.number == 2, "what was set first is stored last")
    let late = model.$number.sink { rig.note("c\($0)") }
    #expect(rig.take() == "c2")
    withExtendedLifetime((outer, inner, late)) {}
  }

  @Test("PW-01 without demand for a value that is set inside, the outer one comes again") func outerAgain() {
    let model = Model(0)
    let probe = rig.attach(model.$number, demand: .max(2))
    probe.whenReceived = { [unowned probe] in if probe.values == 2 { model.number = 2 } }
    model.number = 1
    probe.request(.max(1))
    #expect(rig.take() == "^PublishedSubject 0 1 1" && model.number == 1)
  }

  @Test("PW-01 setting the projected value changes nothing") func projected() {
    let a = Model(1), b = Model(2)
    let token = a.$number.sink { rig.note("\($0)") }
    a.$number = b.$number
    #expect(a.number == 1)
    b.number = 3
    a.number = 4
    #expect(rig.take() == "1 4")
    withExtendedLifetime(token) {}
  }

  @Test("PW-01 the two initialisers and the subscript the compiler uses") func shape() {
    final class Plain {
      var _count = Published(initialValue: 5)
      var count: Int {
        get { Published[_enclosingInstance: self, wrapped: \.count, storage: \._count] }
        set { Published[_enclosingInstance: self, wrapped: \.count, storage: \._count] = newValue }
      }
    }
    let plain = Plain()
    let token = plain._count.projectedValue.sink { rig.note("\($0)") }
    plain.count += 1
    #expect(rig.take() == "5 6")
    var other = Published(wrappedValue: "x")
    let publisher: Published<String>.Publisher = other.projectedValue
    other.projectedValue = publisher
    rig.attach(publisher, demand: .unlimited)
    #expect(rig.take() == "^PublishedSubject x")
    withExtendedLifetime(token) {}
  }

  @Test("SB-06 values are written like by the setter; the end is ignored") func assign() {
    let source = Source<Int, Never>(rig)
    let model = Model(0)
    let change = model.objectWillChange.sink { rig.note("change") }
    let value = model.$number.sink { rig.note("\($0)") }
    source.assign(to: &model.$number)
    #expect(rig.take() == "0 U^ U?*")
    #expect(source.send(1) == .none)
    #expect(rig.take() == "change 1")
    #expect(model.number == 1)
    source.finish()
    model.number = 2
    #expect(rig.take() == "change 2")
    withExtendedLifetime((change, value)) {}
  }

  @Test("SB-06 the upstream is cancelled with the property, and does not keep it") func assignLifetime() {
    let leaks = Leaks()
    let source = Source<Int, Never>(rig)
    var model: Model? = Model(0)
    leaks.watch(model!, "model")
    source.assign(to: &model!.$number)
    source.assign(to: &model!.$number)
    #expect(rig.take() == "U^ U?* U^ U?*", "the second does not cancel the first")
    model!.$list.map(\.count).assign(to: &model!.$number)
    #expect(model!.number == 1)
    model = nil
    #expect(leaks.alive == [])
    #expect(rig.take() == "U! U!")
  }

  @Test(
    "PW-01 in a class that is no ObservableObject, in generic classes and in subclasses of NSObject and JSONDecoder")
  func owners() {
    final class Plain { @Published var x = 1 }
    final class Box<T> {
      @Published var x: T
      init(_ x: T) { self.x = x }
    }
    final class Object: NSObject { @Published var x = 1 }
    final class Decoder: JSONDecoder, @unchecked Sendable { @Published var x = 1 }
    let rig = Rig()
    let plain = Plain(), box = Box("1"), object = Object(), decoder = Decoder()
    let tokens = [
      plain.$x.sink { rig.note("plain\($0)") }, box.$x.sink { rig.note("box\($0)") },
      object.$x.sink { rig.note("object\($0)") },
      decoder.$x.sink { rig.note("decoder\($0)") },
    ]
    _ = rig.take()
    plain.x = 2
    box.x = "2"
    object.x = 2
    decoder.x = 2
    #expect(rig.take() == "plain2 box2 object2 decoder2")
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "PW-01 a value that another thread sets during a delivery is stored at once and sent afterwards; all end with it")
  func during() {
    let rig = Rig()
    let model = Model(0)
    nonisolated(unsafe) let shared = model
    let token = model.$number.sink { value in
      rig.note("\(value):\(model.number)")
      guard value == 1 else { return }
      onAnotherThread {
        shared.number = 2
        rig.note("set:\(shared.number)")
      }
    }
    model.number = 1
    #expect(rig.take() == "0:0 1:0 set:2 2:2")
    #expect(model.number == 2)
    let late = model.$number.sink { rig.note("\($0)") }
    #expect(rig.take() == "2")
    withExtendedLifetime((token, late)) {}
  }

  @Test(
    "PW-01 property, subscribers and late subscribers end with the same value, whoever sets it",
    arguments: 0..<200 as Range<UInt64>)
  func settles(_ seed: UInt64) {
    var random = SplitMixSequence(seed: seed)
    let model = Model(0)
    nonisolated(unsafe) let shared = model
    var next = 0, last = 0, left = 0, isInside = false
    func fresh() -> Int {
      next += 1
      return next
    }
    /// Sets values: on this thread, on another one, and inside a delivery on either.
    let token = model.$number.sink { value in
      last = value
      guard !isInside, left > 0, Int.random(in: 0..<2, using: &random) == 0 else { return }
      left -= 1
      isInside = true
      // The last value is set by another thread, because a value that is set inside a delivery is replaced by the
      // delivered value.
      if Int.random(in: 0..<2, using: &random) == 0 { shared.number = fresh() }
      for _ in 0..<Int.random(in: 1...2, using: &random) { onAnotherThread { shared.number = fresh() } }
      if Int.random(in: 0..<2, using: &random) == 0 { shared.number = fresh() }
      isInside = false
    }
    for _ in 0..<3 {
      left = 3
      let value = fresh()
      if Int.random(in: 0..<2, using: &random) == 0 {
        model.number = value
      } else {
        onAnotherThread { shared.number = value }
      }
      var late = -1
      model.$number.sink { late = $0 }.cancel()
      #expect(model.number == last && late == last)
    }
    withExtendedLifetime(token) {}
  }

  @Test("PW-01 two threads set and read") func threads() {
    let model = Model(0)
    let turnstile = Turnstile<Int, Never>()
    model.$number.subscribe(turnstile)
    nonisolated(unsafe) let shared = model
    onTwoThreads { side in
      for value in 0..<1_000 {
        shared.number = value
        _ = shared.number
        _ = side == 0 ? shared.objectWillChange : nil
      }
    }
    #expect(turnstile.values == 2_001)
    #expect(turnstile.overlaps == 0)
    #expect(model.number == 999)
  }
}
