import Combine
import Foundation

// Code of an app that knows nothing of Pipes.

func searches<S: Scheduler>(
  _ typed: some Publisher<String, Never>, on scheduler: S
) -> some Publisher<String, Never> where S.SchedulerTimeType == RunLoop.SchedulerTimeType {
  typed.debounce(for: .milliseconds(300), scheduler: scheduler).removeDuplicates()
}

func pause<P: Publisher, S: Scheduler>(
  _ source: P, for length: S.SchedulerTimeType.Stride, on scheduler: S
) -> AnyPublisher<P.Output, P.Failure> {
  source.delay(for: length, scheduler: scheduler).eraseToAnyPublisher()
}

struct Clock<S: Scheduler> {
  let scheduler: S
  func ticks(_ count: Int, every interval: S.SchedulerTimeType.Stride, _ tick: @escaping (Int) -> Void)
    -> any Cancellable
  {
    var number = 0
    return scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: nil
    ) {
      number += 1
      tick(number)
    }
  }
}

struct Counting<Base: Scheduler>: Scheduler {
  let base: Base
  let count: () -> Void

  var now: Base.SchedulerTimeType { base.now }
  var minimumTolerance: Base.SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: Base.SchedulerOptions?, _ action: @escaping () -> Void) {
    count()
    base.schedule(options: options, action)
  }
  func schedule(
    after date: Base.SchedulerTimeType, tolerance: Base.SchedulerTimeType.Stride, options: Base.SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    count()
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }
  func schedule(
    after date: Base.SchedulerTimeType, interval: Base.SchedulerTimeType.Stride,
    tolerance: Base.SchedulerTimeType.Stride,
    options: Base.SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    count()
    return base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}

final class Shelf: ObservableObject {
  @Published var query = ""
  @Published private(set) var title = "nothing"
  init<S: Scheduler>(scheduler: S) {
    $query.dropFirst().debounce(for: .milliseconds(300), scheduler: scheduler).map { "books about \($0)" }.assign(
      to: &$title)
  }
}
