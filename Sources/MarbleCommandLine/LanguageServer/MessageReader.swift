import MarbleDiagrams
import MarbleRuns

/// Reads messages from a stream of bytes. A header before each message has its length in bytes: `Content-Length: 12`.
struct MessageReader {
  enum Message {
    case message(JSONText)
    /// Bytes that are not a message; the reader continues after them.
    case unreadable(String)
  }

  private var bytes: [UInt8] = []
  private var start = 0
  /// The number of bytes that remain of a message that is too long and is skipped.
  private var passing = 0
  private static let longest = 64 << 20
  private static let longestHeader = 8 << 10

  mutating func receive(_ more: some Collection<UInt8>) {
    let passed = min(passing, more.count)
    passing -= passed
    if start > 1 << 16, start * 2 > bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more.dropFirst(passed)
  }

  /// The next message that has arrived completely; `nil` if there is none.
  mutating func next() -> Message? {
    guard let header = header() else {
      guard bytes.count - start > MessageReader.longestHeader else { return nil }
      bytes = []
      start = 0
      return .unreadable("a header does not end")
    }
    guard let length = MessageReader.length(in: bytes[start..<header]) else {
      start = header
      return .unreadable("a header does not say how long its message is")
    }
    if length > MessageReader.longest {
      let here = min(length, bytes.count - header)
      start = header + here
      passing = length - here
      return .unreadable("a message is longer than 64 MB")
    }
    guard bytes.count - header >= length else { return nil }
    defer { start = header + length }
    return JSONText(reading: bytes[header..<header + length]).map(Message.message)
      ?? .unreadable("a message is not JSON")
  }

  /// The end of the next header.
  private func header() -> Int? {
    var index = start
    let end = min(bytes.count, start + MessageReader.longestHeader)
    while index + 4 <= end {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index + 4 }
      index += 1
    }
    return nil
  }
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].drop { $0 == " " }).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  /// A message with its header.
  static func framed(_ message: JSONText) -> [UInt8] {
    let body = Array(message.compact.utf8)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
