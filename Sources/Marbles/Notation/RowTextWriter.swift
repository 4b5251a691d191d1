import VirtualTime

extension Lane {
  /// Returns the text of the lane in the place of an older row: what holds stays as it was written, also the silence.
  ///
  /// - Parameters:
  ///   - old: The text of the older row.
  ///   - row: Its lane, with the ranges of its marks in the text.
  package func text(inPlaceOf old: String, _ row: Lane, as role: Role) -> String {
    let written = RowTextWriter(old, row).text(of: moments)
    if let written, (try? Lane(parsing: written, as: role, frame: frameLength)) == self { return written }
    return String(old.prefix { $0 == " " }) + description
  }
}

/// Writes moments with the parts of an older text that still hold.
private struct RowTextWriter {
  private let frame: Int64
  private let characters: [Character]
  /// The moments of the text, each with its range and brackets; and their places, by instant.
  private var parts: [(moment: Lane.Moment, range: Range<Int>)] = []
  private var places: [VirtualInstant: Int] = [:]

  init(_ text: String, _ lane: Lane) {
    frame = lane.frame
    characters = Array(text)
    for moment in lane.moments {
      let ranges = moment.content.compactMap(\.range)
      guard let first = ranges.first, let last = ranges.last, last.upperBound <= characters.count else { continue }
      var (start, end) = (first.lowerBound, last.upperBound)
      while start > 0, characters[start - 1] == " " { start -= 1 }
      if start > 0, "([{".contains(characters[start - 1]) {
        start -= 1
        while end < characters.count, characters[end] == " " { end += 1 }
        end = min(end + 1, characters.count)
      } else {
        start = first.lowerBound
      }
      if start < parts.last?.range.upperBound ?? 0 { continue }
      places[moment.instant] = parts.count
      parts.append((moment, start..<end))
    }
  }

  /// The text; `nil` if it cannot be composed. Whether it means the moments is to be checked.
  func text(of moments: [Lane.Moment]) -> String? {
    if moments.isEmpty { return nil }
    var text = ""
    var clock: Int64 = 0
    // The number of parts up to the end of the text, if the older text could go on here.
    var passed: Int? = 0
    for (number, moment) in moments.enumerated() {
      let instant = moment.instant.nanoseconds
      let place = places[moment.instant]
      if let place, place == passed {
        text += characters[end(of: place - 1)..<parts[place].range.lowerBound]
      } else {
        if text.isEmpty { text = String(characters.prefix { $0 == " " }) }
        guard let silence = silence(instant - clock) else { return nil }
        text += silence
      }
      let own = place.map { String(characters[parts[$0].range]) }
      let next = number + 1 < moments.count ? moments[number + 1].instant.nanoseconds : nil
      let new =
        place.flatMap { parts[$0].moment == moment ? own : nil }
        ?? self.text(of: moment, next: next, isSquare: own?.first == "[")
      text += new
      clock = instant.plus(frame.times(frames(new)))
      passed = place.flatMap { own.map(frames) == frames(new) ? $0 + 1 : nil }
    }
    if passed == parts.count { text += characters[end(of: parts.count - 1)...] }
    return text
  }

  private func end(of part: Int) -> Int { part < 0 ? 0 : parts[part].range.upperBound }
  /// The frames that the text of a moment takes.
  private func frames(_ text: String) -> Int64 { text.first == "(" ? Int64(text.count) : 1 }

  private func text(of moment: Lane.Moment, next: Int64?, isSquare: Bool) -> String {
    let text = MomentText(moment)
    let end = moment.instant.nanoseconds.plus(frame.times(text.cost))
    return text.text(isRound: !isSquare && next.map { $0 >= end } ?? true)
  }

  private func silence(_ length: Int64) -> String? {
    if length < 0 { return nil }
    let (frames, rest) = length.quotientAndRemainder(dividingBy: frame)
    return rest == 0 && frames <= 20 ? String(repeating: "-", count: Int(frames)) : " \(DurationText.of(length)) "
  }
}
