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

  private var scanner: JSONScanner
  private var line = 0
  private var start = 0
  private(set) var members: [String: Member] = [:]

  init(_ bytes: [UInt8]) {
    scanner = JSONScanner(bytes)
    // A byte order mark is ignored.
    scanner.end = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Goes to the next line. Returns `false` after the last one.
  mutating func next() -> Bool {
    if line > 0 { scanner.end += 1 }
    guard scanner.end < scanner.bytes.count else { return false }
    line += 1
    start = scanner.end
    scanner.end = scanner.bytes[start...].firstIndex(of: 10) ?? scanner.bytes.count
    scanner.position = start
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
    if scanner.end - start > EventReader.longestLine {
      throw problem("the line has more than \(EventReader.longestLine) bytes", at: start..<start)
    }
    guard scanner.accept("{") else {
      let isEmpty = scanner.next == nil
      throw problem(
        isEmpty ? "the line is empty" : "expected an object on one line", at: scanner.position..<scanner.end,
        fix: isEmpty ? empty : other)
    }
    var unknown: (name: String, range: Range<Int>)?
    if !scanner.accept("}") {
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
      } while scanner.accept(",")
      guard scanner.accept("}") else { throw unexpected("',' or '}'") }
    }
    scanner.skipSpace()
    if scanner.position < scanner.end {
      throw problem(
        "the line goes on after its object", at: scanner.position..<scanner.end, fix: "write one object a line")
    }
    if let first, members[first] == nil { throw problem("the file has no header", at: start..<scanner.end, fix: other) }
    if let unknown { throw self.unknown(unknown.name, unknown.range, known) }
  }

  private mutating func readKey() throws(Problem) -> (text: String, range: Range<Int>) {
    scanner.skipSpace()
    let start = scanner.position
    guard scanner.next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
    let text = try readText()
    let range = start..<scanner.position
    guard scanner.accept(":") else { throw unexpected("':'") }
    return (text, range)
  }
  private mutating func readMember() throws(Problem) -> (value: Content, range: Range<Int>) {
    scanner.skipSpace()
    let start = scanner.position
    let value = try readValue()
    return (value, start..<scanner.position)
  }

  private mutating func readValue() throws(Problem) -> Content {
    switch scanner.next {
    case UInt8(ascii: "\""): return .string(try readText())
    case UInt8(ascii: "["), UInt8(ascii: "{"): return try readNested()
    default: break
    }
    let first = scanner.position
    while let byte = scanner.next, !",]} \t\r".utf8.contains(byte) { scanner.position += 1 }
    let word = String(decoding: scanner.bytes[first..<scanner.position], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: break
    }
    if let whole = Int64(word) { return .whole(whole) }
    if Double(word) != nil { return .other }
    scanner.position = first
    throw unexpected("a value")
  }

  /// Reads a list of whole numbers, or skips any other list or an object.
  private mutating func readNested() throws(Problem) -> Content {
    let first = scanner.position
    var depth = 0
    repeat {
      switch scanner.next {
      case nil: throw unexpected("']' or '}'")
      case UInt8(ascii: "\""): _ = try readText()
      case let byte?:
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
        scanner.position += 1
      }
    } while depth > 0
    let inside = scanner.bytes[first + 1..<scanner.position - 1].split(separator: UInt8(ascii: ","))
    let wholes = inside.map { part in Int64(String(decoding: part.filter { $0 != 0x20 }, as: UTF8.self)) }
    return scanner.bytes[first] == UInt8(ascii: "[") && !wholes.contains(nil)
      ? .wholes(wholes.compactMap(\.self)) : .other
  }

  private mutating func readText() throws(Problem) -> String {
    let first = scanner.position
    do throws(JSONScanner.Failure) { return try scanner.text() } catch {
      switch error {
      case .notUTF8(let bad):
        let byte = String(scanner.bytes[bad], radix: 16, uppercase: true)
        throw problem("this is not UTF-8: byte 0x\(byte)", at: bad..<bad + 1)
      case .controlCharacter(let place):
        throw problem("a control character in a text", at: place..<place + 1, fix: "write it as \\u0009")
      case .escape(let range):
        throw problem("this is not an escape of JSON", at: range, fix: "a backslash itself is written \\\\")
      case .isOpen: throw problem("the line ends inside a text", at: first..<scanner.end, fix: JSONLine.cut)
      }
    }
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
    if scanner.next == nil {
      return problem("the line ends before its object does", at: scanner.end..<scanner.end, fix: JSONLine.cut)
    }
    return problem("expected \(expected)", at: scanner.position..<scanner.position + 1)
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
    let range = range ?? start..<scanner.end
    func count(_ bytes: Range<Int>) -> Int { String(decoding: scanner.bytes[bytes], as: UTF8.self).count }
    // The part around the place is shown if the line is long.
    let first = max(start, range.lowerBound - 60), last = min(scanner.end, range.lowerBound + 100)
    return Problem(
      line: max(1, line), column: count(start..<range.lowerBound) + 1, message: message, fix: fix,
      text: String(decoding: scanner.bytes[first..<last], as: UTF8.self), place: count(first..<range.lowerBound),
      width: max(1, count(range.lowerBound..<min(last, range.upperBound))))
  }
}
