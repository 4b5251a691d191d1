import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// The runs of specs as events, and recorded runs as diagrams.
struct RecordedRunTests {
  private static func diagram(_ spec: String) throws -> Diagram {
    try ExecutedSpec(SpecText(spec, file: "spec"), isTraced: true).diagram
  }

  @Test func aRunHasTheEventsOfAllStreamsWithTheirCauses() throws {
    let run = RecordedRun(try Self.diagram("typed: -a-b----|\n  a = \"s\"   b = \"sw\"\n> typed.debounce(for: 3)"))
    let text = EventWriter.text(of: run)
    // Derived by hand: b is sent when three frames are over, at 6.
    #expect(
      text == """
        {"marble-events":1,"frame":"1ms"}
        {"at":"0s","stream":"typed.debounce(for: 3)","subscribe":true}
        {"at":"0s","stream":"typed","subscribe":true}
        {"at":"0s","stream":"typed.debounce(for: 3)","request":"unlimited"}
        {"at":"0s","stream":"typed","request":"unlimited"}
        {"at":"1ms","stream":"typed","next":"a","value":"\\"s\\""}
        {"at":"3ms","stream":"typed","next":"b","value":"\\"sw\\""}
        {"at":"6ms","stream":"typed.debounce(for: 3)","next":"b","value":"\\"sw\\"","cause":7,"timer":"3ms"}
        {"at":"8ms","stream":"typed","finish":true}
        {"at":"8ms","stream":"typed.debounce(for: 3)","finish":true,"cause":9}

        """)
    #expect(
      run.explanation().split(separator: "\n").suffix(3).map { $0.drop { $0 == " " } } == [
        "6ms   typed.debounce(for: 3) sends b (\"sw\"), because of b of typed and a timer of 3ms",
        "8ms   typed finishes",
        "typed.debounce(for: 3) finishes, because of the finish of typed",
      ])
  }

  @Test func eachSubscriptionHasANumberOfItsOwn() throws {
    let run = RecordedRun(try Self.diagram("a: -1-|\n> a.append(a)"))
    let values = run.events.filter { $0.stream == "a" && $0.kind == .next("1", .symbol) }
    #expect(values.map(\.subscription) == [1, 2])
  }

  @Test func theRowsOfADrawingAreTheStreamsOfTheFile() throws {
    let text = """
      {"marble-events":1,"title":"A session"}
      {"at":"0s","stream":"typed","subscribe":true}
      {"at":"104ms","stream":"typed","next":"a","value":"\\"s\\""}
      {"at":"396ms","stream":"answer","next":"x","value":null}
      {"at":"400ms","stream":"answer","subscription":2,"next":"y","value":null}
      {"at":"1s","stream":"found","next":"x","value":null,"cause":4}
      {"at":"4s","stream":"typed","cancel":true}

      """
    let diagram = Diagram(try EventReader.run(Array(text.utf8)))
    // Four seconds in eighty symbols are 50 ms a symbol.
    #expect(diagram.frame == 50_000_000)
    #expect(diagram.note == "The instants are rounded to 50ms.")
    #expect(diagram.streams.map(\.name) == ["typed", "answer", "answer (2)"])
    #expect(diagram.streams.map(\.lane.description) == ["--a 3850ms !", "--------x", "--------y"])
    #expect(diagram.streams[0].meanings == [.init(symbol: "a", value: "\"s\"")])
    #expect(diagram.runs.map(\.pipeline) == [["found"]])
    #expect(diagram.runs[0].subscribers[0].received.description == "--------------------x")
  }

  /// The events of random specs are read as they were written, and the last stream has the events that the subscriber
  /// received.
  @Test func randomRunsAreTheSameAfterwards() throws {
    var compared = 0
    for seed in 0..<400 as Range<UInt64> {
      var specs = RandomSpecs(seed: seed)
      let spec = specs.next()
      guard let diagram = try? Self.diagram(spec), let trace = diagram.runs[0].trace, !trace.isCut,
        diagram.runs[0].stop == nil
      else {
        continue
      }
      let run = RecordedRun(diagram)
      let read = try EventReader.run(Array(EventWriter.text(of: run).utf8))
      if read != run { Issue.record("seed \(seed)\n\(spec)") }
      #expect(
        read.events.indices.allSatisfy { index in read.events[index].causes.allSatisfy { $0 < index } }, "seed \(seed)")
      let name = diagram.runs[0].pipeline[0]
      for (number, subscriber) in diagram.runs[0].subscribers.enumerated() where diagram.runs[0].subscribers.count == 1
      {
        let marks = read.events.filter { $0.stream == name && $0.subscription == number + 1 && $0.kind.isSignal }
        let lane = Lane(frame: diagram.frame, marks: marks.map { ($0.instant, $0.kind.mark) })
        #expect(lane == subscriber.received, "seed \(seed)\n\(spec)")
        compared += 1
      }
    }
    #expect(compared > 200)
  }
}
