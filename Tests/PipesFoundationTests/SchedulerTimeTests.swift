#if !canImport(Combine)
  import Foundation
  import PipesFoundation
  import Testing

  private typealias QueueTime = DispatchQueue.SchedulerTimeType
  private typealias QueueStride = DispatchQueue.SchedulerTimeType.Stride
  private typealias LoopTime = RunLoop.SchedulerTimeType

  /// An extension that a user may add to both.
  private protocol HasDate { var date: Date { get } }
  extension RunLoop.SchedulerTimeType: HasDate {}
  extension OperationQueue.SchedulerTimeType: HasDate {}

  extension QueueTime {
    fileprivate init(ns: UInt64) { self.init(DispatchTime(uptimeNanoseconds: ns)) }
  }

  @Suite struct SchedulerTimeTests {
    @Test("SC-05: units of a queue's stride") func units() {
      #expect(QueueStride.seconds(2).magnitude == 2_000_000_000)
      #expect(QueueStride.seconds(1.5).magnitude == 1_500_000_000)
      #expect(QueueStride.milliseconds(3).magnitude == 3_000_000)
      #expect(QueueStride.microseconds(4).magnitude == 4_000)
      #expect(QueueStride.nanoseconds(-5).magnitude == -5)
      #expect(QueueStride(.milliseconds(7)) == .nanoseconds(7_000_000))
      #expect((2 as QueueStride) == .seconds(2) && (0.25 as QueueStride) == .milliseconds(250))
      #expect(QueueStride(exactly: 12) == .seconds(12) && QueueStride(exactly: -3) == .seconds(-3))
      #expect(QueueStride.nanoseconds(9).timeInterval == .nanoseconds(9))
    }
    @Test("SC-05: a queue's stride stays within range") func strideLimits() {
      #expect(QueueStride(.never).magnitude == .max && QueueStride(.never).timeInterval == .nanoseconds(.max))
      // 2^63 nanoseconds are 9,223,372,036.85 seconds.
      #expect(QueueStride(exactly: 9_223_372_036)?.magnitude == 9_223_372_036_000_000_000)
      #expect(QueueStride(exactly: 9_223_372_037) == nil && QueueStride(exactly: -9_223_372_037) == nil)
      #expect(QueueStride(exactly: UInt64.max) == nil)
      #expect(QueueStride.seconds(Int.max).magnitude == .max && QueueStride.seconds(Int.min).magnitude == .min)
      #expect(QueueStride.seconds(1e300).magnitude == .max && QueueStride.seconds(-Double.infinity).magnitude == .min)
      #expect(QueueStride.seconds(Double.nan).magnitude == 0)
      #expect(
        QueueStride.nanoseconds(.max) + 1 == .nanoseconds(.max)
          && QueueStride.nanoseconds(.min) - 1 == .nanoseconds(.min))
      #expect(-QueueStride.nanoseconds(.min) == .nanoseconds(.max))
      #expect(
        QueueStride.nanoseconds(.max) * 2 == .nanoseconds(.max)
          && QueueStride.nanoseconds(.max) * -2 == .nanoseconds(.min))
      #expect(QueueStride.milliseconds(250) * 1 == .milliseconds(250) && QueueStride.seconds(3) * -2 == .seconds(-6))
    }
    @Test("SC-05: arithmetic with a queue's time") func time() {
      let start = QueueTime(ns: 1_000)
      #expect(start.advanced(by: .nanoseconds(500)) == QueueTime(ns: 1_500))
      #expect(start.advanced(by: .nanoseconds(-400)) == QueueTime(ns: 600))
      #expect(start.advanced(by: .nanoseconds(-5_000)) == QueueTime(ns: 1), "not before the first nanosecond")
      #expect(start.advanced(by: .nanoseconds(.max)) == QueueTime(.distantFuture))
      #expect(QueueTime(.distantFuture).advanced(by: -1) == QueueTime(.distantFuture))
      #expect(QueueTime(ns: .max - 1).advanced(by: 1) == QueueTime(.distantFuture))
      #expect(start.distance(to: QueueTime(ns: 400)) == .nanoseconds(-600))
      #expect(start.distance(to: QueueTime(ns: 1_400)) == .nanoseconds(400))
      #expect(start.distance(to: QueueTime(.distantFuture)) == .nanoseconds(.max))
      #expect(QueueTime(.distantFuture).distance(to: start) == .nanoseconds(-.max), "the sign of the direction")
      #expect(QueueTime(.distantFuture).distance(to: QueueTime(.distantFuture)) == 0)
      #expect(start < QueueTime(.distantFuture) && Set([start, QueueTime(ns: 1_000)]).count == 1)
    }
    @Test("SC-05: a queue's time and stride as JSON") func json() throws {
      let time = QueueTime(ns: 42), stride = QueueStride.nanoseconds(-7)
      #expect(String(decoding: try JSONEncoder().encode([time]), as: UTF8.self) == "[42]")
      #expect(String(decoding: try JSONEncoder().encode(stride), as: UTF8.self) == #"{"_nanoseconds":-7}"#)
      #expect(try JSONDecoder().decode([QueueTime].self, from: Data("[42]".utf8)) == [time])
      #expect(try JSONDecoder().decode(QueueStride.self, from: Data(#"{"_nanoseconds":-7}"#.utf8)) == stride)
    }
    @Test("SC-06, SC-07: times that are dates") func dates() throws {
      let start = LoopTime(Date(timeIntervalSinceReferenceDate: 100))
      #expect(start.advanced(by: 2.5).date == Date(timeIntervalSinceReferenceDate: 102.5))
      #expect(start.distance(to: start.advanced(by: -4)) == -4)
      #expect(start < start.advanced(by: .milliseconds(1)))
      #expect(
        LoopTime.Stride.milliseconds(250).timeInterval == 0.25 && LoopTime.Stride.microseconds(500_000).magnitude == 0.5
      )
      #expect(
        LoopTime.Stride.nanoseconds(125_000_000) == 0.125 && LoopTime.Stride.seconds(2) == 2
          && LoopTime.Stride(exactly: 3) == 3)
      #expect((2 as LoopTime.Stride) * 3 - 1 + 0.5 == 5.5)
      #expect(try JSONDecoder().decode(LoopTime.self, from: JSONEncoder().encode(start)) == start)
      #expect(OperationQueue.SchedulerTimeType(start.date).date == start.date)
      #expect(OperationQueue().minimumTolerance == 0 && RunLoop.main.minimumTolerance == 0)
    }
    @Test("SC-06, SC-07: two types, which a user can extend with the same protocol") func twoTypes() {
      let date = Date(timeIntervalSinceReferenceDate: 7)
      let times: [any HasDate] = [RunLoop.SchedulerTimeType(date), OperationQueue.SchedulerTimeType(date)]
      #expect(times.map(\.date) == [date, date])
      #expect(type(of: times[0]) != type(of: times[1]))
    }
    @Test("SC-05: options") func options() {
      let plain = DispatchQueue.SchedulerOptions()
      #expect(plain.qos == .unspecified && plain.flags.isEmpty && plain.group == nil)
      let group = DispatchGroup()
      let chosen = DispatchQueue.SchedulerOptions(qos: .utility, flags: .barrier, group: group)
      #expect(chosen.qos == .utility && chosen.flags == .barrier && chosen.group === group)
      #expect(DispatchQueue.main.minimumTolerance == 0)
    }
  }
#endif
