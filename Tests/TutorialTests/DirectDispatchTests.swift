#if canImport(Glibc)
  import Dispatch
  import Foundation
  import MarblesTesting
  import PipesFoundation
  import Testing
  import VirtualTime

  /// Code that gives work to Dispatch directly, in tests that are awaited.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct DirectDispatchTests {
    private final class Model: @unchecked Sendable {
      // Unchecked: one thread of the run writes at a time.
      var text = ""
      func load() { DispatchQueue.main.asyncAfter(deadline: .now() + 0.001) { self.text = "loaded" } }
      func start() {
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.001)
          self.text = "started"
        }
      }
      func log() { DispatchIO(type: .stream, fileDescriptor: 0, queue: .global()) { _ in }.close() }
    }
    private static func problems(_ prepare: @escaping @Sendable (MarbleTest) -> Void) async -> [String] {
      let texts = PassthroughSubject<String, Never>(), found = Guarded<[String]>([])
      let token = texts.sink { text in found.with { $0.append(text) } }
      _ = try? await Marbles.marbles(report: { texts.send($0.text) }) { m in
        prepare(m)
        let model = Model()
        m.at("---x") { model.log() }
      }
      withExtendedLifetime(token) {}
      return found.with { $0 }
    }

    @Test func aPropertyThatACallbackSets() async throws {
      try await marbles { m in
        let model = Model()
        m.at("---x") { model.load() }
        m.at("-----x") { #expect(model.text == "loaded") }
        m.expect(m.cold("-a----|")).toBe("-a----|")
      }
    }
    @Test func aThread() async throws {
      try await marbles { m in
        let model = Model()
        m.at("---x") { model.start() }
        m.at("-----x") { #expect(model.text == "started") }
        m.expect(m.cold("-a----|")).toBe("-a----|")
      }
    }
    @Test func aFile() async {
      let problems = await Self.problems { _ in }
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("frame 3: DispatchIO in '") == true)
      #expect(problems.first?.hasSuffix("log()' works in real time; pass the answer to your code") == true)
    }
    @Test func allowed() async {
      #expect(await Self.problems { $0.allowOutsideWork() } == [])
    }
    @Test(.virtualTime(allowsOutsideWork: true)) func aLog() async {
      DispatchQueue(label: "log").async {}
    }
    #if !canImport(Combine)
      /// A scheduler of the same queue is virtual, and refused only once. With Combine the scheduler is that of Apple,
      /// in real time.
      @Test func aScheduler() async throws {
        try await marbles { m in
          m.expect(m.cold("-a|").delay(for: 0.002, scheduler: DispatchQueue.main)).toBe("---a|")
        }
        let found = await Self.problems { m in
          m.refuseRealSchedulers()
          m.at("x") { DispatchQueue.main.schedule {} }
        }
        #expect(found.count { $0.contains("was scheduled on DispatchQueue.main") } == 1)
        #expect(!found.contains { $0.contains("DispatchQueue.main.async works") })
      }
    #endif
  }
#endif
