import VirtualTime

extension Lane: CustomStringConvertible {
  /// The canonical text: parsed again in the same role it gives an equal lane.
  ///
  /// Silence of up to 20 frames is printed as dashes, longer or odd silence as a duration; an empty lane is a single dash.
  public var description: String {
    var printer = CanonicalPrinter(frame: frame)
    return printer.text(of: withZero())
  }

  /// The moments, with a `^` at zero if something happens before.
  func withZero() -> [Moment] {
    guard let first = moments.first, first.instant < .zero else { return moments }
    var moments = moments
    let zero = moments.firstIndex { $0.instant >= .zero } ?? moments.endIndex
    if zero < moments.endIndex, moments[zero].instant == .zero {
      moments[zero].marks.insert(Mark(.subscribe), at: 0)
    } else {
      moments.insert(Moment(instant: .zero, marks: [Mark(.subscribe)]), at: zero)
    }
    return moments
  }
}

/// Prints one lane by itself.
private struct CanonicalPrinter {
  let frame: Int64
  private var text = ""
  /// What is printed since the last space.
  private var word = ""
  private var clock: Int64 = 0

  init(frame: Int64) { self.frame = frame }

  mutating func text(of moments: [Lane.Moment]) -> String {
    clock = min(moments.first?.instant.nanoseconds ?? 0, 0)
    for (index, moment) in moments.enumerated() {
      addSilence(until: moment.instant.nanoseconds)
      add(moment, next: index + 1 < moments.count ? moments[index + 1].instant.nanoseconds : nil)
    }
    close()
    return text.isEmpty ? "-" : text
  }

  private mutating func addSilence(until instant: Int64) {
    let silence = instant.minus(clock)
    if silence < 0 {
      addTime("@" + DurationText.of(instant))
    } else if silence % frame == 0, silence / frame <= 20 {
      word += String(repeating: "-", count: Int(silence / frame))
    } else {
      addTime(DurationText.of(silence))
    }
  }

  private mutating func add(_ moment: Lane.Moment, next: Int64?) {
    let cell = MomentText(moment)
    let instant = moment.instant.nanoseconds
    let (time, tooLong) = frame.multipliedReportingOverflow(by: cell.cost)
    let (end, tooLate) = instant.addingReportingOverflow(time)
    let isRound = !tooLong && !tooLate && next.map { $0 >= end } != false
    word.addApart(cell.text(isRound: isRound))
    clock = cell.isGroup && !cell.anyOrder && isRound ? end : instant.addingReportingOverflow(frame).partialValue
  }

  private mutating func addTime(_ time: String) {
    close()
    if !text.isEmpty { text += " " }
    text += time
  }

  private mutating func close() {
    if !text.isEmpty, !word.isEmpty { text += " " }
    text += MomentText.beginsDuration(word) ? "[\(word.first!)]" + word.dropFirst() : word
    word = ""
  }
}
