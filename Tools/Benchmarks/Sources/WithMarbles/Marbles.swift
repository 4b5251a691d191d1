import Contest
import Marbles
import Pipes
import VirtualTime

/// The notation, tests written in it, and the recorder of sessions; nobody to compare with.
public let contestants: [Case: Run] = [
  .notation: parseAndPrint, .marbleTest: wholeTest, .failingTest: failingTest, .rules: judged, .cases: generated,
  .recorderOn: { try recorded($0, isOn: true) },
  .recorderOff: { try recorded($0, isOn: false) },
]

/// An element is a byte of text.
@Sendable private func parseAndPrint(_ count: Int) throws -> Int {
  var printed = 0
  for _ in 0..<count / Rows.varied.utf8.count {
    if try !Lane(parsing: Rows.varied, as: .cold).description.isEmpty { printed += 1 }
  }
  return printed
}

/// An element is a test with ten events in and ten out, which is read, run and compared.
@Sendable private func wholeTest(_ count: Int) throws -> Int {
  for _ in 0..<count {
    try marbles { m in
      let source = m.cold(Rows.events)
      let late = source.delay(for: m.frames(2), scheduler: m.scheduler)
      m.expect(late).toBe("--" + Rows.events)
    }
  }
  return count
}

/// The same test of a stream that can fail.
@Sendable private func failingTest(_ count: Int) throws -> Int {
  for _ in 0..<count {
    try marbles { m in
      let source = m.cold(Rows.events, failure: Wrong.self)
      let late = source.delay(for: m.frames(2), scheduler: m.scheduler)
      m.expect(late).toBe("--" + Rows.events)
    }
  }
  return count
}
private struct Wrong: Error, Equatable {}

/// An element is a value of a stream with ten rules.
@Sendable private func judged(_ count: Int) throws -> Int {
  let values = 500, row = String(repeating: "-a", count: values) + "-|"
  for _ in 0..<count / values {
    try marbles { m in
      let source = m.hot(row), last = m.hot("\(2 * values + 5)ms x|")
      for _ in 0..<10 { m.none(of: last, within: m.frames(1), after: source) }
    }
  }
  return count
}

/// An element is a generated case of a test of `debounce`.
@Sendable private func generated(_ count: Int) throws -> Int {
  let run = try marbles(cases: .drawn(count)) { m in
    let typed = m.hot(any: "abc")
    let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
    m.expect(calm).toEqual(typed.filter { _ in true }.debounce(for: m.frames(3), scheduler: m.scheduler))
  }
  return run.count
}

/// An element is a value that passes a recorder, whose closure writes it down.
@Sendable private func recorded(_ count: Int, isOn: Bool) throws -> Int {
  let recorder = SessionRecorder(isRecording: isOn), numbers = PassthroughSubject<Int, Never>()
  var sum = 0
  let token = numbers.recorded("numbers", in: recorder) { $0 }.sink { sum &+= $0 & 1 | 1 }
  for number in 0..<count { numbers.send(number) }
  token.cancel()
  return sum
}
