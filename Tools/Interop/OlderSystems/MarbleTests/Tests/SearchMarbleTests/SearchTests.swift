import MarblesTesting
import Pipes
import Testing

@testable import Search

@Test func theLastTextIsSearched() async throws {
  try await marbles(frame: .milliseconds(100)) { m in
    let found = PassthroughSubject<String, Never>()
    let search = Search(clock: m.clock) { found.send($0) }
    m.atEach("-a-b-----c") { await search.type($0) }
    m.expect(found).toBe("------b-----c")
  }
}
