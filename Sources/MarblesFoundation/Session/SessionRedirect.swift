#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A redirect: an answer that names another place, and the request for that place.
  ///
  /// The Fetch standard has the rules, which `URLSession` follows: 303, and 301 or 302 after a POST, are followed with
  /// GET and without the body; 307 and 308 keep the method and the body. The field `Authorization` is not sent to
  /// another host.
  struct SessionRedirect {
    /// The number of redirects of one request that `URLSession` follows.
    static let limit = 16

    let response: HTTPURLResponse
    let next: URLRequest

    /// Creates the redirect of an answer; `nil` if the answer is none.
    init?(_ answer: SessionAnswer, to request: URLRequest) {
      guard [301, 302, 303, 307, 308].contains(answer.status), let url = request.url,
        let field = answer.headers.first(where: { $0.key.lowercased() == "location" }),
        let target = URL(string: field.value, relativeTo: url)?.absoluteURL,
        let response = HTTPURLResponse(
          url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
      else { return nil }
      var next = request
      next.url = target
      let method = request.httpMethod ?? "GET"
      if answer.status == 303 && method != "HEAD" || answer.status < 303 && method == "POST" {
        next.httpMethod = "GET"
        next.httpBody = nil
        for name in ["Content-Type", "Content-Length"] { next.setValue(nil, forHTTPHeaderField: name) }
      }
      if target.host != url.host { next.setValue(nil, forHTTPHeaderField: "Authorization") }
      self.response = response
      self.next = next
    }
  }
#endif
