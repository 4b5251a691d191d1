import Foundation
import Pipes
import Testing

@Suite("Schedulers") struct ImmediateSchedulerTests {
  let rig = Rig()

  let scheduler = ImmediateScheduler.shared

  @Test("SC-04 no time passes") func time() {
    let now = scheduler.now
    #expect(now.distance(to: now.advanced(by: 7)) == 0)
    #expect(now == now.advanced(by: .seconds(3)))
    #expect(scheduler.minimumTolerance == 0)
  }

  @Test("SC-03 SC-04 units are nothing, numbers are numbers") func stride() throws {
    typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
    for unit in [Stride.seconds(1), .seconds(1.5), .milliseconds(1), .microseconds(1), .nanoseconds(1)] {
      #expect(unit.magnitude == 0)
    }
    #expect(Stride(4).magnitude == 4)
    #expect((2.9 as Stride).magnitude == 2)
    #expect(Stride(exactly: UInt64.max) == nil)
    #expect(Stride(exactly: UInt8(3)) == 3)
    #expect(Stride(4) + 3 == 7 && Stride(4) - 3 == 1 && Stride(4) * 3 == 12 && Stride(3) < 4)
    let text = try JSONEncoder().encode(Stride(5))
    #expect(try JSONDecoder().decode(Stride.self, from: text) == 5)
  }

  @Test("SC-01 SC-02 what is left out is the minimum tolerance and no options") func defaults() {
    let scheduler = RecordingScheduler(rig)
    scheduler.schedule {}
    scheduler.schedule(after: .zero.advanced(by: 5)) {}
    scheduler.schedule(after: .zero.advanced(by: 5), tolerance: 2) {}
    _ = scheduler.schedule(after: .zero.advanced(by: 5), interval: 3) {}
    _ = scheduler.schedule(after: .zero.advanced(by: 5), interval: 3, tolerance: 2) {}
    #expect(rig.take().hasPrefix("soon(-) at5~1(-) at5~2(-) at5+3~1(-)"))
  }

  @Test("TI-02 TI-03 TI-06 timed operators work on it") func operators() {
    rig.attach([1, 2].publisher.debounce(for: 1, scheduler: scheduler), demand: .unlimited)
    #expect(rig.take() == "^Debounce 1 2 |")
    rig.attach([1, 2].publisher.receive(on: scheduler), demand: .unlimited)
    #expect(rig.take() == "^ReceiveOn 1 2 |")
    rig.attach([1, 2].publisher.delay(for: 1, scheduler: scheduler), demand: .unlimited)
    #expect(rig.take() == "^ 1 2 |")
    rig.attach([1, 2].publisher.subscribe(on: scheduler), demand: .unlimited)
    #expect(rig.take() == "^SubscribeOn 1 2 |")
  }
}
