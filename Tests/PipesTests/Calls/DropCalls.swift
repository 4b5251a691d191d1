import Pipes
import Testing

@Suite("Dropping: the order of calls") struct DropCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("SQ-03 dropFirst asks for what it drops in addition") func dropFirst() {
    let probe = rig.attach(source.dropFirst(2), demand: .max(1))
    #expect(rig.take() == "^Drop U^ U?3")
    probe.request(.max(2))
    #expect(rig.take() == "U?2")
    #expect(source.send(1) == .none)
    #expect(source.send(2) == .none)
    probe.reply = .max(4)
    #expect(source.send(3) == .max(4))
    source.finish()
    #expect(rig.take() == "3 U+4 |")
  }

  @Test("SQ-04 drop(while:) replaces demand, and stops asking after the first false") func dropWhile() {
    let publisher = source.drop {
      rig.note("(\($0))")
      return $0 < 3
    }
    rig.attach(publisher, demand: .max(2), reply: .max(5))
    #expect(source.send(1) == .max(1))
    #expect(source.send(3) == .max(5))
    #expect(source.send(2) == .max(5))
    source.finish()
    #expect(rig.take() == "U^ ^DropWhile U?2 (1) U+1 (3) 3 U+5 2 U+5 |")
  }
}
