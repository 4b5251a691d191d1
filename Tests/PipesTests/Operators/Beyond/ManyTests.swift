import Pipes
import Testing

@Suite("arrays of publishers, forkJoin") struct ManyTests {
  private let rig = Rig()
  private func sources(_ count: Int = 3) -> [Source<Int, Oops>] { (0..<count).map { rig.source("\($0)") } }

  @Test("BC-04 none at all: just an end") func none() {
    let none: [Source<Int, Oops>] = []
    rig.attach(none.merge(), "a")
    rig.attach(none.zip(), "b")
    rig.attach(none.combineLatest(), "c")
    rig.attach(none.forkJoin(), "d")
    let notes = rig.take().split(separator: " ").filter { !$0.contains("^") }
    #expect(notes == ["a:|", "b:|", "c:|", "d:|"])
  }

  @Test("BC-04 zip: arrays in the order of the publishers, demand to all, an end as soon as one is spent") func zip() {
    let sources = sources()
    let probe = rig.attach(sources.zip(), demand: .max(1))
    #expect(rig.take() == "0^ 1^ 2^ ^ZipMany 0?1 1?1 2?1")
    for (index, source) in sources.enumerated().reversed() { source.send(index * 10) }
    #expect(rig.take() == "[0,10,20]")
    probe.request(.max(1))
    #expect(rig.take() == "0?1 1?1 2?1")
    sources[1].finish()
    #expect(rig.take() == "| 0! 2!")
  }

  @Test("BC-04 combineLatest: from the moment all have sent, and until all have ended") func combineLatest() {
    let sources = sources()
    rig.attach(sources.combineLatest(), demand: .unlimited)
    _ = rig.take()
    sources[0].send(1)
    sources[2].send(3)
    #expect(rig.take() == "")
    sources[1].send(2)
    sources[0].finish()
    sources[2].send(4)
    #expect(rig.take() == "[1,2,3] [1,2,4]")
    sources[1].finish()
    sources[2].finish()
    #expect(rig.take() == "|")
  }

  @Test("BC-04 combineLatest of optional values counts nil as a value") func optionals() {
    let a = PassthroughSubject<Int?, Oops>(), b = PassthroughSubject<Int?, Oops>()
    rig.attach([a, b].combineLatest().map { $0.map { $0 ?? 0 } }, demand: .unlimited)
    _ = rig.take()
    a.send(nil)
    b.send(2)
    b.send(nil)
    #expect(rig.take() == "[0,2] [0,0]")
  }

  @Test("BC-04 a failure of one is that of all") func failures() {
    for zips in [true, false] {
      let sources = sources()
      rig.attach(zips ? sources.zip().eraseToAnyPublisher() : sources.combineLatest().eraseToAnyPublisher(), demand: .unlimited)
      _ = rig.take()
      sources[1].fail(.oops)
      let notes = Set(rig.take().split(separator: " "))
      #expect(notes.isSuperset(of: ["0!", "2!", "#oops"]))
    }
  }

  @Test("BC-04 merge is MergeMany") func merge() {
    let sources = sources(2)
    #expect(sources.merge().publishers.count == 2)
    rig.attach(sources.merge(), demand: .unlimited)
    _ = rig.take()
    sources[1].send(5)
    sources[0].send(6)
    #expect(rig.take() == "5 6")
  }

  @Test("BC-03 forkJoin: the last of each when all have ended, if somebody asks") func forkJoin() {
    let sources = sources()
    let probe = rig.attach(sources.forkJoin())
    for source in sources { source.send([1, 2]) }
    sources[0].send(3)
    for source in sources { source.finish() }
    _ = rig.take()
    probe.request(.max(1))
    #expect(rig.take().hasSuffix("[3,2,2] |"))
  }

  @Test("BC-03 forkJoin ends at once when one has nothing, and fails with any") func forkJoinEnds() {
    let a = rig.source("A"), b = rig.source("B")
    rig.attach(a.forkJoin(b).map(\.0), demand: .unlimited)
    _ = rig.take()
    a.send(1)
    b.finish()
    #expect(rig.take() == "| A!")
    rig.attach(a.forkJoin(b).map(\.0), demand: .unlimited)
    _ = rig.take()
    b.fail(.oops)
    #expect(rig.take() == "A! #oops")
  }
}
