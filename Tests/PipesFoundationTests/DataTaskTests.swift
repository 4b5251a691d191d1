#if !canImport(Combine)
  import Foundation
  import PipesFoundation
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @Suite struct DataTaskTests {
    private typealias Answer = URLSession.DataTaskPublisher.Output
    private let session = URLSession(configuration: .ephemeral)

    private func load(_ url: URL) -> Listener<Answer, URLError> {
      let listener = Listener<Answer, URLError>()
      session.dataTaskPublisher(for: url).subscribe(listener)
      listener.request(.unlimited)
      return listener
    }
    private func isFinished(_ listener: Listener<Answer, URLError>) -> Bool {
      if case .finished = listener.completion.value { true } else { false }
    }
    private func status(_ listener: Listener<Answer, URLError>) -> Int? {
      (listener.values.value.first?.response as? HTTPURLResponse)?.statusCode
    }

    @Test("FN-03: data and response, then the end") func success() throws {
      let server = try HTTPServer(), listener = load(server.url("/hello"))
      listener.ended.wait()
      #expect(listener.values.value.map(\.data) == [Data("hello".utf8)])
      #expect(status(listener) == 200 && isFinished(listener))
      server.stop()
    }
    @Test("FN-03: a status is not an error") func notFound() throws {
      let server = try HTTPServer(), listener = load(server.url("/nowhere"))
      listener.ended.wait()
      #expect(status(listener) == 404 && isFinished(listener))
      #expect(listener.values.value.first?.data == Data("no such ".utf8))
      server.stop()
    }
    @Test("FN-03: no body is empty data") func noBody() throws {
      let server = try HTTPServer(), listener = load(server.url("/nothing"))
      listener.ended.wait()
      #expect(status(listener) == 204 && listener.values.value.first?.data == Data() && isFinished(listener))
      server.stop()
    }
    @Test("FN-03: a refused connection is a failure") func refused() throws {
      let listener = try HTTPServer.withRefusingPort { port in
        let listener = load(URL(string: "http://127.0.0.1:\(port)/")!)
        listener.ended.wait()
        return listener
      }
      #expect(listener.values.value.isEmpty)
      guard case .failure(let error) = listener.completion.value else {
        Issue.record("it did not fail")
        return
      }
      #expect(error.code == .cannotConnectToHost)
    }
    @Test("FN-03: a slow body arrives as a whole") func slowBody() throws {
      let server = try HTTPServer(), listener = load(server.url("/slow"))
      server.arrived.wait()
      #expect(listener.values.value.isEmpty && listener.completion.value == nil)
      server.release()
      listener.ended.wait()
      #expect(listener.values.value.map(\.data) == [Data("helloworld".utf8)] && isFinished(listener))
      server.stop()
    }
    @Test("FN-03: cancel closes the connection, and nothing is heard any more") func cancel() throws {
      let server = try HTTPServer(), listener = load(server.url("/endless"))
      server.arrived.wait()
      listener.cancel()
      server.clientLeft.wait()
      listener.cancel()
      listener.request(.max(1))
      let other = load(server.url("/hello"))
      other.ended.wait()  // the session's delegate queue is serial: the callback of the cancelled task has been
      #expect(listener.values.value.isEmpty && listener.completion.value == nil)
      #expect(server.requests.value == ["/endless", "/hello"])
      server.stop()
    }
    @Test("FN-03: the request is made at the first demand, and once") func startsOnDemand() throws {
      let server = try HTTPServer(), first = Listener<Answer, URLError>()
      session.dataTaskPublisher(for: server.url("/slow")).subscribe(first)
      let second = load(server.url("/hello"))
      second.ended.wait()
      #expect(server.requests.value == ["/hello"])
      first.request(.max(1))
      first.request(.max(1))
      server.release()
      first.ended.wait()
      #expect(first.values.value.count == 1 && server.requests.value == ["/hello", "/slow"])
      server.stop()
    }
    @Test("FN-03: each subscriber makes a request of its own") func oneTaskPerSubscriber() throws {
      let server = try HTTPServer(), publisher = session.dataTaskPublisher(for: URLRequest(url: server.url("/hello")))
      #expect(publisher.request.url == server.url("/hello") && publisher.session === session)
      let done = Signal()
      let tokens = (0..<3).map { _ in publisher.sink(receiveCompletion: { _ in done() }) { _ in } }
      done.wait(3)
      #expect(server.requests.value == ["/hello", "/hello", "/hello"])
      for token in tokens { token.cancel() }
      server.stop()
    }
    @Test("FN-03: the subscriber is let go of at the end and by cancel", arguments: ["/hello", "/endless"])
    func lifetime(_ path: String) throws {
      let server = try HTTPServer()
      weak var weakListener: Listener<Answer, URLError>?
      do {
        let listener = load(server.url(path))
        weakListener = listener
        server.arrived.wait()
        if path == "/hello" { listener.ended.wait() } else { listener.cancel() }
        listener.subscription.with { $0 = nil }
      }
      eventually { weakListener == nil }
      server.stop()
    }
    @Test("FN-03, FN-04: load, check, decode") func decode() throws {
      let server = try HTTPServer(), done = Signal(), statuses = Shared<[Int]>([])
      let token = session.dataTaskPublisher(for: server.url("/hello"))
        .tryMap { data, response in
          guard let status = (response as? HTTPURLResponse)?.statusCode else { throw URLError(.badServerResponse) }
          return Data("[\(status), \(data.count)]".utf8)
        }
        .decode(type: [Int].self, decoder: JSONDecoder())
        .replaceError(with: [])
        .sink(receiveCompletion: { _ in done() }) { value in statuses.with { $0 = value } }
      done.wait()
      #expect(statuses.value == [200, 5])
      token.cancel()
      server.stop()
    }
  }
#endif
