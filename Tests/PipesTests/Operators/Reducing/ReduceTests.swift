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

  @Test("RE-06 G7 an error in tryReduce is delivered without demand") func tryReduce() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.tryReduce(0) { $0 + (try throwing($1, at: 3)) })
    source.send([1, 2, 3])
    #expect(rig.take() == "U^ ^TryReduce U?* U! #oops")
    source.send(4)
    source.finish()
    #expect(rig.take() == "")
  }

  @Test("RE-01 collect gathers everything; a failure drops it") func collect() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.collect(), demand: .max(1))
    source.send([1, 2, 3])
    source.finish()
    #expect(rig.take() == "U^ ^Collect U?* [1,2,3] |")
    rig.attach(source.collect(), demand: .max(1))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^Collect U?* #oops")
    #expect(Empty<Int, Oops>().collect() == Empty<Int, Oops>().collect())
  }

  @Test("RE-02 collect(n) asks for n times as many") func collectByCount() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.collect(2), demand: .max(3))
    #expect(rig.take() == "U^ ^CollectByCount U?6")
    probe.request(.max(1))
    #expect(rig.take() == "U?2")
    probe.reply = .max(2)
    #expect(source.send(1) == .none)
    #expect(source.send(2) == .max(4))
    source.send(3)
    source.finish()
    #expect(rig.take() == "[1,2] U+4 [3] |")
  }

  @Test("RE-02 collect(n) drops a batch at a failure and at a cancel") func collectByCountDrops() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.collect(2), demand: .unlimited)
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^CollectByCount U?* #oops")
    let probe = rig.attach(source.collect(2), demand: .unlimited)
    source.send(1)
    probe.cancel()
    #expect(rig.take() == "U^ ^CollectByCount U?* U!")
    rig.attach(source.collect(2), demand: .unlimited)
    source.finish()
    #expect(rig.take() == "U^ ^CollectByCount U?* |")
    #expect(Empty<Int, Oops>().collect(2) == Publishers.CollectByCount(upstream: Empty<Int, Oops>(), count: 2))
    #expect(Empty<Int, Oops>().collect(2) != Empty<Int, Oops>().collect(3))
  }

  @Test("RE-02 a partial batch at the end does not wait for demand") func collectByCountPartial() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.collect(2))
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^CollectByCount [1] |")
  }

  @Test("RE-04 ignoreOutput keeps the end alone") func ignoreOutput() {
    let rig = Rig()
    let source = rig.source()
    let probe: Probe<Never, Oops> = rig.attach(source.ignoreOutput())
    #expect(rig.take() == "U^ ^U U?*")
    #expect(probe.subscription as AnyObject? === source.line)
    #expect(source.send(1) == .none)
    source.fail(.oops)
    #expect(rig.take() == "#oops")
    #expect(Empty<Int, Oops>().ignoreOutput() == Empty<Int, Oops>().ignoreOutput())
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

  @Test("MA-02 max and min; of equal values the earliest wins") func extremes() {
    let rig = Rig()
    let source = Source<String, Oops>(rig)
    func answer<P: Publisher>(_ publisher: P) -> String {
      rig.attach(publisher, demand: .unlimited)
      source.send(["bb", "a", "cc", "d"])
      source.finish()
      return rig.take()
    }
    let shorter: (String, String) -> Bool = { $0.count < $1.count }
    #expect(answer(source.max()) == "U^ ^Comparison U?* d |")
    #expect(answer(source.min()) == "U^ ^Comparison U?* a |")
    #expect(answer(source.max(by: shorter)) == "U^ ^Comparison U?* bb |")
    #expect(answer(source.min(by: shorter)) == "U^ ^Comparison U?* a |")
    #expect(answer(source.tryMax { shorter($0, $1) }) == "U^ ^TryComparison U?* bb |")
    #expect(answer(source.tryMin { shorter($0, $1) }) == "U^ ^TryComparison U?* a |")
    #expect(source.max().areInIncreasingOrder("a", "b"))
    #expect(source.min().areInIncreasingOrder("b", "a"))
  }

  @Test("MA-02 the extremes of nothing: the end alone") func extremesOfNothing() {
    let rig = Rig()
    rig.attach(Empty<Int, Oops>().max(), demand: .unlimited)
    #expect(rig.take() == "^Comparison |")
    let probe = rig.attach(Empty<Int, Oops>().min())
    #expect(rig.take() == "^Comparison |", "G2: a completion needs no demand")
    probe.request(.max(1))
    #expect(rig.take() == "")
  }

  @Test("MA-03 G7 tryMax and tryMin") func tryExtremes() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.tryMax { try throwing($0, at: 1) < $1 })
    source.send([1, 2])
    #expect(rig.take() == "U^ ^TryComparison U?* U! #oops")
    rig.attach(source.tryMin { try throwing($0, at: 1) < $1 })
    source.send([2, 1])
    #expect(rig.take() == "U^ ^TryComparison U?* U! #oops")
  }
}
