import Foundation
import Pipes
import Testing

@Suite("Completion") struct CompletionTests {
  typealias Completion = Subscribers.Completion<Oops>

  @Test("CP-01 equality and hashing") func equality() {
    #expect(Completion.finished == .finished)
    #expect(Completion.failure(.oops) == .failure(.oops))
    #expect(Completion.failure(.oops) != .failure(.other))
    #expect(Completion.failure(.oops) != .finished)
    #expect(Set([Completion.finished, .finished, .failure(.oops), .failure(.other), .failure(.oops)]).count == 3)
  }

  struct Coded: Error, Codable, Equatable { let code: Int }
  typealias CodedCompletion = Subscribers.Completion<Coded>

  private func decoded(_ text: String) throws -> CodedCompletion {
    try JSONDecoder().decode(CodedCompletion.self, from: Data(text.utf8))
  }

  @Test("CP-01 coding") func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func text(_ completion: CodedCompletion) throws -> String {
      String(decoding: try encoder.encode(completion), as: UTF8.self)
    }
    #expect(try text(.finished) == #"{"success":true}"#)
    #expect(try text(.failure(Coded(code: 5))) == #"{"error":{"code":5},"success":false}"#)
    #expect(try decoded(#"{"success":true}"#) == .finished)
    #expect(try decoded(#"{"success":false,"error":{"code":5}}"#) == .failure(Coded(code: 5)))
  }

  @Test("CP-01 odd codes") func oddCodes() throws {
    #expect(try decoded(#"{"success":true,"error":{"code":5}}"#) == .finished)
    #expect(throws: DecodingError.self) { try decoded(#"{"success":false}"#) }
    #expect(throws: DecodingError.self) { try decoded(#"{"error":{"code":5}}"#) }
  }
}
