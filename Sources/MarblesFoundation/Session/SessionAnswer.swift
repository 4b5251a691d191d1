import Foundation

/// The answer to a request: a body, a status and headers.
///
///     m.session(["/books": "--b", "/users": "-e"], ["b": .json(["Dune"]), "e": .status(503)])
///
/// A text in quotes is an answer with that body and the status 200.
public struct SessionAnswer: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// The body.
  public var body: Data
  /// The status, such as 404. A status is not a failure of the request: that is `#` in the row.
  public var status: Int
  /// The header fields.
  public var headers: [String: String]

  /// Creates an answer of data.
  public init(_ body: Data, status: Int = 200, headers: [String: String] = [:]) {
    self.body = body
    self.status = status
    self.headers = headers
  }
  /// Creates an answer with a text as its body, in UTF-8, and the status 200.
  public init(stringLiteral text: String) { self.init(Data(text.utf8)) }

  /// An answer with a text as its body, in UTF-8.
  public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
    Self(Data(text.utf8), status: status, headers: headers)
  }
  /// An answer of data.
  public static func data(_ body: Data, status: Int = 200, headers: [String: String] = [:]) -> Self {
    Self(body, status: status, headers: headers)
  }
  /// An answer with a value as its body, in JSON with sorted keys. A value that JSON cannot represent, such as a number
  /// that is not finite, stops the program with the error of the encoder.
  public static func json(_ value: some Encodable, status: Int = 200, headers: [String: String] = [:]) -> Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let type = ["Content-Type": "application/json"].merging(headers) { $1 }
      return Self(try encoder.encode(value), status: status, headers: type)
    } catch {
      preconditionFailure("the value of an answer cannot be encoded: \(error)")
    }
  }
  /// An answer without a body.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> Self {
    Self(Data(), status: status, headers: headers)
  }
}

/// The rows of one path: the first one answers the first request, and so on. The last one answers all further requests.
///
/// Written as a row, or as a list of rows: `"--b"`, `["-#", "--b"]`.
public struct SessionRows: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral
{
  /// The rows.
  public var rows: [String]
  /// Creates rows for the first request, the second one, and so on.
  public init(_ rows: [String]) { self.rows = rows }
  /// Creates the row of all requests.
  public init(stringLiteral row: String) { rows = [row] }
  /// Creates rows for the first request, the second one, and so on.
  public init(arrayLiteral rows: String...) { self.rows = rows }
}
