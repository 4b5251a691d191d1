import Foundation
import Pipes
import Testing

@Suite("Record") struct RecordTests {
  let rig = Rig()

  typealias IntRecord = Record<Int, Oops>

  @Test("PB-08 replays its values under demand, the end right after the last") func replay() {
    let probe = rig.attach(IntRecord(output: [1, 2, 3], completion: .failure(.oops)))
    _ = rig.take()
    probe.request(.max(1))
    #expect(rig.take() == "1")
    probe.request(.max(2))
    #expect(rig.take() == "2 3 #oops")
  }

  @Test("PB-08 without values it ends at once") func empty() {
    rig.attach(IntRecord(output: [], completion: .failure(.oops)))
    #expect(rig.take().hasSuffix(" #oops"))
    rig.attach(IntRecord(recording: .init()))
    #expect(rig.take().hasSuffix(" |"))
  }

  @Test("PB-08 recorded by a closure") func recorded() {
    let record = IntRecord { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .finished)
    }
    rig.attach(record, demand: .unlimited)
    #expect(rig.take().hasSuffix(" 1 2 |"))
    #expect(record.recording.output == [1, 2])
    #expect(record.recording.completion == .finished)
  }

  @Test("G8 PB-08 a request for nothing does nothing") func zeroDemand() {
    let probe = rig.attach(IntRecord(output: [1], completion: .finished))
    _ = rig.take()
    #expect(misuses { probe.request(.none) } == [])
    #expect(rig.take() == "")
  }

  @Test("PB-09 a recording") func recording() {
    var recording = IntRecord.Recording()
    #expect(recording.output == [])
    #expect(recording.completion == .finished)
    recording.receive(1)
    recording.receive(completion: .failure(.oops))
    #expect(recording.output == [1])
    #expect(recording.completion == .failure(.oops))
    #expect(IntRecord.Recording(output: [1, 2]).completion == .finished)
  }

  @Test("PB-08 PB-09 coding") func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let record = Record<Int, CompletionTests.Coded>(output: [1, 2], completion: .finished)
    let text = #"{"recording":{"completion":{"success":true},"output":[1,2]}}"#
    #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == text)
    let back = try JSONDecoder().decode(Record<Int, CompletionTests.Coded>.self, from: Data(text.utf8))
    #expect(back.recording.output == [1, 2])
    #expect(back.recording.completion == .finished)
    let recording = Record<Int, CompletionTests.Coded>.Recording(output: [3], completion: .failure(.init(code: 5)))
    #expect(
      String(decoding: try encoder.encode(recording), as: UTF8.self)
        == #"{"completion":{"error":{"code":5},"success":false},"output":[3]}"#)
  }
}
