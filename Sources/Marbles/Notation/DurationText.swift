import VirtualTime

/// Durations in the notation, such as `10ms`, `1.5s` or `2m`.
package enum DurationText {
  /// Returns a length of time in the largest unit in which it is a whole number.
  package static func of(_ nanoseconds: Int64) -> String { VirtualInstant.Stride(nanoseconds: nanoseconds).description }

  /// The text of a length of time in a sentence, such as `1h 100ms`.
  package static func inWords(_ nanoseconds: Int64) -> String {
    VirtualInstant.Stride(nanoseconds: nanoseconds).inWords
  }

  /// The unit that a word means which is none: `s` for `sec`; `nil` if the word means no unit.
  package static func unit(for word: String) -> String? {
    switch word {
    case "nsec", "nanos", "nanosecond", "nanoseconds": "ns"
    case "µs", "μs", "usec", "micros", "microsecond", "microseconds": "us"
    case "msec", "msecs", "millis", "millisecond", "milliseconds", "MS", "Ms": "ms"
    case "sec", "secs", "second", "seconds", "S": "s"
    case "min", "mins", "minute", "minutes", "M": "m"
    case "hr", "hrs", "hour", "hours", "H": "h"
    default: nil
    }
  }
  /// Whether a word is a unit, or means one; its proper text.
  package static func anyUnit(_ word: String) -> String? {
    ["ns", "us", "ms", "s", "m", "h"].contains(word) ? word : unit(for: word)
  }

  /// The text of a length of time in all units that it needs, such as `2h 1s`.
  package static func inParts(_ nanoseconds: Int64) -> String {
    VirtualInstant.Stride(nanoseconds: nanoseconds).inParts
  }

  /// The beginning of a word that is a duration: `[0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h)`.
  package struct Prefix {
    var whole: Range<Int>
    var fraction: Range<Int>
    var unit: Int64
    package var end: Int
  }

  /// Reads the longest beginning of a word that is a duration. Returns `nil` if there is none.
  package static func prefix(of codes: [UInt32], at start: Int) -> Prefix? {
    var position = start
    func digits() -> Range<Int> {
      let first = position
      while position < codes.count, codes[position].isDigit { position += 1 }
      return first..<position
    }
    let whole = digits()
    guard !whole.isEmpty, position < codes.count else { return nil }
    var fraction = position..<position
    if codes[position] == "." {
      position += 1
      fraction = digits()
      guard !fraction.isEmpty, position < codes.count else { return nil }
    }
    let next: UInt32 = position + 1 < codes.count ? codes[position + 1] : 0
    let unit: (length: Int, nanoseconds: Int64)? =
      switch (codes[position], next) {
      case ("n", "s"): (2, 1)
      case ("u", "s"): (2, 1000)
      case ("m", "s"): (2, 1_000_000)
      case ("s", _): (1, 1_000_000_000)
      case ("m", _): (1, 60_000_000_000)
      case ("h", _): (1, 3_600_000_000_000)
      default: nil
      }
    guard let unit else { return nil }
    return Prefix(whole: whole, fraction: fraction, unit: unit.nanoseconds, end: position + unit.length)
  }

  /// The duration at a place, if no space precedes it: `300ms` in `-1-300ms-`, which is read as five values.
  package static func attached(in codes: [UInt32], around place: Int) -> Range<Int>? {
    var start = place
    while start > 0, place - start < 24, codes[start - 1].isDigit || codes[start - 1].isPartOfDuration { start -= 1 }
    while start <= place {
      if codes[start].isDigit, let prefix = prefix(of: codes, at: start), prefix.end > place {
        return start..<prefix.end
      }
      start += 1
    }
    return nil
  }

  package enum Length: Equatable {
    case nanoseconds(Int64)
    case tooLong
    case notWhole
  }

  /// Returns the exact length of a duration that was read.
  package static func value(of prefix: Prefix, in codes: [UInt32]) -> Length {
    guard let whole = number(codes[prefix.whole]) else { return .tooLong }
    let (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: prefix.unit)
    if overflow { return .tooLong }
    var digits = codes[prefix.fraction]
    while digits.last == 48 { digits.removeLast() }
    if digits.isEmpty { return .nanoseconds(nanoseconds) }
    guard digits.count <= 18, let fraction = number(digits) else { return .notWhole }
    var scale: UInt64 = 1
    for _ in digits { scale *= 10 }
    let product = UInt64(fraction).multipliedFullWidth(by: UInt64(prefix.unit))
    let (quotient, remainder) = scale.dividingFullWidth(product)
    if remainder != 0 { return .notWhole }
    let (sum, tooLong) = nanoseconds.addingReportingOverflow(Int64(quotient))
    return tooLong ? .tooLong : .nanoseconds(sum)
  }

  /// Returns the number of some digits; `nil` if it does not fit.
  static func number(_ digits: ArraySlice<UInt32>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      let (tens, tooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = tens.addingReportingOverflow(Int64(digit) - 48)
      if tooLarge || overflow { return nil }
      number = sum
    }
    return number
  }
}

extension UInt32 {
  /// Whether a character is a point or a letter of a unit.
  fileprivate var isPartOfDuration: Bool {
    switch self {
    case ".", "n", "u", "m", "s", "h": true
    default: false
    }
  }
}
