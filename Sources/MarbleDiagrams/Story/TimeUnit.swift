import MarbleRuns
import Marbles

/// The unit in which all times of a picture, or of an explanation, are written.
struct TimeUnit: Hashable, Sendable {
  let name: String
  /// The length of the unit in nanoseconds.
  let length: Int64

  static let second = TimeUnit(name: "s", length: 1_000_000_000)
  private static let all = [
    TimeUnit(name: "h", length: 3_600_000_000_000), TimeUnit(name: "m", length: 60_000_000_000), second,
    TimeUnit(name: "ms", length: 1_000_000), TimeUnit(name: "us", length: 1000), TimeUnit(name: "ns", length: 1),
  ]

  private init(name: String, length: Int64) {
    self.name = name
    self.length = length
  }

  /// Selects the largest unit in which all instants have at most two decimal places. Minutes and hours are used only
  /// for frames of minutes and hours.
  init(for instants: [Int64], frame: Int64) {
    let longest = instants.lazy.map(\.magnitude).max() ?? 0
    let units = TimeUnit.all.filter {
      ($0.length <= TimeUnit.second.length || frame % $0.length == 0) && $0.length <= longest
    }
    let fitting = units.first { unit in unit.length < 100 || instants.allSatisfy { $0 % (unit.length / 100) == 0 } }
    self = fitting ?? units.first { $0.length <= TimeUnit.second.length } ?? .second
  }

  /// Selects the largest unit in which all instants are whole numbers of at most four digits; `nil` if there is none.
  init?(ofWhole instants: [Int64]) {
    let longest = instants.lazy.map(\.magnitude).max() ?? 0
    guard
      let unit = TimeUnit.all.first(where: { unit in
        unit.length <= longest && instants.allSatisfy { $0 % unit.length == 0 }
      }),
      longest / UInt64(unit.length) < 10_000
    else { return nil }
    self = unit
  }

  /// The name in pictures, where `7m` would be read as 7 ms.
  var sign: String { name == "m" ? "min" : name == "us" ? "µs" : name }

  /// The text of a time at the ruler: in this unit, but from an hour on in several, such as `2h 1s` for 7201 seconds.
  func label(of nanoseconds: Int64) -> String {
    let isLong = length <= TimeUnit.second.length && nanoseconds.magnitude >= 3_600_000_000_000
    return isLong ? DurationText.inParts(nanoseconds) : text(of: nanoseconds).dropLast(name.count) + sign
  }

  /// Returns a time in this unit, exactly. An infinite fraction of a minute or hour has twelve decimal places.
  func text(of nanoseconds: Int64) -> String {
    var (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: UInt64(length))
    var text = (nanoseconds < 0 ? "-" : "") + String(whole)
    if rest > 0 { text += "." }
    var places = 0
    while rest > 0, places < 12 {
      (whole, rest) = (rest * 10).quotientAndRemainder(dividingBy: UInt64(length))
      text += String(whole)
      places += 1
    }
    return text + name
  }
}

extension TimeUnit {
  /// Returns a length in its largest unit: `+1h`, or `≈60min` if it is rounded.
  static func short(_ length: Int64) -> String {
    let unit = all.first { $0.length <= length } ?? all[all.count - 1]
    let (whole, rest) = length.quotientAndRemainder(dividingBy: unit.length)
    if rest == 0 { return "+\(whole)\(unit.sign)" }
    if whole < 10 {
      // The remainder is less than an hour, so that its tenfold is exact.
      let tenths = (rest * 10 + unit.length / 2) / unit.length
      return "≈\(whole + tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + unit.sign
    }
    return "≈\(whole + (rest >= unit.length - rest ? 1 : 0))\(unit.sign)"
  }
}
