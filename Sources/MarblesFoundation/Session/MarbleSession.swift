#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Marbles
  import PipesCore
  import VirtualTime

  /// A session whose requests are answered by rows of a marble test, created by `session` of a `MarbleTest`.
  ///
  /// 1. A task of Foundation creates a `SessionProtocol` inside `resume()`, on the thread of the test. It is a newcomer
  ///    until the end of the action.
  /// 2. At the end of each action `look` begins the requests of the newcomers, and ends those whose tasks were
  ///    cancelled. So Foundation's queue has done its part before virtual time goes on.
  /// 3. Foundation is called on the thread of the test only, after its queue has become idle: nobody else uses the
  ///    session.
  public final class MarbleSession: URLSession, @unchecked Sendable {
    // Unchecked: the lock guards the newcomers and the made requests; only the thread of the test uses the rest.
    struct Route {
      let route: SessionRoute
      let source: ColdSource<SessionAnswer, URLError>
    }
    private let routes: [Route]
    private let place: SourcePlace
    private weak var test: MarbleTest?
    private let timeline: Timeline
    private let thread = currentThread()
    private let newcomers = Guarded<[SessionProtocol]>([])
    private let made = Guarded<[(instant: VirtualInstant, request: URLRequest)]>([])
    private let subject = PassthroughSubject<URLRequest, Never>()
    private var open: [SessionRequest] = []
    private let slot: SessionSlot

    init(_ test: MarbleTest, _ routes: [Route], _ place: SourcePlace) {
      self.test = test
      self.routes = routes
      self.place = place
      timeline = test.timeline
      slot = SessionSlot.take()
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [slot.type]
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      super.init(configuration: configuration, delegate: nil, delegateQueue: HandlerQueue())
      slot.session = self
      timeline.watch { [weak self] in self?.look() }
    }
    deinit { slot.release() }

    /// The requests that are made, each at its instant, as texts such as `/books?page=2` or `POST /books`: the method
    /// unless it is GET, the path and the query. Never completes.
    public var requests: AnyPublisher<String, Never> {
      sentRequests.map { SessionRoute.text(of: $0) }.eraseToAnyPublisher()
    }
    /// The requests that are made, each at its instant, with headers and body. Never completes. The body of an upload
    /// task is not part of its request.
    public var sentRequests: AnyPublisher<URLRequest, Never> {
      Deferred { [self] in
        // A subscriber that comes later at the same instant missed nothing.
        subject.prepend(made.with { $0 }.filter { $0.instant == timeline.now }.map(\.request))
      }.eraseToAnyPublisher()
    }
    /// The source that answers the requests of a route, for `m.expect(subscriptionsOf: session["/books"])`: each
    /// request is a window from its start to its answer or its cancel.
    ///
    /// - Parameter route: The route as it is written in `m.session`.
    public subscript(route: String) -> ColdSource<SessionAnswer, URLError> {
      if let known = routes.first(where: { $0.route.text == route }) { return known.source }
      test?.addProblem("the session has no route '\(route)'\n  \(fix(for: route))", at: place)
      return ColdSource(Recording(), timeline: timeline, name: route)
    }
    private func fix(for text: String) -> String {
      let known = routes.map(\.route.text)
      // The query seldom is the mistake.
      let path = String(text.prefix { $0 != "?" })
      if let nearest = NearestName.find(text, among: known) ?? NearestName.find(path, among: known) {
        return "did you mean '\(nearest)'?"
      }
      let list =
        known.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
        + (known.count > 6 ? " and \(known.count - 6) more" : "")
      return known.isEmpty ? "write m.session([\"\(text)\": \"-a\"])" : "the session answers \(list)"
    }

    /// Called by each new protocol, in the call that starts its task.
    func add(_ new: SessionProtocol) {
      let text = SessionRoute.text(of: new.request)
      if test == nil {
        new.refusal = URLError(.networkConnectionLost)
      } else if currentThread() != thread, RunHook.current !== timeline {
        _ = timeline.didMisuse(
          "\(text) is requested on another thread\n  make the request in a task or an action of the test")
        new.refusal = URLError(.networkConnectionLost)
      } else {
        newcomers.with { $0.append(new) }
      }
    }

    /// Called at the end of each action. A handler that it calls may make a request or cancel one.
    private func look() { while beginNewcomers() || endCancelled() {} }
    private func beginNewcomers() -> Bool {
      let new = newcomers.with { newcomers in
        defer { newcomers = [] }
        return newcomers
      }
      var count = 0
      for new in new {
        new.waitForQueue()
        if new.isStarted {
          begin(new)
        } else if new.isCancelled {
          new.fail()
        } else {
          newcomers.with { $0.append(new) }
          continue
        }
        count += 1
      }
      return count > 0
    }
    private func endCancelled() -> Bool {
      let cancelled = open.filter { !$0.isOver && $0.task.isCancelled }
      for request in cancelled { request.cancel() }
      open.removeAll(where: \.isOver)
      return !cancelled.isEmpty
    }
    private func begin(_ new: SessionProtocol) {
      note(new.request)
      let text = SessionRoute.text(of: new.request)
      guard new.task is URLSessionDataTask else {
        let kind = new.task.map { "a \(type(of: $0))" } ?? "no task"
        test?.addProblem(
          now: "\(text) is requested by \(kind)\n  the session of a test answers data and upload tasks", at: place)
        return new.fail(URLError(.unsupportedURL))
      }
      guard let source = source(for: new.request) else { return new.fail(URLError(.resourceUnavailable)) }
      let request = SessionRequest(new, timeline) { [weak self] next in
        self?.note(next)
        return self?.source(for: next)
      }
      open.append(request)
      request.begin(source)
    }
    private func note(_ request: URLRequest) {
      made.with { $0.append((timeline.now, request)) }
      subject.send(request)
    }
    /// The source of the route that fits best. Without one it is a problem of the test.
    private func source(for request: URLRequest) -> ColdSource<SessionAnswer, URLError>? {
      let matches = routes.compactMap { route in route.route.precision(for: request).map { (route, $0) } }
      if let best = matches.map(\.1).max(), let match = matches.first(where: { $0.1 == best }) { return match.0.source }
      let text = SessionRoute.text(of: request)
      test?.addProblem(now: "\(text) is requested and has no row\n  \(fix(for: text))", at: place)
      return nil
    }
  }

  /// A request that has been made.
  private final class SessionRequest: @unchecked Sendable {
    // Unchecked: only the thread of the test uses it, which `decide` checks for the answer of a delegate.
    let task: SessionProtocol
    private(set) var isOver = false
    private let timeline: Timeline
    /// Makes the request of a redirect, and returns the source that answers it.
    private let redirect: (URLRequest) -> ColdSource<SessionAnswer, URLError>?
    /// The request that is being answered: the first one, or the one of the last redirect.
    private var request: URLRequest
    private var source: ColdSource<SessionAnswer, URLError>?
    private var redirects = 0
    private var answer: AnyCancellable?
    private var limit: Timeline.Ticket?

    init(
      _ task: SessionProtocol, _ timeline: Timeline,
      redirect: @escaping (URLRequest) -> ColdSource<SessionAnswer, URLError>?
    ) {
      self.task = task
      self.timeline = timeline
      self.redirect = redirect
      request = task.request
    }
    func begin(_ source: ColdSource<SessionAnswer, URLError>) {
      self.source = source
      answer = source.sink { [weak self] end in
        if case .failure(let error) = end { self?.end { $0.fail(error) } }
      } receiveValue: { [weak self] answer in
        self?.receive(answer)
      }
      let seconds = task.request.timeoutInterval
      guard !isOver, seconds > 0, seconds < 9e9 else { return }
      source.log.note(scheduled: 1)
      limit = timeline.schedule(at: timeline.now.advanced(by: .seconds(seconds)), by: "the timeout of a request") {
        [weak self] in
        self?.source?.log.note(scheduled: -1)
        self?.limit = nil
        self?.end { $0.fail(URLError(.timedOut)) }
      }
    }
    func cancel() { end { $0.fail() } }
    /// Ends the task with an answer, or follows a redirect, unless the delegate of the task refuses.
    private func receive(_ answer: SessionAnswer) {
      let url = request.url
      guard let redirect = SessionRedirect(answer, to: request) else { return end { $0.succeed(answer, from: url) } }
      if redirects == SessionRedirect.limit { return end { $0.fail(URLError(.httpTooManyRedirects)) } }
      stop()
      let thread = currentThread()
      let decide = { @Sendable [weak self] (next: URLRequest?) in
        guard let self, !isOver else { return }
        if currentThread() != thread {
          _ = timeline.didMisuse(
            "a delegate decides about a redirect on another thread\n  decide in the call, or in a task or an action of the test"
          )
          return
        }
        if let next { follow(next) } else { end { $0.succeed(answer, from: url) } }
      }
      guard let owner = task.task, let delegate = owner.delegate, let session = SessionRequest.session(of: task)
      else { return decide(redirect.next) }
      delegate.urlSession(
        session, task: owner, willPerformHTTPRedirection: redirect.response, newRequest: redirect.next,
        completionHandler: decide)
    }
    private func follow(_ next: URLRequest) {
      redirects += 1
      request = next
      guard let source = redirect(next) else { return end { $0.fail(URLError(.resourceUnavailable)) } }
      begin(source)
    }
    private static func session(of task: SessionProtocol) -> URLSession? { type(of: task).slot?.session }

    private func end(_ finish: (SessionProtocol) -> Void) {
      if isOver { return }
      isOver = true
      stop()
      finish(task)
    }
    /// Ends the answer and the limit of the request.
    private func stop() {
      answer.take()?.cancel()
      if let limit = limit.take() {
        timeline.cancel(limit)
        source?.log.note(scheduled: -1)
      }
    }
  }

  /// Calls handlers inside the call that would enqueue them: on the thread of the test.
  private final class HandlerQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    override func addOperation(_ operation: Operation) { operation.start() }
  }
#endif
