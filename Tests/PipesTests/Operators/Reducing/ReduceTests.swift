import Pipes
import Testing

@Suite("Reducing") struct ReduceTests {
  @Test("RE-05 reduce answers at the end, with the initial value for an empty stream") func reduce() {
    let rig = Rig()
    let source = rig.source()
    let publisher = source.reduce("") { $0 + "\($1)" }
    rig.attach(publisher, demand: .max(1))
    source.send([1, 2, 3])
    #expect(rig.take() == "U^ ^Reduce U?*")
    source.finish()
    #expect(rig.take() == "123 |")
    #expect(publisher.initial == "")
    #expect(publisher.nextPartialResult("a", 1) == "a1")
  }

  @Test("MA-01 count") func count() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.count(), demand: .max(1))
    source.send([7, 7, 7])
    source.finish()
    #expect(rig.take() == "U^ ^Count U?* 3 |")
    #expect(Empty<Int, Oops>().count() == Empty<Int, Oops>().count())
  }

}
