#if !canImport(Combine)
  import Foundation
  import Pipes

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension URLSession {
    /// Returns a publisher that loads a URL for each subscriber.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher { dataTaskPublisher(for: URLRequest(url: url)) }
    /// Returns a publisher that makes a request for each subscriber.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
      DataTaskPublisher(request: request, session: self)
    }

    /// A publisher that sends the response to a request, with its data, then finishes.
    ///
    /// The task starts when the subscriber first requests a value, and a cancel cancels it. Each subscriber has a task
    /// of its own. *Fails* when there is no response; a status such as 404 is not a failure. Events are delivered on
    /// the delegate queue of the session.
    public struct DataTaskPublisher: Publisher, Sendable {
      /// The body, empty if there is none, and the response.
      public typealias Output = (data: Data, response: URLResponse)
      /// The error of a request that has no response.
      public typealias Failure = URLError
      /// The request.
      public let request: URLRequest
      /// The session.
      public let session: URLSession
      /// Creates a publisher that makes a request for each subscriber.
      public init(request: URLRequest, session: URLSession) {
        self.request = request
        self.session = session
      }

      public func receive<S: Subscriber<Output, URLError>>(subscriber: S) {
        subscriber.receive(subscription: DataTaskSubscription(self, subscriber))
      }
    }
  }

  /// The task of one subscriber. The completion or a cancel releases both.
  private final class DataTaskSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible,
    CustomReflectable,
    CustomPlaygroundDisplayConvertible, @unchecked Sendable
  where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
    // Unchecked: the downstream need not be `Sendable`; the lock guards it, and it receives one result only.
    private struct State {
      var downstream: Downstream?
      var isAsked = false
      var task: URLSessionDataTask?
    }
    private let state: Guarded<State>
    private let origin: URLSession.DataTaskPublisher
    var description: String { "DataTaskPublisher" }
    var customMirror: Mirror { Mirror(self, children: []) }
    var playgroundDescription: Any { description }

    init(_ origin: URLSession.DataTaskPublisher, _ downstream: Downstream) {
      self.origin = origin
      state = Guarded(State(downstream: downstream))
    }
    func request(_ demand: Subscribers.Demand) {
      let isOpen = state.with { $0.downstream != nil }
      guard isOpen, Misuse.isPositive(demand, description) else { return }
      let isFirst = state.with { state in
        defer { state.isAsked = true }
        return !state.isAsked
      }
      guard isFirst else { return }
      start()
      RunHook.current?.didWait(for: "a dataTaskPublisher") { [weak self] in
        self?.state.with { $0.downstream != nil } == true
      }
    }
    private func start() {
      let finish = finish
      let task = origin.session.dataTask(with: origin.request) { finish($0, $1, $2) }
      let isOpen = state.with { state in
        if state.downstream != nil { state.task = task }
        return state.downstream != nil
      }
      if isOpen { task.resume() } else { task.cancel() }
    }
    private func finish(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      guard let downstream = close().downstream else { return }
      if let response, error == nil {
        _ = downstream.receive((data ?? Data(), response))
        downstream.receive(completion: .finished)
      } else {
        downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
      }
    }
    func cancel() { close().task?.cancel() }
    /// Releases the state and returns what it held.
    private func close() -> State {
      state.with { state in
        defer { state = State(isAsked: true) }
        return state
      }
    }
  }
#endif
