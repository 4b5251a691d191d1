import Marbles
import Pipes
import Testing
import VirtualTime

/// Tests that were green although something is wrong, and messages that said something else than what happened.
struct TruthTests {
  // MARK: A timer that is silent for long

  /// Ten minutes at one tick a minute: the value of the tenth tick, at 600 s, is 10.
  @Test func aSilentTimerIsFollowed() throws {
    let text = try failure { m in
      let minutes = Publishers.interval(.seconds(60), scheduler: m.scheduler).map { $0 + 1 }
      m.expect(minutes.filter { $0 >= 10 }.prefix(1), name: "tenth").toBe("-----")
    }
    #expect(text.hasPrefix("+2: tenth differs at frame 600000 (10m)"), "\(text)")
  }

  // MARK: Work in real time, and sources that are forgotten

  /// Code that has the promise may still call it: not in this test.
  @Test func aFutureThatNobodyFulfills() throws {
    var promises: [(Result<String, Never>) -> Void] = []
    let text = try failure { m in
      m.expect(Future<String, Never> { promises.append($0) }, name: "answer").toBe("-")
    }
    #expect(
      text == """
        +0: a Future still waits for its result, since frame 0
          a queue, a callback or the network works in real time, for which a test does not wait
          give it m.scheduler or a source of the test, or call m.allowLive()
        """)
    try marbles { m in
      m.allowLive()
      m.expect(Future<String, Never> { promises.append($0) }).toBe("-")
    }
    // Nobody has this promise, so nothing is awaited; and this one is called in the test.
    try marbles { m in
      m.expect(Future<String, Never> { _ in }).toBe("-")
      m.expect(Future<String, Never> { promise in m.at("--x") { promise(.success("a")) } }).toBe("--(a|)")
    }
    #expect(promises.count == 2)
  }

  @Test func oneOfSeveralSourcesIsForgotten() throws {
    let text = try failure { m in
      let name = m.hot("-n-|")
      _ = m.hot("--p|")
      m.expect(name).toBe("-n-|")
    }
    #expect(text.hasPrefix("+2: nobody has subscribed to"), "\(text)")
    try marbles { m in
      let service = m.cold("-s|"), fallback = m.cold("-f|").allowingNoSubscriber()
      m.expect(service.append(fallback).prefix(1)).toBe("-(s|)")
    }
  }

  // MARK: Names

  @Test func twoSourcesOnOneLine() throws {
    let text = try failure { m in
      let name = m.hot("-n-|"), password: HotSource<String, Never> = m.hot("--p|")
      m.expect(name.merge(with: password), name: "typed").toBe("-n-|")
    }
    #expect(
      text == """
        +2: typed differs at frame 2
          name      -n-|
          password  --p|
          expected  -n-|
          actual    -np|
                      ^
          frame 2: nothing expected, got 'p'
        """)
  }

  @Test func aSymbolOfTheRowNamesItsValue() throws {
    let text = try failure { m in
      let six = m.cold("--6|", of: Int.self)
      m.expect(six).toBe("-6|")
    }
    #expect(text.contains("\n  actual    --6|\n"), "\(text)")
    let closure = try failure { m in
      let six = m.cold("--6|", of: Int.self)
      m.expect(six).toBe("-x|") { $0 == "x" ? 6 : nil }
    }
    #expect(closure.contains("\n  actual    --x|\n"), "\(closure)")
  }

  // MARK: Failures that are not Equatable

  private final class Coded: Error, CustomStringConvertible {
    let code: Int
    init(_ code: Int) { self.code = code }
    var description: String { "quiet" }
  }
  private final class Silent: Error, CustomStringConvertible {
    var description: String { "silent" }
  }
  private enum Wrapped: Error {
    case server(Coded), offline
  }

  private func text<E: Error>(_ expected: E, _ thrown: E) throws -> String {
    try failure { m in
      let source = m.cold("-#", error: thrown)
      m.expect(source).toBe("-#", error: expected)
    }
  }
  @Test func failuresOfOneClassDiffer() throws {
    try marbles { m in m.expect(m.cold("-#", error: Coded(1))).toBe("-#", error: Coded(1)) }
    let text = try text(Coded(1), Coded(2))
    #expect(
      text.hasSuffix(
        """
          frame 1: expected the failure quiet, got one that differs in
            code: expected 1, got 2
        """), "\(text)")
  }
  @Test func failuresAreComparedByTheirFields() throws {
    try marbles { m in
      m.expect(m.cold("-#", error: Wrapped.server(Coded(1)))).toBe("-#", error: .server(Coded(1)))
      m.expect(m.cold("-#", error: Wrapped.offline)).toBe("-#", error: .offline)
    }
    #expect(try text(Wrapped.server(Coded(1)), .server(Coded(2))).contains("expected the failure"))
    #expect(try text(Wrapped.server(Coded(1)), .offline).contains("expected the failure"))
  }
  @Test func whatCannotBeComparedIsRefused() throws {
    let one = Silent()
    try marbles { m in m.expect(m.cold("-#", error: one)).toBe("-#", error: one) }
    let text = try text(Silent(), Silent())
    #expect(
      text.hasSuffix(
        """
          frame 1: expected the failure silent, got silent, which cannot be compared
            make Silent Equatable, or expect any failure with a bare '#' and no error:
        """), "\(text)")
  }

  // MARK: Failures

  @Test func theWindowAndTheRequestsAreShown() throws {
    let text = try failure { m in
      let source = m.hot("-a-b-c-|")
      m.expect(source, from: "--^--!", demand: "--2").toBe("-a-b")
    }
    #expect(
      text == """
        +2: source differs at frame 1
          source    -a-b-c-|
          from      --^--!
          demand    --2-----
          expected  -a-b----
          actual    ---b----
                     ^
          frame 1: expected 'a', nothing happened
        """, "\(text)")
  }

  @Test func aTableNamesAllThatNoRowUses() throws {
    let text = try failure { m in m.expect(m.cold("-a|", ["a": 1, "b": 2, "c": 3])).toBe("-a|", ["a": 1]) }
    #expect(
      text == """
        +0: no row uses 'b', 'c' of the table
          remove them, or call m.allowUnusedNames()
        """)
  }

  @Test func aRowOfVoid() throws {
    let text = try failure { m in _ = m.cold("-x|", of: Void.self) }
    #expect(text.contains("pass { _ in } for values of type Void"), "\(text)")
  }
}
