import VirtualTime

extension Lane: CustomStringConvertible {
  /// The canonical text of the lane. Parsing it again in the same role gives an equal lane.
  ///
  /// Silence of up to 20 frames is printed as dashes, longer or odd silence as a duration; an empty lane is a single
  /// dash.
  public var description: String {
    var printer = CanonicalPrinter(frameLength)
    return printer.text(of: withZero())
  }

  /// Returns the moments, with a `^` at zero if there are moments before it.
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

/// Prints a single lane. It collects bytes in an array: appending to a string costs ten times as much per symbol.
private struct CanonicalPrinter {
  private var text: [UInt8] = []
  /// The start of the last word.
  private var word = 0
  /// Whether the last word is a time, so that the next word begins after a space.
  private var isApart = false
  private var clock: RowClock

  init(_ frame: FrameLength) { clock = RowClock(frame) }

  mutating func text(of moments: [Lane.Moment]) -> String {
    text.reserveCapacity(4 * moments.count + 1)
    clock.jump(to: min(moments.first?.instant.nanoseconds ?? 0, 0), after: nil)
    for index in moments.indices {
      addSilence(until: moments[index].instant.nanoseconds)
      if moments[index].content.count == 1, !moments[index].anyOrder {
        let mark = moments[index].content[0]
        if let byte = mark.plainByte { addPlain(byte) } else { addApart(mark.text) }
        clock.advance(frames: 1)
      } else {
        addGroup(moments[index], next: index + 1 < moments.count ? moments[index + 1].instant.nanoseconds : nil)
      }
    }
    close()
    return text.isEmpty ? "-" : String(decoding: text, as: UTF8.self)
  }

  private mutating func addSilence(until instant: Int64) {
    let silence = instant.minus(clock.instant)
    if silence < 0 {
      addTime("@" + DurationText.of(instant))
      clock.jump(to: instant, after: nil)
    } else if silence > 0 {
      if let frames = clock.frames(until: instant), frames <= 20 {
        for _ in 0..<frames { addPlain(UInt8(ascii: "-")) }
        clock.advance(frames: frames)
      } else {
        addTime(DurationText.of(silence))
        clock.advance(by: silence)
      }
    }
  }

  private mutating func addGroup(_ moment: Lane.Moment, next: Int64?) {
    if addPlainGroup(moment, next: next) { return }
    let cell = MomentText(moment)
    let isRound = isRound(cost: cell.cost, next: next)
    addApart(cell.text(isRound: isRound))
    clock.advance(frames: isRound && !moment.anyOrder ? cell.cost : 1)
  }
  /// Adds a group of plain bytes without the text of each. Returns false if it is another group.
  private mutating func addPlainGroup(_ moment: Lane.Moment, next: Int64?) -> Bool {
    let marks = moment.content
    guard !marks.isEmpty, text.last ?? 0 < 0x80, marks.allSatisfy({ $0.plainByte != nil }) else { return false }
    let cost = Int64(marks.count + 2), isRound = isRound(cost: cost, next: next)
    let brackets: (UInt8, UInt8) = moment.anyOrder ? (0x7B, 0x7D) : isRound ? (0x28, 0x29) : (0x5B, 0x5D)
    addPlain(brackets.0)
    for mark in marks { if let byte = mark.plainByte { text.append(byte) } }
    text.append(brackets.1)
    clock.advance(frames: isRound && !moment.anyOrder ? cost : 1)
    return true
  }
  /// Whether no moment comes before the end of a group in round brackets.
  private func isRound(cost: Int64, next: Int64?) -> Bool {
    var end = clock
    return end.advance(frames: cost) && next.map { $0 >= end.instant } != false
  }

  private mutating func beginWord() {
    if !isApart { return }
    text.append(UInt8(ascii: " "))
    word = text.count
    isApart = false
  }

  /// Appends to the word a byte that is a grapheme in any position.
  private mutating func addPlain(_ byte: UInt8) {
    beginWord()
    text.append(byte)
  }

  /// Appends to the word, after a space if the two would share a grapheme.
  private mutating func addApart(_ next: String) {
    beginWord()
    if let last = text.last, last >= 0x80 || next.utf8.first! >= 0x80,
      String(decoding: text[word...], as: UTF8.self).joins(next)
    {
      text.append(UInt8(ascii: " "))
    }
    text.append(contentsOf: next.utf8)
  }

  private mutating func addTime(_ time: String) {
    close()
    if !text.isEmpty { text.append(UInt8(ascii: " ")) }
    text.append(contentsOf: time.utf8)
    word = text.count
    isApart = true
  }

  /// Ends the word. If it would be read as a duration, its first symbol is put into brackets.
  private mutating func close() {
    if word < text.count, MomentText.beginsDuration(text[word...]) {
      text.insert(UInt8(ascii: "]"), at: word + 1)
      text.insert(UInt8(ascii: "["), at: word)
    }
  }
}
