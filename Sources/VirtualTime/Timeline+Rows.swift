import PipesCore
import Synchronization

/// The instants that rows show.
///
/// `Task.sleep(for: .seconds(1.1))` lasts a nanosecond more than 1100 ms, because the number is 1.100000000000000096 and
/// no sleep ends early. In a row the event after it is at 1100 ms:
///
/// 1. Each sleep of the runtime notes the number of nanoseconds by which it may be late: as many as the instant at which
///    it begins may be, and one more if its own end was rounded. No other instant is ever late.
/// 2. An instant may be shown earlier by at most the largest such number up to now: at the frame, or at the roundest
///    instant, that is near enough. Without such a sleep each instant is shown as it is.
/// 3. The frames of a length that is no whole number of nanoseconds are rounded once, and each interval of a scheduler by
///    itself: up to a nanosecond for each frame does not count there.
/// 4. One instant is shown as one, whatever happens at it, and a later one never before it.
struct RowRounding {
  var frame = FrameLength(nanoseconds: 1)
  /// The largest number of nanoseconds by which a sleep that has begun may be late.
  private var most: Int64 = 0
  /// The instant at which a sleep has ended last, and by how much it may be late.
  private var ended: (instant: Int64, late: Int64) = (.min, 0)
  /// The instant that was shown last, and as what.
  private var shown: (instant: Int64, row: Int64) = (.min, .min)

  var isExact: Bool { most == 0 && frame.excess == 0 }

  /// Called when a sleep begins whose end was rounded up, or not. Returns by how much its end may be late.
  mutating func begin(at now: Int64, isRounded: Bool) -> Int64 {
    if most == 0, !isRounded { return 0 }
    let late = max(ended.instant == now ? ended.late : 0, now - row(of: now)) + (isRounded ? 1 : 0)
    most = max(most, late)
    return late
  }
  /// Called when a sleep ends.
  mutating func end(at now: Int64, late: Int64) {
    if late > 0 { ended = (now, max(late, ended.instant == now ? ended.late : 0)) }
  }

  mutating func row(of now: Int64) -> Int64 {
    if isExact { return now }
    if shown.instant != now { shown = (now, max(folded(now), min(shown.row, now))) }
    return shown.row
  }
  private func folded(_ now: Int64) -> Int64 {
    if frame.nanoseconds > 0 {
      let number = frame.number(at: now), time = frame.time(of: number)
      if now - time <= most + (frame.excess > 0 ? number : 0) { return time }
    }
    var unit: Int64 = 1
    while unit <= .max / 10, now % (unit * 10) <= most, unit * 10 <= now { unit *= 10 }
    return now - now % unit
  }
}

extension Timeline {
  /// The current instant as rows show it.
  package var rowInstant: VirtualInstant {
    let now = nanoseconds
    guard core.roundsRows.load(ordering: .relaxed) else { return VirtualInstant(nanoseconds: now) }
    return VirtualInstant(nanoseconds: core.state.with { $0.rows.row(of: now) })
  }
  /// Says how long the frames of the rows are.
  package func readRows(frame: FrameLength) {
    core.state.with { $0.rows.frame = frame }
    core.roundsRows.store(frame.excess > 0, ordering: .relaxed)
  }
  /// Called when a sleep of the runtime begins whose end was rounded up to the nanosecond, or not. Returns the number of
  /// nanoseconds by which its end may be late.
  func beginSleep(isRounded: Bool) -> Int64 {
    guard isRounded || core.roundsRows.load(ordering: .relaxed) else { return 0 }
    core.roundsRows.store(true, ordering: .relaxed)
    return core.state.with { $0.rows.begin(at: nanoseconds, isRounded: isRounded) }
  }
}
