#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Marbles

  extension MarbleTest {
    /// Creates a session whose requests are answered by rows, in the virtual time of the test. Nothing is sent over the
    /// network.
    ///
    ///     try await marbles(frame: .seconds(1)) { m in
    ///       let session = m.session(["/books": ["-#", "--b"]], ["b": .json(["Dune"])])
    ///       let library = Library(session)              // makes a failed request again after a second
    ///       m.expect(library.books()).toBe("----(b|)", ["b": ["Dune"]])
    ///       m.expect(session.requests).toBe("r-r", ["r": "/books"])
    ///     }
    ///
    /// A row starts when the request is made. Its one value is the complete answer, `#` fails the request, and a row
    /// without either never answers it: then the request fails after its `timeoutInterval` of virtual time with
    /// `URLError(.timedOut)`, as with every session. A request for which no route is written fails, and the test as
    /// well.
    ///
    /// Data tasks and upload tasks are answered: `dataTaskPublisher`, `dataTask(with:completionHandler:)`,
    /// `data(for:)`, `upload(for:from:)`. Handlers are called on the thread of the test. Download tasks and web sockets
    /// are not answered, and `URLSession.shared` is not replaced: pass the session to the code under test. All requests
    /// must be made on the thread of the test, which is that of its tasks and its actions.
    ///
    /// - Parameters:
    ///   - routes: The rows for each route. A route is a path, such as `/books`, where `*` stands for one part, as in
    ///     `/books/*/reviews`. It may begin with a method or an origin and end with a query: `POST /books`,
    ///     `https://example.com/books`, `/books?page=2`. Without these it answers every method, origin and query. The
    ///     most precise route answers.
    ///   - answers: The answers by symbol. Without a table the body of the answer is the text of the symbol, and its
    ///     status is 200.
    ///   - error: The failure of `#`; by default the connection is lost.
    ///   - errors: The failures of `#'text'`, by text.
    public func session(
      _ routes: KeyValuePairs<String, SessionRows>, _ answers: [String: SessionAnswer]? = nil,
      error: URLError = URLError(.networkConnectionLost), errors: [String: URLError]? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> MarbleSession {
      let place = SourcePlace(fileID, filePath, line, column)
      for (symbol, answer) in (answers ?? [:]).sorted(by: { $0.key < $1.key }) {
        if let problem = answer.problem { addProblem("the answer '\(symbol)' \(problem)", at: place) }
      }
      var known: [MarbleSession.Route] = []
      for (text, rows) in routes {
        if rows.rows.isEmpty {
          addProblem("'\(text)' has no row\n  write \"\(text)\": \"-\" if it is never answered", at: place)
        }
        if known.contains(where: { $0.route.text == text }) {
          addProblem("'\(text)' has rows already\n  write one list of rows: \"\(text)\": [\"-a\", \"-b\"]", at: place)
        }
        do throws(NotationError) {
          let route = try SessionRoute(text)
          let source = self.answers(
            rows.rows.isEmpty ? ["-"] : rows.rows, answers, error: error, errors: errors, name: text, at: place
          ) { SessionAnswer.text($0) }
          known.append(MarbleSession.Route(route: route, source: source))
        } catch {
          addProblem("\(error)", at: place)
        }
      }
      return MarbleSession(self, known, place)
    }
  }

  extension SessionAnswer {
    fileprivate var problem: String? {
      if !(100...599).contains(status) { return "has the status \(status)\n  a status is a number from 100 to 599" }
      if headers.keys.contains(where: { $0.lowercased() == "www-authenticate" }) {
        return
          "has the header WWW-Authenticate, which makes URLSession ask for a password\n  leave the header out: the status is enough"
      }
      return nil
    }
  }
#endif
