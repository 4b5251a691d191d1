import VirtualTime

/// The instant that a row has reached: some frames, and times that are written as such. The frames are rounded once.
struct RowClock {
  let frame: FrameLength
  /// The instant of the times, and the number of frames after it.
  private var base: Int64 = 0
  private var frames: Int64 = 0
  private(set) var instant: Int64 = 0

  init(_ frame: FrameLength) { self.frame = frame }

  /// Advances by a number of frames. Returns false if that is beyond the range.
  @discardableResult mutating func advance(frames count: Int64) -> Bool {
    if frame.excess == 0 { return advance(by: frame.nanoseconds.times(count)) }
    let (sum, overflow) = base.addingReportingOverflow(frame.time(of: frames.plus(count)))
    if overflow || sum == .max { return false }
    frames += count
    instant = sum
    return true
  }
  /// Advances by a time. Returns false if that is beyond the range.
  @discardableResult mutating func advance(by time: Int64) -> Bool {
    // A third of a second is a frame of that length, and the instant of a frame is that frame.
    if frame.excess > 0, time > 0, let count = frame.frames(in: time) { return advance(frames: count) }
    let (sum, overflow) = instant.addingReportingOverflow(time)
    if overflow { return false }
    base += time
    instant = sum
    if frame.excess > 0, sum > 0, let number = frame.frames(in: sum) {
      base = 0
      frames = number
    }
    return true
  }
  /// Goes to a time after zero, or after another instant of the row.
  mutating func jump(to time: Int64, after zero: RowClock?) {
    self = zero ?? RowClock(frame)
    _ = advance(by: time)
  }
  /// The number of frames after which an instant comes exactly; `nil` if there is none.
  func frames(until end: Int64) -> Int64? { frame.frames(in: end.minus(base)).map { $0 - frames } }
  /// The time since an instant of the row, with the frames between them rounded once.
  func since(_ start: RowClock) -> Int64 {
    base - start.base + (frame.excess == 0 ? 0 : frame.time(of: frames - start.frames))
  }
}
