import Testing
import VirtualTime

@testable import Marbles

/// How lengths of time are written in rows, which read them again, and in sentences.
struct DurationTextTests {
  static let lengths: [(nanoseconds: Int64, text: String)] = [
    (0, "0s"), (1, "1ns"), (1_200_000_000, "1200ms"), (9_999_000_000, "9999ms"), (10_000_000_000, "10s"),
    (10_001_000_000, "10s 1ms"),
    (3_600_100_000_000, "1h 100ms"), (999_996_000_000_000, "277h 46m 36s"), (3_000_001, "3ms 1ns"),
    (90_000_000_000, "90s"),
    (90_061_000_000_000, "25h 1m 1s"), (12_345_678, "12ms 345us 678ns"), (-3_600_100_000_000, "-1h 100ms"),
    (-2_000_000, "-2ms"),
    (Int64.max, "2562047h 47m 16s 854ms 775us 807ns"), (Int64.min, "-2562047h 47m 16s 854ms 775us 808ns"),
  ]

  @Test(arguments: lengths)
  func inWords(_ row: (nanoseconds: Int64, text: String)) { #expect(DurationText.inWords(row.nanoseconds) == row.text) }

  /// In a row a duration is one word, which means the same when it is read.
  @Test func inARow() throws {
    var random = SplitMixSequence(seed: 7)
    for _ in 0..<1_000 {
      let length = Int64.random(in: 0..<(1 << Int64.random(in: 1..<62)), using: &random)
      let text = DurationText.of(length)
      let lane = try Lane(parsing: "\(text) a", as: .cold)
      #expect(lane.moments.map(\.instant.nanoseconds) == [length], "\(text)")
      // Said in words it is as long.
      let words = DurationText.inWords(length).split(separator: " ").map(String.init)
      let sum = try words.map { try Lane(parsing: "\($0) a", as: .cold).moments[0].instant.nanoseconds }.reduce(0, +)
      #expect(sum == length, "\(words)")
    }
  }

  static let places: [(row: String, place: Int, duration: String?)] = [
    ("-1-300ms-2-", 7, "300ms"), ("-1-300ms-2-", 3, "300ms"), ("-1-300ms-2-", 1, nil), ("-1-300ms-2-", 9, nil),
    ("1.5s", 2, "1.5s"),
    ("-12m3s", 5, "3s"), ("-x-", 1, nil), ("-ms-", 1, nil), ("10", 0, nil),
  ]

  @Test(arguments: places)
  func attached(_ row: (row: String, place: Int, duration: String?)) {
    let codes = row.row.unicodeScalars.map(\.value)
    let range = DurationText.attached(in: codes, around: row.place)
    #expect(range.map { String(Array(row.row)[$0]) } == row.duration)
  }
}
