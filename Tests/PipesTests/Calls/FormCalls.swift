import Pipes
import Testing

@Suite("Key paths, coders, failures") struct FormCalls {
  let rig = Rig()

  @Test("TR-03 G12 a key path after other forms of map is still a key path") func afterMap() {
    let source = Rig().source()
    let a: Publishers.MapKeyPath<Publishers.Map<Source<Int, Oops>, String>, Int> = source.map { "\($0)" }.map(\.count)
    let b: Publishers.MapKeyPath<Publishers.TryMap<Source<Int, Oops>, String>, Int> = source.tryMap { "\($0)" }.map(
      \.count)
    #expect(a.keyPath == b.keyPath)
  }

  @Test("TR-06 the running result starts anew for every subscription") func tryScan() {
    let source = rig.source()
    let publisher: Publishers.TryScan<Source<Int, Oops>, String> = source.tryScan("") { $0 + "\($1)" }
    for _ in 1...2 {
      rig.attach(publisher, demand: .max(1), reply: .max(2))
      source.send([1, 2])
      #expect(rig.take() == "U^ ^TryScan U?1 1 U+2 12 U+2")
    }
    #expect(publisher.initialResult == "")
  }

  @Test("TR-07 a publisher that cannot fail takes any failure type") func setFailureType() {
    let source = Source<Int, Never>(rig)
    let probe: Probe<Int, Oops> = rig.attach(source.setFailureType(to: Oops.self), demand: .max(1), reply: .max(2))
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^U U?1 1 U+2 |")
    #expect(probe.subscription as AnyObject? === source.line)
  }

  /// Writes numbers as text and reads them; 3 it cannot.
  struct Digits: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String { try "<\(throwing(value as? Int ?? 0, at: 3))>" }
    func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
      guard let value = "\(try throwing(input, at: 3))" as? T else { throw Oops.other }
      return value
    }
  }
}
