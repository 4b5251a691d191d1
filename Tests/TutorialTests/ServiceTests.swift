#if !canImport(Combine)
  import Foundation
  import FoundationNetworking
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  /// Books from a server; how a request is made can be replaced.
  struct BookService {
    typealias Answer = URLSession.DataTaskPublisher.Output
    var request: (URL) -> AnyPublisher<Answer, URLError>
    static let decoder: JSONDecoder = {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return decoder
    }()

    init(session: URLSession) { request = { session.dataTaskPublisher(for: $0).eraseToAnyPublisher() } }
    init(request: @escaping (URL) -> AnyPublisher<Answer, URLError>) { self.request = request }

    func books(at url: URL) -> AnyPublisher<[Book], any Error> {
      request(url)
        .tryMap { data, response in
          guard let answer = response as? HTTPURLResponse, 200..<300 ~= answer.statusCode else {
            throw URLError(.badServerResponse)
          }
          return data
        }
        .decode(type: [Book].self, decoder: Self.decoder)
        .eraseToAnyPublisher()
    }
  }

  /// Answers requests inside the process.
  final class Canned: URLProtocol {
    static let shelf = #"[{"shelf_number": 4, "title": "Solaris"}, {"shelf_number": 7, "title": "Momo"}]"#
    static func answer(_ status: Int, _ body: String, _ url: URL) -> BookService.Answer {
      (Data(body.utf8), HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)!)
    }
    /// A session that gets these answers.
    static var session: URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [Canned.self]
      return URLSession(configuration: configuration)
    }
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "library.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {
      guard let url = request.url else { return }
      let (data, response) = Self.answer(
        url.path == "/books" ? 200 : 404, url.path == "/books" ? Self.shelf : "no such shelf", url)
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: data)
      client?.urlProtocolDidFinishLoading(self)
    }
    override func stopLoading() {}
  }

  /// A service that asks, checks and decodes.
  @Suite struct ServiceTests {
    private let books = URL(string: "http://library.example/books")!
    private let nothing = URL(string: "http://library.example/nothing")!
    private let shelf = [Book(shelfNumber: 4, title: "Solaris"), Book(shelfNumber: 7, title: "Momo")]

    private func ask(_ url: URL) -> (books: [Book], failure: (any Error)?) {
      let session = Canned.session
      defer { session.invalidateAndCancel() }
      let result = Shared<(books: [Book], failure: (any Error)?)>(([], nil)), done = Signal()
      let token = BookService(session: session).books(at: url).sink { completion in
        if case .failure(let error) = completion { result.with { $0.failure = error } }
        done()
      } receiveValue: { books in
        result.with { $0.books = books }
      }
      done.wait()
      token.cancel()
      return result.value
    }

    @Test func booksAreDecoded() {
      let answer = ask(books)
      #expect(answer.books == shelf && answer.failure == nil)
    }
    @Test func aStatusThatIsNoSuccessIsAFailure() {
      let answer = ask(nothing)
      #expect(answer.books.isEmpty && (answer.failure as? URLError)?.code == .badServerResponse)
    }
    @Test func theSameServiceOnAnotherWire() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let wire = m.cold("--a|", ["a": Canned.answer(200, Canned.shelf, books)], failure: URLError.self)
        let broken = m.cold("-a|", ["a": Canned.answer(200, "[", books)], failure: URLError.self)
        let service = BookService { [books] in $0 == books ? wire.eraseToAnyPublisher() : broken.eraseToAnyPublisher() }
        m.expect(service.books(at: books)).toBe("--s|", ["s": shelf])
        m.expect(service.books(at: nothing)).toBe("-#")
        m.expect(subscriptionsOf: broken).toBe("^!")
      }
    }
    @Test func aSlowServerIsGivenUp() throws {
      try marbles(frame: .seconds(1)) { m in
        let wire = m.cold("----------a|", ["a": Canned.answer(200, Canned.shelf, books)], failure: URLError.self)
        let scheduler = m.scheduler(for: DispatchQueue.self)
        let patient = BookService { _ in
          wire.timeout(.seconds(5), scheduler: scheduler, customError: { URLError(.timedOut) }).retry(1)
            .eraseToAnyPublisher()
        }
        m.expect(patient.books(at: books).replaceError(with: [])).toBe("----------(n|)", ["n": []])
        m.expect(subscriptionsOf: wire).toBe("^----!", "-----^----!")
      }
    }
  }
#endif
