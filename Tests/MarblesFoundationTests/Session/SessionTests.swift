#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Marbles
  import MarblesFoundation
  import Pipes
  import PipesFoundation
  import Testing
  import VirtualTime

  private let books = URL(string: "https://example.com/books")!
  private func url(_ path: String) -> URL { URL(string: "https://example.com" + path)! }

  extension URLSession {
    /// The body of an answer as a text.
    fileprivate func text(_ path: String) -> some Publisher<String, URLError> {
      dataTaskPublisher(for: url(path)).map { String(decoding: $0.data, as: UTF8.self) }
    }
  }

  /// A client makes its requests one after the other: the lengths of the answers in frames, and the frame in which it
  /// gives up.
  private struct Plan: Sendable {
    var lengths: [Int]
    var patience: Int
  }
  private final class Heard: Sendable { let lines = Guarded<[String]>([]) }
  private func runClient(_ client: Int, _ plan: Plan, _ session: URLSession, _ clock: VirtualClock, _ heard: Heard)
    async
  {
    let note: @Sendable (String) -> Void = { end in
      heard.lines.with { $0.append("\(client) \(end) at \(Double(clock.now.nanoseconds) / 1e6)") }
    }
    let load = Task {
      for _ in plan.lengths {
        do { _ = try await session.data(from: url("/\(client)")) } catch { return note("cancelled") }
        note("answered")
      }
    }
    let end = Task {
      try await clock.sleep(for: .microseconds(plan.patience * 1_000 + 500))
      load.cancel()
    }
    await load.value
    end.cancel()
  }

  @Suite struct SessionTests {
    @Test func anAnswerComesAtItsFrame() throws {
      try marbles { m in
        let session = m.session(["/books": "--b", "/users": "---(u|)"])
        m.expect(session.text("/books")).toBe("--(b|)")
        m.expect(session.text("/users")).toBe("---(u|)")
        m.expect(session.requests).toBe("(bu)", ["b": "/books", "u": "/users"])
      }
    }
    // MARK: Redirects

    /// The request of /old is answered at 2, that of /new, which is made then, three frames later.
    @Test func aRedirectIsFollowed() throws {
      try marbles { m in
        let session = m.session(
          ["/old": "--r", "/new": "---n"], ["n": "n", "r": .status(302, headers: ["Location": "/new"])])
        m.expect(session.text("/old")).toBe("-----(n|)")
        m.expect(session.requests).toBe("o-n", ["o": "/old", "n": "/new"])
        m.expect(subscriptionsOf: session["/new"]).toBe("--^--!")
      }
    }
    @Test func theResponseIsThatOfTheLastPlace() throws {
      try marbles { m in
        let session = m.session(
          ["/old": "r", "/new": "n"], ["n": "n", "r": .status(301, headers: ["location": "https://example.com/new"])])
        m.expect(session.dataTaskPublisher(for: url("/old")).map { $0.response.url?.path ?? "" }).toBe(
          "(p|)", ["p": "/new"])
        m.expect(session.requests).toBe("(on)", ["o": "/old", "n": "/new"])
      }
    }
    /// 303 always changes to GET, 301 and 302 for a POST; 307 and 308 keep what was sent.
    @Test(arguments: [(301, "/new"), (302, "/new"), (303, "/new"), (307, "POST /new"), (308, "POST /new")])
    func theMethodOfARedirect(status: Int, text: String) throws {
      try marbles { m in
        let session = m.session(
          ["POST /old": "-r", text: "-n"], ["n": "n", "r": .status(status, headers: ["Location": "new"])])
        var request = URLRequest(url: url("/old"))
        (request.httpMethod, request.httpBody) = ("POST", Data("x".utf8))
        m.expect(session.dataTaskPublisher(for: request).map { String(decoding: $0.data, as: UTF8.self) }).toBe(
          "--(n|)")
        m.expect(session.requests).toBe("on", ["o": "POST /old", "n": text])
      }
    }
    /// The seventeenth redirect is one too many.
    @Test func redirectsInACircleEnd() throws {
      try marbles { m in
        let session = m.session(["/a": "-r"], ["r": .status(307, headers: ["Location": "/a"])])
        m.expect(session.text("/a")).toBe("-----------------#", error: URLError(.httpTooManyRedirects))
      }
    }
    @Test func aRedirectWithoutAPlaceIsAnAnswer() throws {
      try marbles { m in
        let session = m.session(["/a": "-r"], ["r": .status(304)])
        m.expect(session.dataTaskPublisher(for: url("/a")).map { ($0.response as? HTTPURLResponse)?.statusCode ?? 0 })
          .toBe(
            "-(s|)", ["s": 304])
      }
    }
    private final class Refusal: NSObject, URLSessionTaskDelegate {
      func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
      ) { completionHandler(nil) }
    }
    @Test func theDelegateRefusesARedirect() throws {
      try marbles { m in
        let session = m.session(["/old": "-r"], ["r": .text("moved", status: 302, headers: ["Location": "/new"])])
        let answers = PassthroughSubject<Int, Never>(), refusal = Refusal()
        m.at("x") {
          let task = session.dataTask(with: url("/old")) { _, response, _ in
            answers.send((response as? HTTPURLResponse)?.statusCode ?? 0)
          }
          task.delegate = refusal
          task.resume()
        }
        m.expect(answers).toBe("-s", ["s": 302])
        m.expect(session.requests).toBe("o", ["o": "/old"])
      }
    }
    @Test func aCancelAfterARedirectCancelsTheSecondRequest() throws {
      try marbles { m in
        let session = m.session(
          ["/old": "-r", "/new": "-----n"], ["n": "n", "r": .status(302, headers: ["Location": "/new"])])
        m.expect(session.text("/old"), from: "^--!").toBe("---")
        m.expect(subscriptionsOf: session["/new"]).toBe("-^-!")
      }
    }

    @Test func aRetry() throws {
      try marbles { m in
        let session = m.session(
          ["/books": ["-#", "--#'off'", "---b"]], errors: ["off": URLError(.notConnectedToInternet)])
        m.expect(session.text("/books").retry(2)).toBe("------(b|)")
        m.expect(session.requests).toBe("rr-r", ["r": "/books"])
        m.expect(subscriptionsOf: session["/books"]).toBe("^!", "-^-!", "---^--!")
      }
    }
    @Test func failures() throws {
      try marbles { m in
        let session = m.session(
          ["/books": ["-#", "-#'off'", "-c"]], ["c": "later"], errors: ["off": URLError(.notConnectedToInternet)])
        m.expect(session.text("/books")).toBe("-#", error: URLError(.networkConnectionLost))
        m.expect(session.text("/books"), from: "--^").toBe("---#", error: URLError(.notConnectedToInternet))
        m.expect(session.text("/books"), from: "----^").toBe("-----(c|)", ["c": "later"])
        m.expect(session.text("/books"), from: "------^").toBe("-------(c|)", ["c": "later"])
      }
    }
    @Test func statusesHeadersAndBodies() throws {
      try marbles { m in
        let session = m.session(
          ["/books": "-b", "/none": "-n", "/data": "-d"],
          ["b": .json(["a": 1], headers: ["ETag": "7"]), "n": .status(404), "d": .text("é", status: 201)])
        func line(_ path: String) -> some Publisher<String, URLError> {
          session.dataTaskPublisher(for: url(path)).map { data, response in
            let response = response as! HTTPURLResponse
            let header =
              response.value(forHTTPHeaderField: "etag") ?? response.value(forHTTPHeaderField: "content-type") ?? "-"
            return "\(response.statusCode) \(header) \(String(decoding: data, as: UTF8.self))"
          }
        }
        m.expect(line("/books")).toBe("-(b|)", ["b": "200 7 {\"a\":1}"])
        m.expect(line("/none")).toBe("-(n|)", ["n": "404 - "])
        m.expect(line("/data")).toBe("-(d|)", ["d": "201 - é"])
      }
    }
    @Test func anOperatorThatGivesUpCancelsTheRequest() throws {
      try marbles { m in
        let session = m.session(["/books": "--------b"])
        let limited = session.text("/books").timeout(m.frames(3), scheduler: m.scheduler) { URLError(.cancelled) }
        m.expect(limited).toBe("---#", error: URLError(.cancelled))
        m.expect(subscriptionsOf: session["/books"]).toBe("^--!")
      }
    }
    @Test func aRequestThatIsNotAnsweredTimesOutAsInEverySession() throws {
      try marbles(frame: .seconds(20)) { m in
        let session = m.session(["/books": "-", "/slow": "---s"])
        m.expect(session.text("/books")).toBe("---#", error: URLError(.timedOut))
        m.expect(subscriptionsOf: session["/books"]).toBe("^--!", "-----^!")
        // An answer at the last instant is an answer.
        m.expect(session.text("/slow")).toBe("---(s|)")
        var request = URLRequest(url: url("/books"))
        request.timeoutInterval = 20
        m.expect(session.dataTaskPublisher(for: request).map { _ in "" }, from: "-----^").toBe(
          "------#", error: URLError(.timedOut))
      }
    }

    // MARK: Handlers and delegates

    @Test func aHandlerIsCalledAtTheInstantOfTheAnswer() throws {
      try marbles { m in
        let session = m.session(["/books": "--b"])
        let answers = PassthroughSubject<String, Never>()
        m.at("-x--x") {
          session.dataTask(with: books) { data, _, _ in answers.send(String(decoding: data!, as: UTF8.self)) }.resume()
        }
        m.expect(answers).toBe("---b--b")
      }
    }
    @Test func aCancelledTaskFailsAtOnce() throws {
      try marbles { m in
        let session = m.session(["/books": "-----b"])
        let ends = PassthroughSubject<URLError.Code, Never>()
        var tasks: [URLSessionDataTask] = []
        let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { _, _, error in
          ends.send((error as! URLError).code)
        }
        m.atEach("-x-y--zvw") { action in
          if action != "y", action != "w" { tasks.append(session.dataTask(with: books, completionHandler: handler)) }
          if action == "x" { tasks[0].resume() }
          if action == "y" { tasks[0].cancel() }
          // Started and cancelled in one action: a request that is over at once.
          if action == "z" {
            tasks[1].resume()
            tasks[1].cancel()
          }
          // Never started: no request.
          if action == "v" { tasks[2].cancel() }
        }
        m.expect(ends).toBe("---c--cc", ["c": .cancelled])
        m.expect(session.requests).toBe("-r----r", ["r": "/books"])
        m.expect(subscriptionsOf: session["/books"]).toBe("-^-!", "------(^!)")
      }
    }
    @Test func aHandlerMayMakeTheNextRequest() throws {
      try marbles { m in
        let session = m.session(["/books": "--b", "/more": "-m"])
        let answers = PassthroughSubject<String, Never>()
        m.at("x") {
          let first = session.dataTask(with: books) { _, _, error in
            answers.send(error == nil ? "b" : "e")
            session.dataTask(with: url("/more")) { _, _, _ in answers.send("m") }.resume()
          }
          first.resume()
          first.cancel()
        }
        m.expect(answers).toBe("em")
      }
    }
    @Test func aDelegateOfATask() async throws {
      final class Log: NSObject, URLSessionDataDelegate {}
      try await marbles { m in
        let session = m.session(["/books": "--b"])
        let answers = PassthroughSubject<String, Never>()
        m.at("x") {
          answers.send(
            String(decoding: try await session.data(for: URLRequest(url: books), delegate: Log()).0, as: UTF8.self))
        }
        m.expect(answers).toBe("--b")
      }
    }

    // MARK: Async code

    @Test func aTaskWaitsForItsAnswer() async throws {
      try await marbles { m in
        let session = m.session(["/books": ["--b", "-c"]])
        let answers = PassthroughSubject<String, Never>()
        m.at("-x--x") { answers.send(String(decoding: try await session.data(from: books).0, as: UTF8.self)) }
        m.expect(answers).toBe("---b-c")
        m.expect(session.requests).toBe("-r--r", ["r": "/books"])
      }
    }
    @Test func aCancelledTaskCancelsItsRequest() async throws {
      for _ in 0..<50 {
        try await marbles { m in
          let session = m.session(["/books": "-----b"])
          let ends = PassthroughSubject<URLError.Code, Never>()
          m.at("x") {
            let load = Task { try await session.data(from: books) }
            try await m.clock.sleep(for: .milliseconds(2))
            load.cancel()
            do { _ = try await load.value } catch let error as URLError { ends.send(error.code) }
          }
          m.expect(ends).toBe("--c", ["c": .cancelled])
          m.expect(subscriptionsOf: session["/books"]).toBe("^-!")
        }
      }
    }
    @Test func uploadsAndMethods() async throws {
      try await marbles { m in
        let session = m.session(["POST /books": "--p", "/books": "-g"])
        var post = URLRequest(url: books)
        post.httpMethod = "POST"
        let request = post, answers = PassthroughSubject<String, Never>()
        m.at("x") {
          answers.send(
            String(decoding: try await session.upload(for: request, from: Data("new".utf8)).0, as: UTF8.self))
        }
        m.at("x") { answers.send(String(decoding: try await session.data(from: books).0, as: UTF8.self)) }
        m.expect(answers).toBe("-gp")
        m.expect(session.requests).toBe("(pg)", ["p": "POST /books", "g": "/books"])
      }
    }
    @Test func onTheMainActor() async throws {
      try await marbles { @MainActor m in
        let session = m.session(["/books": "--b"])
        let answers = PassthroughSubject<String, Never>()
        m.at("x") { @MainActor in answers.send(String(decoding: try await session.data(from: books).0, as: UTF8.self)) }
        m.expect(answers).toBe("--b")
      }
    }
    /// The instants of random requests, some cancelled, are those of an arithmetic model.
    @Test(arguments: 0..<20) func manyRequestsAtOnce(seed: Int) async throws {
      var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
      func draw(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
      }
      let plans = (0..<5).map { _ in Plan(lengths: (0..<4).map { _ in draw(9) }, patience: 1 + draw(24)) }
      let expected = plans.enumerated().flatMap { client, plan -> [String] in
        var now = 0, events: [String] = []
        for length in plan.lengths {
          // Clients give up between two frames.
          if now + length > plan.patience { return events + ["\(client) cancelled at \(plan.patience).5"] }
          now += length
          events.append("\(client) answered at \(now).0")
        }
        return events
      }
      let heard = Heard()
      try await marbles { m in
        let session = m.session([
          "/0": SessionRows(plans[0].lengths.map { String(repeating: "-", count: $0) + "a" }),
          "/1": SessionRows(plans[1].lengths.map { String(repeating: "-", count: $0) + "a" }),
          "/2": SessionRows(plans[2].lengths.map { String(repeating: "-", count: $0) + "a" }),
          "/3": SessionRows(plans[3].lengths.map { String(repeating: "-", count: $0) + "a" }),
          "/4": SessionRows(plans[4].lengths.map { String(repeating: "-", count: $0) + "a" }),
        ])
        let clock = m.clock
        m.at("x") {
          await withTaskGroup(of: Void.self) { group in
            for (number, plan) in plans.enumerated() {
              group.addTask { await runClient(number, plan, session, clock, heard) }
            }
          }
        }
      }
      #expect(heard.lines.with { $0 }.sorted() == expected.sorted())
    }
  }
#endif
