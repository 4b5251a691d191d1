import Foundation
import Pipes
import Testing

@Suite("Record") struct RecordTests {
  typealias Numbers = Record<Int, Oops>

  @Test("PB-08 plays back under demand, the completion right after the last value") func playsBack() {
    let rig = Rig()
    let probe = rig.attach(Numbers(output: [1, 2, 3], completion: .failure(.oops)))
    probe.request(.none)
    #expect(rig.take() == "^Record")
    probe.request(.max(2))
    #expect(rig.take() == "1 2")
    probe.request(.max(1))
    #expect(rig.take() == "3 #oops")
    rig.attach(Numbers(output: [], completion: .failure(.other)))
    #expect(rig.take() == "^Empty #other")
  }

  @Test("PB-08 three ways to make one") func initialisers() {
    let written = Numbers { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .failure(.oops))
    }
    #expect(written.recording.output == [1, 2])
    #expect(written.recording.completion == .failure(.oops))
    let open = Numbers { $0.receive(3) }
    #expect(open.recording.output == [3])
    #expect(open.recording.completion == .finished)
    #expect(Numbers(recording: written.recording).recording.output == [1, 2])
  }

  @Test("PB-09 nothing goes in after the completion") func misuse() {
    #expect(Numbers.Recording(output: [1]).completion == .finished)
    var complete = Numbers.Recording(output: [1], completion: .finished)
    var written = Numbers.Recording()
    #expect(written.output.isEmpty)
    written.receive(completion: .finished)
    let rules = misuses {
      complete.receive(2)
      complete.receive(completion: .failure(.oops))
      written.receive(2)
      written.receive(completion: .failure(.oops))
    }
    #expect(rules.count == 4)
    #expect(complete.output == [1] && complete.completion == .finished)
    #expect(written.output == [] && written.completion == .finished)
  }

  @Test("PB-08 PB-09 are Codable") func codable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = { (record: Record<Int, Mishap>) in String(decoding: try encoder.encode(record), as: UTF8.self) }
    #expect(
      try text(Record(output: [1, 2], completion: .finished))
        == #"{"recording":{"completion":{"success":true},"output":[1,2]}}"#)
    let failing = #"{"recording":{"completion":{"error":"bad","success":false},"output":[]}}"#
    #expect(try text(Record(output: [], completion: .failure(.bad))) == failing)

    var back = try JSONDecoder().decode(Record<Int, Mishap>.self, from: Data(failing.utf8)).recording
    #expect(back.output == [] && back.completion == .failure(.bad))
    #expect(misuses { back.receive(1) }.count == 1, "a decoded recording is complete")
    #expect(
      try JSONDecoder().decode(Record<Int, Mishap>.self, from: Data(#"{"recording":{"completion":{"success":true},"output":[3]}}"#.utf8))
        .recording.output == [3])
  }

  @Test("PB-09 encode(into:) writes the same") func encodeInto() throws {
    struct Wrapper: Encodable {
      let recording: Record<Int, Mishap>.Recording
      func encode(to encoder: any Encoder) throws { try recording.encode(into: encoder) }
    }
    let recording = Record<Int, Mishap>.Recording(output: [1])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(Wrapper(recording: recording)) == encoder.encode(recording))
  }

  enum Mishap: String, Error, Codable { case bad }
}
