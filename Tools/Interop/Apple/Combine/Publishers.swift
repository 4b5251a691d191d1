// What Apple's Foundation declares for timers, notifications, requests and coders, with bodies that are as short as
// they can be.
@_exported import CombineEngine
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension NotificationCenter {
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
    Publisher(center: self, name: name, object: object)
  }
  public struct Publisher: CombineEngine.Publisher {
    public typealias Output = Notification
    public typealias Failure = Never
    public let center: NotificationCenter
    public let name: Notification.Name
    public let object: AnyObject?
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      (self.center, self.name, self.object) = (center, name, object)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
      // A notification is not Sendable, and is sent on the thread that posts it.
      nonisolated(unsafe) let subject = PassthroughSubject<Notification, Never>()
      let observer = center.addObserver(forName: name, object: object, queue: nil) { subject.send($0) }
      subject.handleEvents(receiveCancel: { [center] in center.removeObserver(observer) }).subscribe(subscriber)
    }
  }
}

extension Timer {
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> Timer.TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never
    public let interval: TimeInterval
    public let tolerance: TimeInterval?
    public let runLoop: RunLoop
    public let mode: RunLoop.Mode
    public let options: RunLoop.SchedulerOptions?
    private let subject = PassthroughSubject<Date, Never>()
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      (self.interval, self.tolerance, self.runLoop, self.mode, self.options) = (
        interval, tolerance, runLoop, mode, options
      )
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Date {
      subject.subscribe(subscriber)
    }
    public func connect() -> any Cancellable {
      let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: true) { [subject] _ in
        subject.send(Date())
      }
      runLoop.add(timer, forMode: mode)
      return AnyCancellable { timer.invalidate() }
    }
  }
}

extension URLSession {
  public func dataTaskPublisher(for url: URL) -> URLSession.DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }
  public func dataTaskPublisher(for request: URLRequest) -> URLSession.DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }
  public struct DataTaskPublisher: Publisher {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError
    public let request: URLRequest
    public let session: URLSession
    public init(request: URLRequest, session: URLSession) { (self.request, self.session) = (request, session) }
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == URLError, S.Input == Output {
      Future<Output, URLError> { promise in
        session.dataTask(with: request) { data, response, error in
          if let response, error == nil {
            promise(.success((data ?? Data(), response)))
          } else {
            promise(.failure(error as? URLError ?? URLError(.unknown)))
          }
        }.resume()
      }.subscribe(subscriber)
    }
  }
}

extension JSONEncoder: @retroactive TopLevelEncoder { public typealias Output = Data }
extension JSONDecoder: @retroactive TopLevelDecoder { public typealias Input = Data }
extension PropertyListEncoder: @retroactive TopLevelEncoder { public typealias Output = Data }
extension PropertyListDecoder: @retroactive TopLevelDecoder { public typealias Input = Data }
