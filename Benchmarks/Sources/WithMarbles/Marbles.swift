import Contest
import Marbles
import Pipes
import VirtualTime

/// The notation, tests written in it, and the recorder of sessions; nobody to compare with.
public let contestants: [Case: Run] = [
  .notation: parseAndPrint, .marbleTest: wholeTest, .recorderOn: { try recorded($0, isOn: true) },
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

/// An element is a value that passes a recorder, whose closure writes it down.
@Sendable private func recorded(_ count: Int, isOn: Bool) throws -> Int {
  let recorder = SessionRecorder(isRecording: isOn), numbers = PassthroughSubject<Int, Never>()
  var sum = 0
  let token = numbers.recorded("numbers", in: recorder) { $0 }.sink { sum &+= $0 & 1 | 1 }
  for number in 0..<count { numbers.send(number) }
  token.cancel()
  return sum
}
