#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Marbles
  import MarblesFoundation
  import Pipes
  import PipesFoundation
  import Testing
  import VirtualTime

  private func url(_ path: String) -> URL { URL(string: "https://example.com" + path)! }
  private func texts(_ body: (MarbleTest) throws -> Void) -> [String] {
    do { try marbles(body) } catch let failure as MarbleFailure { return failure.problems.map(\.text) } catch {
      return ["\(error)"]
    }
    return []
  }
  private func load(_ session: URLSession, _ path: String) -> some Publisher<Void, URLError> {
    session.dataTaskPublisher(for: url(path)).map { _ in }
  }

  /// The problems of a test whose session and requests do not fit.
  @Suite struct SessionMessageTests {
    @Test func aRequestWithoutARow() {
      let found = texts { m in
        let session = m.session(["/books": "-b", "POST /users": "-u"])
        m.expect(load(session, "/boks?page=2").replaceError(with: ()), by: { _, _ in true }, from: "-^").toBe(
          "-(x|)", ["x": ()])
        m.allowUnusedNames()
        _ = m.session([:])
      }
      #expect(
        found.first == """
          frame 1: /boks?page=2 is requested and has no row
            did you mean '/books'?
          """)
      let others = texts { m in
        let session = m.session(["POST /users": "-u"])
        m.expect(load(session, "/users"), by: { _, _ in true }).toBe("#", error: URLError(.resourceUnavailable))
      }
      #expect(
        others.first == """
          frame 0: /users is requested and has no row
            the session answers 'POST /users'
          """)
      let none = texts { m in
        let session = m.session([:])
        m.expect(load(session, "/users"), by: { _, _ in true }).toBe("#", error: URLError(.resourceUnavailable))
      }
      #expect(none == ["frame 0: /users is requested and has no row\n  write m.session([\"/users\": \"-a\"])"])
    }
    @Test func rowsThatAreNotAnswers() {
      func problem(_ rows: SessionRows) -> [String] { texts { m in _ = m.session(["/books": rows]) } }
      #expect(
        problem("-a-b").first == """
          a request has one answer
            -a-b
               ^
            write one row for each request: ["-a", "-b"]; the last one answers all further requests
          """)
      #expect(problem("-#-").isEmpty == false)
      #expect(
        problem(["-a", "--|"]).first == """
          this answer has no value
            --|
              ^
            write a value, such as '-a', '#' for a failure, or only '-' for a request that is never answered
          """)
      #expect(problem([]).first == "'/books' has no row\n  write \"/books\": \"-\" if it is never answered")
      #expect(problem("-#'off'").first?.contains("pass errors: [\"off\": …]") == true)
    }
    @Test func routesThatAreNotRoutes() {
      func problem(_ route: String) -> String? { texts { m in _ = m.session([route: "-b"]) }.first }
      #expect(
        problem("books") == """
          a route begins with '/'
            books
            ^^^^^
            write '/books', 'POST /books' or 'https://host/books'
          """)
      #expect(
        problem("post /books") == """
          'post' is not a method of HTTP
            post /books
            ^^^^
            write the method in capitals, such as 'POST /books'
          """)
      #expect(
        problem("/my books") == """
          a path cannot have a space
            /my books
               ^
            write '%20' for a space in the path
          """)
      #expect(problem("")?.hasPrefix("a route begins with '/'") == true)
      #expect(problem("GET")?.hasPrefix("a route begins with '/'") == true)
    }
    @Test func aRouteTwice() {
      let found = texts { m in _ = m.session(["/books": "-a", "/books": "-b"]) }
      #expect(found.first == "'/books' has rows already\n  write one list of rows: \"/books\": [\"-a\", \"-b\"]")
    }
    @Test func anUnknownRouteOfTheSession() {
      let found = texts { m in
        let session = m.session(["/books": "-a"])
        m.expect(subscriptionsOf: session["/book"]).toBe("^")
      }
      #expect(found.first == "the session has no route '/book'\n  did you mean '/books'?")
    }
    @Test func answersThatCannotBe() {
      let found = texts { m in
        _ = m.session(
          ["/books": "-(ab)"], ["a": .status(99), "b": .status(401, headers: ["www-authenticate": "Basic"])])
      }
      #expect(found.first == "the answer 'a' has the status 99\n  a status is a number from 100 to 599")
      #expect(found.dropFirst().first?.hasPrefix("the answer 'b' has the header WWW-Authenticate") == true)
      let names = texts { m in
        let session = m.session(["/books": "-a"], ["a": "A", "b": "B"])
        m.expect(load(session, "/books"), by: { _, _ in true }).toBe("-(x|)", ["x": ()])
      }
      #expect(names == ["no row uses 'b' of the table\n  remove it, or call m.allowUnusedNames()"])
    }
    @Test func aRequestThatIsStillOpen() {
      let found = texts { m in
        let session = m.session(["/books": "-"])
        var request = URLRequest(url: url("/books"))
        request.timeoutInterval = .infinity
        m.at("-x") { [request] in session.dataTask(with: request) { _, _, _ in }.resume() }
        m.expect(m.cold("----|")).toBe("----|")
      }
      #expect(
        found == [
          """
          /books is still subscribed, since frame 1, although every expected stream has ended
            cancel the subscription, or call allowingLive() on the source, or m.allowLive()
          """
        ])
    }
    @Test func anotherThread() async {
      let found = texts { m in
        m.allowOutsideWork()  // else the thread is reported
        let session = m.session(["/books": "-b"])
        let done = DispatchSemaphore(value: 0)
        m.at("-x") {
          Thread.detachNewThread {
            session.dataTask(with: url("/books")) { _, _, error in
              #expect((error as? URLError)?.code == .networkConnectionLost)
              done.signal()
            }.resume()
          }
          done.wait()
        }
      }
      #expect(
        found.first
          == "frame 1: /books is requested on another thread\n  make the request in a task or an action of the test")
    }
    private func oldSession() throws -> URLSession? {
      var kept: URLSession?
      try marbles { m in
        let session = m.session(["/books": "-b"])
        m.expect(load(session, "/books"), by: { _, _ in true }).toBe("-(x|)", ["x": ()])
        kept = session
      }
      return kept
    }
    @Test func afterTheTest() async throws {
      let session = try #require(try oldSession())
      await #expect(throws: URLError.self) { try await session.data(from: url("/books")) }
    }
    @Test func aDownload() {
      let found = texts { m in
        let session = m.session(["/books": "-b"])
        m.at("x") { session.downloadTask(with: url("/books")) { file, _, _ in #expect(file == nil) }.resume() }
      }
      #expect(
        found.first
          == "frame 0: /books is requested by a URLSessionDownloadTask\n  the session of a test answers data and upload tasks"
      )
    }
  }

  @Suite struct SessionRouteTests {
    /// The most precise route answers.
    @Test(arguments: [
      ("/books", "path"), ("/books/", "path"), ("/books?page=2", "query"), ("/books?b=2&a=1", "two"),
      ("/books?page=3", "path"),
      ("/books/7", "part"), ("/books/8", "eight"), ("/books/7/reviews", "reviews"), ("/a%20b", "blank"), ("", "root"),
      ("/", "root"),
    ])
    func precedence(path: String, answer: String) throws {
      try marbles { m in
        let session = m.session(
          [
            "/books": "-'path'", "/books?page=2": "-'query'", "/books?a=1&b=2": "-'two'", "/books/*": "-'part'",
            "/books/8": "-'eight'",
            "/books/*/reviews": "-'reviews'", "/a%20b": "-'blank'", "/": "-'root'", "POST /books": "-'post'",
            "https://other.com/books": "-'other'",
          ])
        for route in [
          "/books", "/books?page=2", "/books?a=1&b=2", "/books/*", "/books/8", "/books/*/reviews", "/a%20b", "/",
        ] {
          session[route].allowingNoSubscriber()
        }
        session["POST /books"].allowingNoSubscriber()
        session["https://other.com/books"].allowingNoSubscriber()
        let body = session.dataTaskPublisher(for: url(path)).map { String(decoding: $0.data, as: UTF8.self) }
        m.expect(body).toBe("-(a|)", ["a": answer])
      }
    }
    @Test func methodAndOrigin() throws {
      try marbles { m in
        let session = m.session([
          "/books": "-a", "POST /books": "-p", "https://other.com:8080/books": "-o", "https://OTHER.com": "-r",
        ])
        var post = URLRequest(url: url("/books"))
        post.httpMethod = "POST"
        for (request, answer) in [
          (post, "p"), (URLRequest(url: URL(string: "https://other.com:8080/books")!), "o"),
          (URLRequest(url: url("/books")), "a"),
          (URLRequest(url: URL(string: "https://other.com")!), "r"),
        ] {
          m.expect(session.dataTaskPublisher(for: request).map { String(decoding: $0.data, as: UTF8.self) }).toBe(
            "-(a|)", ["a": answer])
        }
      }
    }
    /// Sessions do not answer each other's requests, and slots are used again.
    @Test func manySessions() throws {
      for _ in 0..<40 {
        try marbles { m in
          let sessions = (0..<9).map { m.session(["/books": "-'\($0)'"]) }
          for (number, session) in sessions.enumerated() {
            m.expect(session.dataTaskPublisher(for: url("/books")).map { String(decoding: $0.data, as: UTF8.self) })
              .toBe(
                "-(a|)", ["a": "\(number)"])
          }
        }
      }
    }
  }
#endif
