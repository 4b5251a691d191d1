#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  /// A report that is written on one scheduler and read on another.
  struct BackgroundReport<
    Work: Scheduler<DispatchQueue.SchedulerTimeType>, Page: Scheduler<DispatchQueue.SchedulerTimeType>
  > {
    let work: Work
    let page: Page
    func lines(write: @escaping () -> Void) -> AnyPublisher<String, Never> {
      Deferred { () -> Publishers.Sequence<[String], Never> in
        write()
        return ["line 1", "line 2"].publisher
      }
      .subscribe(on: work)
      .receive(on: page)
      .eraseToAnyPublisher()
    }
  }

  /// The threads on which things happen; `MainThreadTests` has it with the main queue.
  @Suite struct BackgroundTests {
    private let key = DispatchSpecificKey<String>()

    @Test func eachSideOnItsQueue() {
      let work = DispatchQueue(label: "work"), page = DispatchQueue(label: "page")
      work.setSpecific(key: key, value: "work")
      page.setSpecific(key: key, value: "page")
      let log = Shared<[String]>([]), done = Signal()
      let token = BackgroundReport(work: work, page: page)
        .lines { [key] in log.with { $0.append("written on \(DispatchQueue.getSpecific(key: key) ?? "?")") } }
        .sink { _ in
          done()
        } receiveValue: { [key] line in
          log.with { $0.append("\(line) on \(DispatchQueue.getSpecific(key: key) ?? "?")") }
        }
      done.wait()
      #expect(log.value == ["written on work", "line 1 on page", "line 2 on page"])
      token.cancel()
    }
  }
#endif
