import Contest
import Marbles
import Pipes
import VirtualTime

/// The notation and tests written in it; nobody to compare with.
public let contestants: [Case: Run] = [.notation: parseAndPrint, .marbleTest: wholeTest]

private let text = "-a--b-(cd)---'some text'-e 10ms f---@250ms g--[hi]----j- 1.5s k--(l|)"

/// An element is a byte of text.
@Sendable private func parseAndPrint(_ count: Int) throws -> Int {
  var printed = 0
  for _ in 0..<count / text.utf8.count { printed += try Lane(parsing: text, as: .cold).description.utf8.count }
  return printed
}

/// An element is a test with ten events in and ten out, which is read, run and compared.
@Sendable private func wholeTest(_ count: Int) throws -> Int {
  for _ in 0..<count {
    try marbles { m in
      let source = m.cold("    -a-b-c-d-e-f-g-h-i-|")
      let late = source.delay(for: m.frames(2), scheduler: m.scheduler)
      m.expect(late).toBe("--" + "-a-b-c-d-e-f-g-h-i-|")
    }
  }
  return count
}
