import Foundation
import Marbles
import PipesCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests that a row answers: a path, and what else the text of the route names.
struct SessionRoute {
  /// The text, such as `POST /books?page=2`.
  let text: String
  private var method: String?
  private var origin: String?
  private var path: [Substring] = []
  private var query: [String]?

  init(_ text: String) throws(NotationError) {
    self.text = text
    var rest = text[...]
    if rest.first != "/", let blank = rest.firstIndex(of: " ") {
      let method = rest[..<blank]
      guard !method.isEmpty, method.allSatisfy({ $0.isASCII && $0.isUppercase }) else {
        throw Self.error(
          text, "'\(method)' is not a method of HTTP", "write the method in capitals, such as 'POST /books'", method)
      }
      self.method = String(method)
      rest = rest[blank...].drop { $0 == " " }
    }
    if let scheme = rest.firstRange(of: "://") {
      let end = rest[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      origin = rest[..<end].lowercased()
      rest = end == rest.endIndex ? "/" : rest[end...]
      if rest.first == "?" { rest = "/" + rest }
    }
    guard rest.first == "/" else {
      throw Self.error(
        text, "a route begins with '/'", "write '/\(rest)', 'POST /\(rest)' or 'https://host/\(rest)'", rest)
    }
    if let blank = rest.firstIndex(where: \.isWhitespace) {
      throw Self.error(
        text, "a path cannot have a space", "write '%20' for a space in the path", rest[blank...].prefix(1))
    }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...].split(separator: "&").map { Self.decoded($0) }.sorted()
      rest = rest[..<mark]
    }
    path = Self.segments(of: String(rest))
  }

  private static func error(_ text: String, _ message: String, _ fix: String, _ part: Substring) -> NotationError {
    let start = text.distance(from: text.startIndex, to: part.startIndex)
    return NotationError(text: text, message: message, fix: fix, range: start..<start + part.count)
  }
  private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }
  /// The parts between the slashes, without a slash at the end.
  private static func segments(of path: String) -> [Substring] {
    path.split(separator: "/").map { Substring(decoded($0)) }
  }

  /// How precisely this route describes a request; `nil` if it does not. The route with the largest number answers.
  func precision(for request: URLRequest) -> Int? {
    guard let url = request.url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
    if let method, method != request.httpMethod ?? "GET" { return nil }
    if let origin, origin != Self.origin(of: parts) { return nil }
    if let query {
      let asked = (parts.percentEncodedQuery ?? "").split(separator: "&").map { Self.decoded($0) }.sorted()
      if query != asked { return nil }
    }
    let segments = Self.segments(of: parts.percentEncodedPath)
    guard segments.count == path.count, zip(path, segments).allSatisfy({ $0 == "*" || $0 == $1 }) else { return nil }
    let exact = path.count { $0 != "*" }
    return exact * 8 + (query == nil ? 0 : 4) + (method == nil ? 0 : 2) + (origin == nil ? 0 : 1)
  }
  private static func origin(of parts: URLComponents) -> String {
    let port = parts.port.map { ":\($0)" } ?? ""
    return "\(parts.scheme ?? "")://\(parts.host ?? "")\(port)".lowercased()
  }

  /// The text of a request as a route would be written: the method unless it is GET, the path and the query.
  static func text(of request: URLRequest) -> String {
    let parts = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    let path = parts?.percentEncodedPath ?? ""
    let method = request.httpMethod ?? "GET"
    return (method == "GET" ? "" : method + " ") + (path.isEmpty ? "/" : path)
      + (parts?.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
