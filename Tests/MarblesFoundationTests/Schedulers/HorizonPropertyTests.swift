#if !canImport(Combine)
  import Foundation
  import Marbles
  import MarblesFoundation
  import PipesFoundation
  import Testing
  import VirtualTime

  /// A test sees all that comes of its rows, whatever the timed operators in between and whatever the scheduler: it
  /// holds with the row of all that comes in a long run, and fails with every shorter one.
  @Suite struct HorizonPropertyTests {
    struct Late: Error, Equatable {}
    typealias Stream = AnyPublisher<String, Late>

    /// The operators of the engine that take a scheduler, and what is usually made of timers.
    enum Operator: CaseIterable {
      case debounce, throttleLatest, throttleFirst, delay, timeout, timeoutError, measureInterval, receive, subscribe,
        collectByTime
      case collectByTimeOrCount, sample, audit, retry, retryExponential, timers, latestTimer, threeTicks

      func apply<S: Scheduler>(_ stream: Stream, _ time: S.SchedulerTimeType.Stride, _ scheduler: S, _ m: MarbleTest)
        -> Stream
      {
        let timer = Publishers.timer(after: time, scheduler: scheduler).setFailureType(to: Late.self)
        switch self {
        case .debounce: return stream.debounce(for: time, scheduler: scheduler).eraseToAnyPublisher()
        case .throttleLatest:
          return stream.throttle(for: time, scheduler: scheduler, latest: true).eraseToAnyPublisher()
        case .throttleFirst:
          return stream.throttle(for: time, scheduler: scheduler, latest: false).eraseToAnyPublisher()
        case .delay: return stream.delay(for: time, scheduler: scheduler).eraseToAnyPublisher()
        case .timeout: return stream.timeout(time, scheduler: scheduler).eraseToAnyPublisher()
        case .timeoutError:
          return stream.timeout(time, scheduler: scheduler, customError: { Late() }).eraseToAnyPublisher()
        case .measureInterval: return stream.measureInterval(using: scheduler).map { _ in "m" }.eraseToAnyPublisher()
        case .receive: return stream.receive(on: scheduler).eraseToAnyPublisher()
        case .subscribe: return stream.subscribe(on: scheduler).eraseToAnyPublisher()
        case .collectByTime: return stream.collect(.byTime(scheduler, time)).map { $0.joined() }.eraseToAnyPublisher()
        case .collectByTimeOrCount:
          return stream.collect(.byTimeOrCount(scheduler, time, 2)).map { $0.joined() }.eraseToAnyPublisher()
        case .sample: return stream.sample(every: time, scheduler: scheduler).eraseToAnyPublisher()
        case .audit: return stream.audit(for: time, scheduler: scheduler).eraseToAnyPublisher()
        case .retry: return stream.retry(2, delay: time, scheduler: scheduler).eraseToAnyPublisher()
        case .retryExponential:
          let backoff = Publishers.Backoff<S.SchedulerTimeType.Stride>.exponential(from: time, upTo: m.frames(20))
          return stream.retry(2, backoff: backoff, scheduler: scheduler).eraseToAnyPublisher()
        case .timers: return stream.flatMap { value in timer.map { _ in value + "t" } }.eraseToAnyPublisher()
        case .latestTimer:
          return stream.map { value in timer.map { _ in value + "l" } }.switchToLatest().eraseToAnyPublisher()
        case .threeTicks:
          let ticks = Publishers.interval(time, scheduler: scheduler).prefix(3).setFailureType(to: Late.self)
          return stream.flatMap { value in ticks.map { "\(value)\($0)" } }.eraseToAnyPublisher()
        }
      }
    }
    /// The scheduler as a test has it, without its type, and in the place of a dispatch queue.
    enum Face: CaseIterable {
      case plain, erased, queue, erasedQueue
    }
    struct Step {
      var action: Operator
      var face: Face
      var frames: Int

      func apply(_ stream: Stream, _ m: MarbleTest) -> Stream {
        let queue = m.scheduler(for: DispatchQueue.self)
        switch face {
        case .plain: return action.apply(stream, m.frames(frames), m.scheduler, m)
        case .erased: return action.apply(stream, m.frames(frames), m.scheduler.eraseToAnyScheduler(), m)
        case .queue: return action.apply(stream, m.frames(frames), queue, m)
        case .erasedQueue: return action.apply(stream, m.frames(frames), queue.eraseToAnyScheduler(), m)
        }
      }
    }

    /// A row, a chain of operators, each with its scheduler and its time, and whether an interval ticks beside it.
    struct Sample: CustomStringConvertible {
      var row: String
      var isHot: Bool
      var hasTicker: Bool
      var chain: [Step]

      init(row: String, isHot: Bool, hasTicker: Bool, chain: [Step]) {
        (self.row, self.isHot, self.hasTicker, self.chain) = (row, isHot, hasTicker, chain)
      }
      init(_ random: inout SplitMixSequence) {
        let symbols = ["a", "b", "c", "-", "-", "-", "-"]
        row = (0..<Int.random(in: 1...12, using: &random)).map { _ in symbols.randomElement(using: &random)! }.joined()
        row += ["", "|", "#"].randomElement(using: &random)!
        isHot = Bool.random(using: &random)
        hasTicker = Bool.random(using: &random)
        chain = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Step(
            action: Operator.allCases.randomElement(using: &random)!,
            face: Face.allCases.randomElement(using: &random)!,
            frames: .random(in: 1...7, using: &random))
        }
      }
      var description: String {
        "\(isHot ? "hot" : "cold") '\(row)'\(hasTicker ? " beside a ticker" : "") through \(chain.map { "\($0.action)(\($0.frames)) on \($0.face)" }.joined(separator: ", "))"
      }
      /// Simpler ones, to try when this one fails.
      var simpler: [Sample] {
        var all: [Sample] = []
        for index in chain.indices where chain.count > 1 {
          var other = self
          other.chain.remove(at: index)
          all.append(other)
        }
        if hasTicker {
          var other = self
          other.hasTicker = false
          all.append(other)
        }
        for index in row.indices where row.count > 1 {
          var other = self
          other.row.remove(at: index)
          all.append(other)
        }
        return all
      }

      /// The failure of a test of it with this row; `nil` if it holds.
      func failure(_ expected: Recording<String, Late>) throws -> String? {
        var failure: String?
        try marbles(report: { failure = $0.text }) { m in
          m.allowLive()
          let source =
            isHot ? m.hot(row, error: Late()).eraseToAnyPublisher() : m.cold(row, error: Late()).eraseToAnyPublisher()
          if hasTicker { m.keep(Publishers.interval(m.frames(2), scheduler: m.scheduler).sink { _ in }) }
          m.expect(chain.reduce(source) { $1.apply($0, m) }, name: "stream").toBe(Self.text(expected))
        }
        return failure
      }
      /// All that comes out, in a run that goes on for long.
      func outcome() throws -> Recording<String, Late> {
        var recorder: Recorder<String, Late>?
        try marbles { m in
          m.allowLive()
          let source =
            isHot ? m.hot(row, error: Late()).eraseToAnyPublisher() : m.cold(row, error: Late()).eraseToAnyPublisher()
          if hasTicker { m.keep(Publishers.interval(m.frames(2), scheduler: m.scheduler).sink { _ in }) }
          recorder = m.record(chain.reduce(source) { $1.apply($0, m) })
          m.at(" 300ms x") {}
        }
        return recorder!.recording
      }
      /// The row of a recording, each event where it was.
      static func text(_ recording: Recording<String, Late>) -> String {
        var (text, instant) = ("", VirtualInstant.zero.advanced(by: .milliseconds(-1)))
        for entry in recording.entries {
          if entry.instant > instant, !text.isEmpty { text += "]" }
          if entry.instant > instant {
            let gap = Int(instant.distance(to: entry.instant).nanoseconds / 1_000_000) - 1
            text += String(repeating: "-", count: gap) + "["
            instant = entry.instant
          }
          switch entry.event {
          case .value(let value): text += "'\(value)'"
          case .finished: text += "|"
          case .failure: text += "#"
          }
        }
        return text.isEmpty ? "-" : text + "]"
      }
      /// The first row that holds although more comes, or that does not hold although it says everything.
      var lie: String? {
        get throws {
          let all = try outcome()
          if let failure = try failure(all) { return "the whole row fails: \(failure)" }
          for count in 0..<all.entries.count where try failure(Recording(Array(all.entries.prefix(count)))) == nil {
            return
              "'\(Self.text(Recording(Array(all.entries.prefix(count)))))' holds, and what comes is '\(Self.text(all))'"
          }
          return nil
        }
      }
    }

    private static let isLong = ProcessInfo.processInfo.environment["LONG"] != nil

    /// `LONG=1` tries twenty blocks.
    @Test(arguments: 0..<(isLong ? 20 : 4)) func aRowThatSaysTooLittleFails(_ block: Int) throws {
      for seed in block * 10..<block * 10 + 10 {
        var random = SplitMixSequence(seed: UInt64(seed))
        var sample = Sample(&random)
        if try sample.lie == nil { continue }
        while let simpler = try sample.simpler.first(where: { try $0.lie != nil }) { sample = simpler }
        Issue.record("seed \(seed): \(sample): \(try sample.lie ?? "")")
        return
      }
    }

    /// With two of the six kinds of sources on each scheduler, others for each; `LONG=1` tries all.
    @Test(arguments: Operator.allCases) func eachOperatorOnEachScheduler(_ action: Operator) throws {
      for (number, face) in Face.allCases.enumerated() {
        for (place, row) in ["-a----b", "ab-c|", "-a-#"].enumerated() {
          for isHot in [true, false] {
            if !Self.isLong, (2 * place + (isHot ? 1 : 0) + number) % 3 != 0 { continue }
            var sample = Sample(row: row, isHot: isHot, hasTicker: isHot, chain: [])
            sample.chain = [Step(action: action, face: face, frames: 5)]
            #expect(try sample.lie == nil, "\(sample)")
          }
        }
      }
    }
  }
#endif
