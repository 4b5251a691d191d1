import Pipes
import Testing

/// An operator that decides at the value 2, and its answer.
struct Decider: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let answer: String
  let attach: @Sendable (Rig, Source<Int, Oops>) -> any AnyProbe

  init<P: Publisher & SendableMetatype>(
    _ description: String, _ answer: String, _ build: @escaping @Sendable (Source<Int, Oops>) -> P
  ) {
    (testDescription, self.answer) = (description, answer)
    attach = { rig, source in rig.attach(build(source)) }
  }
  static let all = [
    Decider("Contains", "true") { $0.contains(2) },
    Decider("ContainsWhere", "true") { $0.contains { $0 == 2 } },
    Decider("TryContainsWhere", "true") { $0.tryContains { $0 == 2 } },
    Decider("AllSatisfy", "false") { $0.allSatisfy { $0 < 2 } },
    Decider("TryAllSatisfy", "false") { $0.tryAllSatisfy { $0 < 2 } },
    Decider("First", "2") { $0.filter { $0 == 2 }.first() },
    Decider("TryFirst", "2") { $0.first { $0 == 2 } },
    Decider("TryFirstWhere", "2") { $0.tryFirst { $0 == 2 } },
  ]
}

@Suite("Early answers") struct DecisionCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test(
    "MA-04 MA-05 SQ-01 upstream is cancelled at once, the answer waits for the first request", arguments: Decider.all)
  func early(_ decider: Decider) {
    let rig = Rig()
    let source = rig.source()
    source.forgets = false
    let probe = decider.attach(rig, source)
    #expect(rig.take() == "U^ ^\(decider.testDescription) U?*")
    source.send([1, 2])
    #expect(rig.take().split(separator: " ").filter { $0 != "U+1" } == ["U!"])
    source.send(3)
    source.fail(.oops)
    probe.request(.max(1))
    #expect(rig.take().split(separator: " ").filter { $0 != "U+1" }.joined(separator: " ") == "\(decider.answer) |")
    probe.request(.max(1))
    probe.cancel()
    #expect(rig.take() == "")
  }

  @Test("MA-04 SQ-01 a cancel drops the answer that waits", arguments: Decider.all) func cancelled(_ decider: Decider) {
    let probe = decider.attach(rig, source)
    source.send([1, 2])
    _ = rig.take()
    probe.cancel()
    probe.request(.max(1))
    #expect(rig.take() == "")
  }

  @Test("MA-02 of equal values the first is the greatest and the least") func ties() {
    let source = Source<String, Oops>(rig)
    let words = ["bb", "aa", "c", "dd", "e"]
    rig.attach(source.max { $0.count < $1.count }, demand: .unlimited)
    source.send(words)
    source.finish()
    rig.attach(source.min { $0.count < $1.count }, demand: .unlimited)
    source.send(words)
    source.finish()
    #expect(rig.take() == "U^ ^Comparison U?* bb | U^ ^Comparison U?* c |")
  }

  @Test("MA-02 MA-03 the closure gets the candidate and the new value, for min the other way round") func arguments() {
    func order(_ a: Int, _ b: Int) -> Bool {
      rig.note("\(a)<\(b)")
      return a < b
    }
    rig.attach(source.max(by: order))
    source.send([1, 3, 2])
    #expect(rig.take() == "U^ ^Comparison U?* 1<3 3<2")
    rig.attach(source.tryMin(by: order))
    source.send([1, 3, 2])
    #expect(rig.take() == "U^ ^TryComparison U?* 3<1 2<1")
  }

  @Test("RE-04 ignoreOutput hands the subscription through and asks for everything") func ignoreOutput() {
    let probe: Probe<Never, Oops> = rig.attach(source.ignoreOutput(), demand: .max(2))
    #expect(rig.take() == "U^ ^U U?2 U?*")
    #expect(probe.subscription as AnyObject? === source.line)
    #expect(source.send(1) == .none)
    source.fail(.oops)
    #expect(rig.take() == "#oops")
  }
}
