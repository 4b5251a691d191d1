import Foundation
import PipesFoundation
import Testing

@Suite struct CoderTests {
  private struct User: Codable, Equatable { var name: String }

  @Test("FN-04: JSON through a stream and back") func json() {
    var users: [User] = [], texts: [String] = []
    let token = Just(User(name: "Ada"))
      .encode(encoder: JSONEncoder())
      .map { data in
        texts.append(String(decoding: data, as: UTF8.self))
        return data
      }
      .decode(type: User.self, decoder: JSONDecoder())
      .sink(receiveCompletion: { _ in }) { users.append($0) }
    #expect(texts == [#"{"name":"Ada"}"#] && users == [User(name: "Ada")])
    token.cancel()
  }
  @Test("FN-04: a property list through a stream and back") func propertyList() {
    var users: [User] = []
    let token = Just(User(name: "Ada"))
      .encode(encoder: PropertyListEncoder())
      .decode(type: User.self, decoder: PropertyListDecoder())
      .sink(receiveCompletion: { _ in }) { users.append($0) }
    #expect(users == [User(name: "Ada")])
    token.cancel()
  }
  @Test("FN-04: what cannot be decoded is a failure") func failure() {
    var failures = 0
    let token = Just(Data("{".utf8)).decode(type: User.self, decoder: JSONDecoder()).sink { completion in
      if case .failure(let error) = completion, error is DecodingError { failures += 1 }
    } receiveValue: { _ in
      failures = -1
    }
    #expect(failures == 1)
    token.cancel()
  }
}
