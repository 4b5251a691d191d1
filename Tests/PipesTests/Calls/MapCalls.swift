import Pipes
import Testing

@Suite("Transforming: the order of calls") struct MapCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("TR-01 TR-02 fused maps keep their types and order") func fusion() {
    let map: Publishers.Map<Source<Int, Oops>, String> = source.map { $0 + 1 }.map { $0 * 10 }.map { "\($0)" }
    let tryMap: Publishers.TryMap<Source<Int, Oops>, Int> = source.map { $0 + 1 }.tryMap { $0 * 10 }
    let tryMapMap: Publishers.TryMap<Source<Int, Oops>, Int> = source.tryMap { $0 + 1 }.map { $0 * 10 }
    let tryMapTryMap: Publishers.TryMap<Source<Int, Oops>, Int> = source.tryMap { $0 + 1 }.tryMap { $0 * 10 }
    rig.attach(map, demand: .unlimited)
    source.send(1)
    rig.attach(tryMap, demand: .unlimited)
    source.send(2)
    rig.attach(tryMapMap, demand: .unlimited)
    source.send(3)
    rig.attach(tryMapTryMap, demand: .unlimited)
    source.send(4)
    #expect(rig.take() == "U^ ^U U?* 20 U^ ^TryMap U?* 30 U^ ^TryMap U?* 40 U^ ^TryMap U?* 50")
    #expect(map.upstream === source)
    #expect(map.transform(1) == "20")
  }

  @Test("TR-01 a map made by hand") func byHand() {
    rig.attach(Publishers.Map(upstream: source) { -$0 }, demand: .unlimited)
    source.send(1)
    rig.attach(Publishers.TryMap(upstream: source) { -$0 }, demand: .unlimited)
    source.send(2)
    #expect(rig.take() == "U^ ^U U?* -1 U^ ^TryMap U?* -2")
  }

  struct Point { var x = 0, y = 0, z = 0 }

  @Test("TR-03 key paths pick one, two or three parts") func keyPaths() {
    let source = Source<Point, Oops>(rig)
    let one: Publishers.MapKeyPath<Source<Point, Oops>, Int> = source.map(\.x)
    let two: Publishers.MapKeyPath2<Source<Point, Oops>, Int, Int> = source.map(\.x, \.y)
    let three: Publishers.MapKeyPath3<Source<Point, Oops>, Int, Int, Int> = source.map(\.x, \.y, \.z)
    rig.attach(one, demand: .unlimited)
    source.send(Point(x: 1, y: 2, z: 3))
    rig.attach(two, demand: .unlimited)
    source.send(Point(x: 1, y: 2, z: 3))
    rig.attach(three, demand: .unlimited)
    source.send(Point(x: 1, y: 2, z: 3))
    #expect(rig.take() == "U^ ^U U?* 1 U^ ^U U?* (1,2) U^ ^U U?* (1,2,3)")
    #expect(one.keyPath == \Point.x)
    #expect([two.keyPath0, two.keyPath1] == [\Point.x, \Point.y])
    #expect([three.keyPath0, three.keyPath1, three.keyPath2] == [\Point.x, \Point.y, \Point.z])
  }

  @Test("TR-03 G12 a key path into a labeled tuple") func tupleKeyPath() {
    let source = Source<(data: Int, response: String), Oops>(rig)
    rig.attach(source.map(\.data), demand: .unlimited)
    source.send((data: 5, response: "fine"))
    #expect(rig.take() == "U^ ^U U?* 5")
  }

  @Test("TR-05 G4 each subscriber accumulates for itself") func scanIsCold() {
    let publisher = [1, 2].publisher.eraseToAnyPublisher().scan(0, +)
    rig.attach(publisher, "a", demand: .unlimited)
    rig.attach(publisher, "b", demand: .unlimited)
    #expect(rig.take() == "a:^[1, 2] a:1 a:3 a:| b:^[1, 2] b:1 b:3 b:|")
  }

  @Test("TR-05 a value sent from inside sees what was accumulated") func scanReentrant() {
    let probe = rig.attach(source.scan(0, +), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send(10) } }
    source.send(1)
    source.send(100)
    #expect(rig.take() == "1 11 111")
  }

  @Test("TR-07 setFailureType keeps everything and can be set again") func setFailureType() {
    let source = Source<Int, Never>(rig)
    let publisher: Publishers.SetFailureType<Source<Int, Never>, Oops> = source.setFailureType(to: Oops.self)
    let again: Publishers.SetFailureType<Source<Int, Never>, any Error> = publisher.setFailureType(to: (any Error).self)
    rig.attach(publisher, demand: .max(2), reply: .max(1))
    source.send(1)
    rig.attach(again, demand: .max(1))
    source.send(2)
    source.finish()
    #expect(rig.take() == "U^ ^U U?2 1 U+1 U^ ^U U?1 2 |")
    #expect(publisher.upstream === source)
    #expect(Empty<Int, Never>().setFailureType(to: Oops.self) == Empty<Int, Never>().setFailureType(to: Oops.self))
    #expect(
      Empty<Int, Never>().setFailureType(to: Oops.self)
        != Empty(completeImmediately: false).setFailureType(to: Oops.self))
  }

  @Test("TR-03 G12 a key path after other forms of map is still a key path") func afterMap() {
    let a: Publishers.MapKeyPath<Publishers.Map<Source<Int, Oops>, String>, Int> = source.map { "\($0)" }.map(\.count)
    let b: Publishers.MapKeyPath<Publishers.TryMap<Source<Int, Oops>, String>, Int> = source.tryMap { "\($0)" }.map(
      \.count)
    #expect(a.keyPath == b.keyPath)
  }

  @Test("TR-06 the running result starts anew for every subscription") func tryScan() {
    let publisher: Publishers.TryScan<Source<Int, Oops>, String> = source.tryScan("") { $0 + "\($1)" }
    for _ in 1...2 {
      rig.attach(publisher, demand: .max(1), reply: .max(2))
      source.send([1, 2])
      #expect(rig.take() == "U^ ^TryScan U?1 1 U+2 12 U+2")
    }
  }
}
