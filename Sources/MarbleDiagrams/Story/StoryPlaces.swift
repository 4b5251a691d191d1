import MarbleRuns
import VirtualTime

/// The places at which a story tells subscriptions and cancels: each at its own instant, with the event or the timer
/// that was being handled then.
///
/// A subscription is part of the subscription of its consumer if both began in the same handling, and a cancel is part
/// of the cancel of its consumer; neither is told again.
struct StoryPlaces {
  /// The steps that are told with an event, and with a timer that fires.
  private(set) var byEvent: [Int: [TraceStep]] = [:]
  private(set) var byTimer: [Int: [TraceStep]] = [:]
  /// The lines that an operator cancels when it completes, by its completion.
  private(set) var byCompletion: [Int: [Int]] = [:]
  /// The steps that have a sentence of their own.
  private(set) var alone: Set<TraceStep> = []
  private let trace: Trace

  init(_ trace: Trace, _ index: TraceIndex) {
    self.trace = trace
    var isCancelled = Array(repeating: false, count: trace.subscriptions.count)
    // Whether a line began with a subscriber of the pipeline, and the lines for whose sources there are sentences.
    var isFirst = isCancelled
    var isTold = isCancelled
    for step in trace.steps {
      switch step {
      case .subscribed(let line):
        let own = trace.subscriptions[line]
        let isPart = own.consumer.map { Self.isPart(own, of: trace.subscriptions[$0]) } ?? (own.trigger == nil)
        isFirst[line] = isPart && (own.consumer.map { isFirst[$0] } ?? true) && own.trigger == nil && own.timer == nil
        if trace.stages[own.stage].isGiven { break }
        if isFirst[line] {
          guard trace.stages[own.stage].kind != .operator else { break }
          alone.insert(step)
          var line = Optional(line)
          while let one = line, !isTold[one] {
            isTold[one] = true
            line = trace.subscriptions[one].consumer
          }
        } else if !isPart {
          place(step, own.start, own.trigger, own.timer)
        }
      case .cancelled(let line):
        isCancelled[line] = true
        let own = trace.subscriptions[line]
        guard let consumer = own.consumer, let end = own.end else {
          alone.insert(step)
          break
        }
        if isCancelled[consumer], trace.subscriptions[consumer].end == end { break }
        if let last = index.events[consumer].last, trace.events[last].isEnd, trace.events[last].instant == end,
          trace.events[last].trigger == own.endTrigger
        {
          byCompletion[last, default: []].append(line)
        } else {
          place(step, end, own.endTrigger, own.endTimer)
        }
      default: break
      }
    }
    // A subscription of which no source has begun is told itself.
    for line in trace.subscriptions.indices
    where trace.subscriptions[line].consumer == nil && isFirst[line] && !isTold[line] {
      alone.insert(.subscribed(line))
    }
  }

  private mutating func place(_ step: TraceStep, _ instant: VirtualInstant, _ event: Int?, _ timer: Int?) {
    if let timer, trace.timers[timer].waits {
      if trace.timers[timer].end == instant, trace.timers[timer].ending == .fired, trace.timers[timer].line != nil {
        byTimer[timer, default: []].append(step)
      } else {
        alone.insert(step)
      }
    } else if let event, trace.events[event].instant == instant {
      byEvent[event, default: []].append(step)
    } else {
      alone.insert(step)
    }
  }

  private static func isPart(_ line: TraceSubscription, of consumer: TraceSubscription) -> Bool {
    line.start == consumer.start && line.trigger == consumer.trigger && line.timer == consumer.timer
  }
}
