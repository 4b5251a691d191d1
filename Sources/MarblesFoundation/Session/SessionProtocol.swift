#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Marbles
  import PipesCore

  /// The place of one task in the URL loading system. Foundation creates it when the task is resumed.
  class SessionProtocol: URLProtocol {
    // Foundation's queue writes before `waitForQueue` returns, and the thread of the test reads after that.
    private(set) var isStarted = false
    private var cancellation: (any Error)?
    /// The failure of a request that the session did not accept.
    var refusal: URLError?
    private lazy var listener = CancelListener { [weak self] in self?.cancellation = $0 }

    class var slot: SessionSlot? { nil }

    required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
      super.init(request: request, cachedResponse: cachedResponse, client: client)
      if let session = Self.slot?.session { session.add(self) } else { refusal = URLError(.networkConnectionLost) }
    }
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    // MARK: Called on Foundation's queue

    override func startLoading() {
      isStarted = true
      if let refusal { super.client?.urlProtocol(self, didFailWithError: refusal) }
    }
    override func stopLoading() {}
    /// Foundation reports a cancel to the client, on its own queue. The session passes it on at the end of the action.
    override var client: (any URLProtocolClient)? {
      get { refusal == nil ? listener : super.client }
      set { super.client = newValue }
    }

    // MARK: Called on the thread of the test

    /// Waits until Foundation's queue has done everything that was enqueued: reading the priority takes its turn there.
    func waitForQueue() { _ = task?.priority }
    var isCancelled: Bool { task?.state == .canceling }

    /// Answers the task.
    ///
    /// - Parameter url: The place that has answered: the place of the request, or of the last redirect.
    func succeed(_ answer: SessionAnswer, from url: URL?) {
      guard let url,
        let response = HTTPURLResponse(
          url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
      else { return fail(URLError(.badURL)) }
      waitForQueue()
      super.client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      super.client?.urlProtocol(self, didLoad: answer.body)
      super.client?.urlProtocolDidFinishLoading(self)
    }
    /// Fails with the error, by default with the error of the cancel.
    func fail(_ error: (any Error)? = nil) {
      waitForQueue()
      super.client?.urlProtocol(self, didFailWithError: error ?? cancellation ?? URLError(.cancelled))
    }
  }

  /// Receives only the error of a cancel.
  private final class CancelListener: NSObject, URLProtocolClient, @unchecked Sendable {
    // Unchecked: the closure never changes.
    private let didCancel: (any Error) -> Void
    init(_ didCancel: @escaping (any Error) -> Void) { self.didCancel = didCancel }
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) { didCancel(error) }
    func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {}
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {}
    func urlProtocol(
      _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {}
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {}
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {}
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
  }

  // A protocol does not know its session, but its type. So each session that is alive has a type of its own: the number
  // of its slot in binary digits, written as generic types.

  /// A number that belongs to one session as long as that is alive.
  final class SessionSlot: Sendable {
    private struct Slots {
      var all: [SessionSlot] = []
      var free: [Int] = []
    }
    private static let slots = Guarded(Slots())

    let number: Int
    let type: SessionProtocol.Type
    private struct Weak { weak var session: MarbleSession? }
    private let owner = Guarded(Weak())
    var session: MarbleSession? {
      get { owner.with { $0.session } }
      set { owner.with { $0.session = newValue } }
    }

    private init(_ number: Int) {
      self.number = number
      func make<Digits: SlotDigits>(_ rest: Int, _: Digits.Type) -> SessionProtocol.Type {
        if rest == 0 { return SlottedProtocol<Digits>.self }
        return rest & 1 == 0 ? make(rest >> 1, Even<Digits>.self) : make(rest >> 1, Odd<Digits>.self)
      }
      type = make(number, NoDigits.self)
    }
    static func take() -> SessionSlot {
      slots.with { slots in
        if let free = slots.free.popLast() { return slots.all[free] }
        let new = SessionSlot(slots.all.count)
        slots.all.append(new)
        return new
      }
    }
    /// Called when the session is released: no task of it is left.
    func release() { Self.slots.with { $0.free.append(number) } }
    static func slot(_ number: Int) -> SessionSlot? {
      slots.with { $0.all.indices.contains(number) ? $0.all[number] : nil }
    }
  }
  private protocol SlotDigits { static var value: (number: Int, weight: Int) { get } }
  private enum NoDigits: SlotDigits { static var value: (number: Int, weight: Int) { (0, 1) } }
  private enum Even<Rest: SlotDigits>: SlotDigits {
    static var value: (number: Int, weight: Int) { (Rest.value.number, Rest.value.weight * 2) }
  }
  private enum Odd<Rest: SlotDigits>: SlotDigits {
    static var value: (number: Int, weight: Int) { (Rest.value.number + Rest.value.weight, Rest.value.weight * 2) }
  }
  private final class SlottedProtocol<Digits: SlotDigits>: SessionProtocol {
    override class var slot: SessionSlot? { SessionSlot.slot(Digits.value.number) }
  }
#endif
