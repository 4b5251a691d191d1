import VirtualTime

/// The members of one JSON object on one line of a file, line after line.
struct JSONLine {
  enum Content {
    case string(String), whole(Int64), bool(Bool), null
    case wholes([Int64])
    /// A number with a fraction, an object, or a list of other things.
    case other
  }
  struct Member {
    var value: Content
    /// The bytes of the key and of the value.
    var key: Range<Int>
    var range: Range<Int>
  }
  typealias Problem = EventReader.Problem

  private let bytes: [UInt8]
  private var line = 0
  private var start = 0
  private var end = 0
  private var position = 0
  private(set) var members: [String: Member] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark is ignored.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
  }

  /// Goes to the next line. Returns `false` after the last one.
  mutating func next() -> Bool {
    if line > 0 { end += 1 }
    guard end < bytes.count else { return false }
    line += 1
    start = end
    end = bytes[start...].firstIndex(of: 10) ?? bytes.count
    position = start
    return true
  }

  // MARK: The object

  /// Reads the object of the line. Keys that begin with `x-` are skipped with their values.
  ///
  /// - Parameter example: An example of the line.
  mutating func readMembers(known: [String], example: String) throws(Problem) {
    try readMembers(known: known, isEmpty: "remove it", other: "such as \(example)")
  }
  /// Goes to the first line of a file and reads its object, which has the version of the format.
  ///
  /// - Parameters:
  ///   - format: The name of the format, which is the key of the version.
  ///   - known: The keys of the line.
  mutating func readHeader(_ format: String, version: Int64, known: [String]) throws(Problem) {
    let fix = "begin the file with {\"\(format)\":\(version)}"
    guard next() else { throw problem("the file is empty", at: nil, fix: fix) }
    try readMembers(known: known, needs: format, isEmpty: fix, other: fix)
    let place = members[format]
    guard case .whole(let found)? = place?.value else {
      throw problem("the version is not a number", at: place?.range, fix: fix)
    }
    if found != version {
      throw problem("this is version \(found) of the format, and version \(version) is read here", at: place?.range)
    }
  }
  /// Reads the object of the line.
  ///
  /// - Parameters:
  ///   - first: A key that the line needs.
  ///   - empty: The fix of an empty line.
  ///   - other: The fix of a line with something else, or without the key.
  private mutating func readMembers(
    known: [String], needs first: String? = nil, isEmpty empty: String, other: String
  ) throws(Problem) {
    members = [:]
    if end - start > EventReader.longestLine {
      throw problem("the line has more than \(EventReader.longestLine) bytes", at: start..<start)
    }
    guard accept("{") else {
      let isEmpty = peek == nil
      throw problem(
        isEmpty ? "the line is empty" : "expected an object on one line", at: position..<end,
        fix: isEmpty ? empty : other)
    }
    var unknown: (name: String, range: Range<Int>)?
    if !accept("}") {
      repeat {
        let name = try readKey()
        let value = try readMember()
        if name.text.hasPrefix("x-") { continue }
        if members.updateValue(Member(value: value.value, key: name.range, range: value.range), forKey: name.text)
          != nil
        {
          throw problem("'\(name.text)' appears twice", at: name.range)
        }
        if !known.contains(name.text) { unknown = unknown ?? (name.text, name.range) }
      } while accept(",")
      guard accept("}") else { throw unexpected("',' or '}'") }
    }
    skipSpace()
    if position < end {
      throw problem("the line goes on after its object", at: position..<end, fix: "write one object a line")
    }
    if let first, members[first] == nil { throw problem("the file has no header", at: start..<end, fix: other) }
    if let unknown { throw self.unknown(unknown.name, unknown.range, known) }
  }

  private mutating func readKey() throws(Problem) -> (text: String, range: Range<Int>) {
    skipSpace()
    let start = position
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
    let text = try readText()
    let range = start..<position
    guard accept(":") else { throw unexpected("':'") }
    return (text, range)
  }
  private mutating func readMember() throws(Problem) -> (value: Content, range: Range<Int>) {
    skipSpace()
    let start = position
    let value = try readValue()
    return (value, start..<position)
  }

  private mutating func readValue() throws(Problem) -> Content {
    switch peek {
    case UInt8(ascii: "\""): return .string(try readText())
    case UInt8(ascii: "["), UInt8(ascii: "{"): return try readNested()
    default: break
    }
    let first = position
    while let byte = peek, !",]} \t\r".utf8.contains(byte) { position += 1 }
    let word = String(decoding: bytes[first..<position], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: break
    }
    if let whole = Int64(word) { return .whole(whole) }
    if Double(word) != nil { return .other }
    position = first
    throw unexpected("a value")
  }

  /// Reads a list of whole numbers, or skips any other list or an object.
  private mutating func readNested() throws(Problem) -> Content {
    let first = position
    var depth = 0
    repeat {
      switch peek {
      case nil: throw unexpected("']' or '}'")
      case UInt8(ascii: "\""): _ = try readText()
      case let byte?:
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
        position += 1
      }
    } while depth > 0
    let inside = bytes[first + 1..<position - 1].split(separator: UInt8(ascii: ","))
    let wholes = inside.map { part in Int64(String(decoding: part.filter { $0 != 0x20 }, as: UTF8.self)) }
    return bytes[first] == UInt8(ascii: "[") && !wholes.contains(nil) ? .wholes(wholes.compactMap(\.self)) : .other
  }

  private mutating func readText() throws(Problem) -> String {
    let first = position
    position += 1
    var text = ""
    while true {
      let part = position
      while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
      guard let valid = String(validating: bytes[part..<position], as: UTF8.self) else {
        let bad = part + JSONLine.validCount(bytes[part..<position])
        throw problem("this is not UTF-8: byte 0x\(String(bytes[bad], radix: 16, uppercase: true))", at: bad..<bad + 1)
      }
      text += valid
      switch peek {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"): text.unicodeScalars.append(try readEscape())
      case nil: throw problem("the line ends inside a text", at: first..<end, fix: JSONLine.cut)
      default: throw problem("a control character in a text", at: position..<position + 1, fix: "write it as \\u0009")
      }
    }
  }
  /// The number of bytes before the first one that is not part of a character.
  private static func validCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var (parser, rest, count) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
    return min(count, bytes.count - 1)
  }
  private mutating func readEscape() throws(Problem) -> Unicode.Scalar {
    let first = position
    position += 2
    switch first + 1 < end ? bytes[first + 1] : 0 {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "u"):
      guard let unit = readUnit() else { break }
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // A pair of surrogates is one character.
      if unit < 0xDC00, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        if let low = readUnit(), 0xDC00..<0xE000 ~= low,
          let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
          return scalar
        }
      }
    default: break
    }
    position = min(position, end)
    throw problem("this is not an escape of JSON", at: first..<position, fix: "a backslash itself is written \\\\")
  }
  private mutating func readUnit() -> UInt32? {
    guard position + 4 <= end,
      let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { return nil }
    position += 4
    return unit
  }

  private var peek: UInt8? { position < end ? bytes[position] : nil }
  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
  }
  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  // MARK: Members

  func text(_ key: String, or other: String? = nil) throws(Problem) -> String? {
    guard let member = members[key] else { return nil }
    guard case .string(let text) = member.value else {
      throw problem("expected a text in quotes" + (other.map { " or \($0)" } ?? ""), at: member.range)
    }
    return text
  }
  func whole(_ key: String, from least: Int64, or other: String? = nil) throws(Problem) -> Int64? {
    guard let member = members[key] else { return nil }
    guard case .whole(let number) = member.value, number >= least, Int(exactly: number) != nil else {
      throw problem("expected a number from \(least)" + (other.map { " or \($0)" } ?? ""), at: member.range)
    }
    return number
  }
  func wholes(_ key: String) throws(Problem) -> [Int] {
    switch members[key]?.value {
    case nil: return []
    case .whole(let number)?: return [Int(clamping: number)]
    case .wholes(let numbers)?: return numbers.map { Int(clamping: $0) }
    default:
      throw problem("expected the number of a line, or a list of them", at: members[key]?.range, fix: "such as [2, 3]")
    }
  }
  func duration(_ key: String) throws(Problem) -> Int64? {
    guard let member = members[key] else { return nil }
    guard case .string(let text) = member.value else {
      throw problem("expected a time in quotes", at: member.range, fix: "such as \"\(key)\":\"300ms\"")
    }
    let codes = text.utf8.map { UInt32($0) }
    if let prefix = DurationText.prefix(of: codes, at: 0), prefix.end == codes.count {
      switch DurationText.value(of: prefix, in: codes) {
      case .nanoseconds(let length): return length
      case .tooLong: throw problem("the time is too long", at: member.range, fix: "the limit is 292 years")
      case .notWhole: throw problem("the time has a fraction of a nanosecond", at: member.range)
      }
    }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let unit = DurationText.unit(for: text.dropFirst(number.count).drop { $0 == " " }.description)
    throw problem(
      "'\(text.prefix(40))' is not a time", at: member.range,
      fix: unit.map { "write \"\(number)\($0)\"" }
        ?? "write one such as \"300ms\"; the units are ns, us, ms, s, m and h")
  }

  // MARK: Problems

  private static let cut = "if the recording was cut off here, remove the line"

  func backwards(_ lines: String, from last: VirtualInstant, to instant: VirtualInstant) -> Problem {
    problem(
      "time goes back from \(DurationText.of(last.nanoseconds)) to \(DurationText.of(instant.nanoseconds))",
      at: members["at"]?.range, fix: "write the \(lines) in the order of time")
  }
  func missing(_ key: String, such example: String) -> Problem {
    problem("'\(key)' is missing", at: nil, fix: "add one such as \(example)")
  }
  private func unexpected(_ expected: String) -> Problem {
    if peek == nil { return problem("the line ends before its object does", at: end..<end, fix: JSONLine.cut) }
    return problem("expected \(expected)", at: position..<position + 1)
  }
  private func unknown(_ name: String, _ range: Range<Int>, _ known: [String]) -> Problem {
    let nearest = known.filter { $0.first == name.first && abs($0.count - name.count) < 3 }.first { known in
      Set(known).symmetricDifference(name).count < 3
    }
    return problem(
      "there is no key '\(name.prefix(40))'", at: range,
      fix: nearest.map { "did you mean '\($0)'?" }
        ?? "the keys are \(known.joined(separator: ", ")); your own begin with 'x-'")
  }

  /// A problem at some bytes of the line; `nil` is the whole line.
  func problem(_ message: String, at range: Range<Int>?, fix: String? = nil) -> Problem {
    let range = range ?? start..<end
    func count(_ bytes: Range<Int>) -> Int { String(decoding: self.bytes[bytes], as: UTF8.self).count }
    // The part around the place is shown if the line is long.
    let first = max(start, range.lowerBound - 60), last = min(end, range.lowerBound + 100)
    return Problem(
      line: max(1, line), column: count(start..<range.lowerBound) + 1, message: message, fix: fix,
      text: String(decoding: bytes[first..<last], as: UTF8.self), place: count(first..<range.lowerBound),
      width: max(1, count(range.lowerBound..<min(last, range.upperBound))))
  }
}
