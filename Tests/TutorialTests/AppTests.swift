#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime

  /// The model of an app's page, without the page: texts go in by a method, everything that is shown is a published
  /// property.
  final class LoginModel: ObservableObject {
    @Published var mail = ""
    @Published var password = ""
    @Published private(set) var canSend = false
    @Published private(set) var message: String?
    let sendTapped = PassthroughSubject<Void, Never>()

    init(scheduler: AnySchedulerOf<DispatchQueue> = .main, send: @escaping (String) -> AnyPublisher<String, Never>) {
      $mail.combineLatest($password)
        .map { mail, password in mail.contains("@") && password.count > 7 }
        .removeDuplicates()
        .assign(to: &$canSend)
      sendTapped
        .compactMap { [weak self] in self?.mail }
        .map(send)
        .switchToLatest()
        .receive(on: scheduler)
        .map { $0 }
        .assign(to: &$message)
    }
  }

  /// A model of SwiftUI that waits for a pause with a task.
  @MainActor @Observable final class Suggestions {
    var query = "" { didSet { restart() } }
    private(set) var words: [String] = []
    private let clock: any Clock<Duration>
    private let find: (String) async -> [String]
    private var task: Task<Void, Never>?

    init(clock: any Clock<Duration> = ContinuousClock(), find: @escaping (String) async -> [String]) {
      self.clock = clock
      self.find = find
    }
    private func restart() {
      task?.cancel()
      task = Task {
        guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
        words = await find(query)
      }
    }
  }

  /// A volume that other objects change, told by notifications.
  final class VolumeModel: ObservableObject {
    static let didChange = Notification.Name("volumeDidChange")
    @Published private(set) var level = 0
    init(center: NotificationCenter = .default) {
      center.publisher(for: Self.didChange).compactMap { $0.userInfo?["level"] as? Int }.assign(to: &$level)
    }
  }

  /// The code of TestingAnApp.md.
  @Suite struct AppTests {
    @Test func aFormOfUIKit() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let answer = m.cold("--s|", ["s": "sent"])
        let model = LoginModel(scheduler: m.scheduler(for: DispatchQueue.self).eraseToAnyScheduler()) { _ in
          answer.eraseToAnyPublisher()
        }
        m.atEach("-a", ["a": "ada@example.org"], name: "mail") { model.mail = $0 }
        m.atEach("--sl", ["s": "short", "l": "long enough"], name: "password") { model.password = $0 }
        m.at("-----tt", name: "taps") { model.sendTapped.send() }
        m.expect(model.$canSend).toBe("n--y", ["n": false, "y": true])
        m.expect(model.$message, from: "^---------!").toBe("n-------s", ["n": nil, "s": "sent"])
        m.expect(subscriptionsOf: answer).toBe("-----^!", "------^--!")
      }
    }

    @Test func aModelOfSwiftUI() async throws {
      try await marbles(frame: .milliseconds(100)) { @MainActor m in
        let model = Suggestions(clock: m.clock) { [$0 + "1", $0 + "2"] }
        m.atEach("-a-b-----", name: "typed") { model.query = $0 }
        m.expect(Observations { model.words }, from: "^-------!").toBe("n-----h", ["n": [], "h": ["b1", "b2"]])
      }
    }

    @Test func aNotification() throws {
      try marbles { m in
        let center = NotificationCenter()
        let model = VolumeModel(center: center)
        m.atEach("-3-7", name: "changes") {
          center.post(name: VolumeModel.didChange, object: nil, userInfo: ["level": Int($0)!])
        }
        m.expect(model.$level).toBe("03-7") { Int($0) }
      }
    }
  }
#endif
