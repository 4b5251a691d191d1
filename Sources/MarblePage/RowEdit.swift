import MarbleSpecs
import Marbles
import VirtualTime

/// A row of marbles that is edited one mark at a time. The rest stays as it was written: alignment, groups, durations.
struct RowEdit {
  /// The edit of a mark.
  enum MarkEdit: Hashable, Sendable {
    /// Moves the mark of this number, counted from the beginning of the row, to another instant, in nanoseconds.
    case move(Int, to: Int64)
    /// Adds a mark, written as in a row, at an instant, in nanoseconds.
    case add(String, at: Int64)
    case remove(Int)
    /// Writes the mark of this number differently.
    case rename(Int, String)
  }

  /// The row after the action.
  struct Outcome: Hashable, Sendable {
    var text: String
    /// The number of the mark that was moved, added or renamed.
    var mark: Int?
  }

  private let text: String
  private let role: Lane.Role
  private let lane: Lane

  init(_ text: String, as role: Lane.Role, frame: Int64) throws(NotationError) {
    self.text = text
    self.role = role
    lane = try Lane(parsing: text, as: role, frame: frame)
  }

  /// The row after an action; `nil` if there is no such mark, or if no row can represent the result.
  func outcome(of action: MarkEdit) -> Outcome? {
    var moments = lane.moments
    let moved: (instant: VirtualInstant, index: Int)?
    switch action {
    case .move(let number, let instant):
      guard let mark = RowEdit.take(number, from: &moments) else { return nil }
      moved = insert(mark, at: nearest(to: instant, for: mark, in: moments), into: &moments)
    case .add(let sign, let instant):
      guard let mark = mark(sign) else { return nil }
      if mark.isEnd, moments.last?.marks.last?.isEnd == true { moments.removeEnd() }
      moved = insert(mark, at: nearest(to: instant, for: mark, in: moments), into: &moments)
    case .remove(let number):
      guard RowEdit.take(number, from: &moments) != nil else { return nil }
      moved = nil
    case .rename(let number, let sign):
      guard let place = RowEdit.place(of: number, in: moments), let mark = mark(sign) else { return nil }
      moments[place.moment].marks[place.mark] = mark
      moved = (moments[place.moment].instant, place.mark)
    }
    guard let written = written(moments) else { return nil }
    return Outcome(text: written, mark: moved.flatMap { RowEdit.number(of: $0.index, at: $0.instant, in: moments) })
  }

  // MARK: Marks

  private static func place(of number: Int, in moments: [Lane.Moment]) -> (moment: Int, mark: Int)? {
    var rest = number
    for (index, moment) in moments.enumerated() {
      if rest >= 0, rest < moment.marks.count { return (index, rest) }
      rest -= moment.marks.count
    }
    return nil
  }

  private static func number(of mark: Int, at instant: VirtualInstant, in moments: [Lane.Moment]) -> Int? {
    var count = 0
    for moment in moments {
      if moment.instant == instant { return count + mark }
      count += moment.marks.count
    }
    return nil
  }

  private static func take(_ number: Int, from moments: inout [Lane.Moment]) -> Mark? {
    guard let place = place(of: number, in: moments) else { return nil }
    let mark = moments[place.moment].marks.remove(at: place.mark)
    if moments[place.moment].marks.isEmpty { moments.remove(at: place.moment) }
    return mark
  }

  /// The mark that is written so; `nil` if it cannot be read.
  private func mark(_ sign: String) -> Mark? {
    let prefix = role == .window && sign != "^" ? "^" : ""
    let read = try? Lane(parsing: prefix + sign, as: role, frame: lane.frame)
    let marks = (read?.moments ?? []).flatMap(\.marks)
    return marks.count == (prefix.isEmpty ? 1 : 2) ? marks.last : nil
  }

  /// The nearest instant to which a mark may be moved: no mark follows a completion, and a subscription begins before
  /// it ends.
  private func nearest(to instant: Int64, for mark: Mark, in moments: [Lane.Moment]) -> Int64 {
    var (first, last) = (min(lane.moments.first?.instant.nanoseconds ?? 0, 0), Int64.max)
    if role != .hot { first = 0 }
    for moment in moments {
      for other in moment.marks {
        if mark.isEnd || other.kind == .subscribe { first = max(first, moment.instant.nanoseconds) }
        if other.isEnd || mark.kind == .subscribe { last = min(last, moment.instant.nanoseconds) }
      }
    }
    return min(max(instant, first), max(first, last))
  }

  /// Inserts a mark after the other marks of its instant, but before a completion; the start of a subscription is
  /// inserted first.
  private func insert(_ mark: Mark, at nanoseconds: Int64, into moments: inout [Lane.Moment]) -> (VirtualInstant, Int) {
    let instant = VirtualInstant(nanoseconds: nanoseconds)
    let index = moments.firstIndex { $0.instant >= instant } ?? moments.endIndex
    guard index < moments.endIndex, moments[index].instant == instant else {
      moments.insert(Lane.Moment(instant: instant, marks: [mark]), at: index)
      return (instant, 0)
    }
    let marks = moments[index].marks
    let place = mark.kind == .subscribe ? 0 : mark.isEnd ? marks.count : marks.firstIndex { $0.isEnd } ?? marks.count
    moments[index].marks.insert(mark, at: place)
    return (instant, place)
  }

  // MARK: Writing

  /// The moments as text: as similar to the previous text as possible, else canonical. `nil` if no row represents them.
  private func written(_ moments: [Lane.Moment]) -> String? {
    let wanted = Lane(frame: lane.frame, moments: moments)
    let hasCaret = role == .hot && text.contains("^")
    let writer = RowWriter(text, lane, caret: hasCaret)
    for candidate in [writer.text(of: moments), wanted.description] {
      if let candidate, (try? Lane(parsing: candidate, as: role, frame: lane.frame)) == wanted { return candidate }
    }
    return nil
  }
}

extension [Lane.Moment] {
  fileprivate mutating func removeEnd() {
    self[count - 1].marks.removeLast()
    if self[count - 1].marks.isEmpty { removeLast() }
  }
}

/// Writes the moments of a row as similar as possible to its previous text.
private struct RowWriter {
  /// A moment as it was written, with the silence before it.
  private struct Piece {
    var moment: Lane.Moment
    var gap: String
    var gapLength: Int64
    var text: String
    var length: Int64
  }

  private let frame: Int64
  private var pieces: [Piece] = []
  private var tail = ""
  private var total: Int64 = 0
  /// Whether the text contains a `^`, which is time zero of a hot stream.
  private let hasCaret: Bool
  private let hasDurations: Bool

  init(_ text: String, _ lane: Lane, caret: Bool) {
    frame = lane.frame
    hasCaret = caret
    hasDurations = text.contains { $0 == "m" || $0 == "s" || $0 == "h" } && RowWriter.hasDuration(text)
    let characters = Array(text)
    // The time at each place at which a moment begins is computed from the moments.
    var position = 0
    var clock: Int64 = 0
    var isFirst = true
    for moment in lane.moments {
      guard let first = moment.marks.first?.range, let last = moment.marks.last?.range else { continue }
      var (start, end) = (first.lowerBound, last.upperBound)
      let isGroup =
        start > position && "([{".contains(characters[start - 1])
        || RowWriter.opens(characters, before: start, from: position)
      if isGroup {
        while start > position, !"([{".contains(characters[start - 1]) { start -= 1 }
        start -= 1
        while end < characters.count, !")]}".contains(characters[end]) { end += 1 }
        end = min(end + 1, characters.count)
      }
      if caret, isFirst { clock = RowWriter.zeroClock(characters, until: start, moment, frame) ?? .min }
      let body = String(characters[start..<end])
      let isRound = body.first == "(" && isGroup
      let length = isRound ? Int64(RowWriter.width(body)) * frame : frame
      let instant = moment.instant.nanoseconds
      pieces.append(
        Piece(
          moment: moment, gap: String(characters[position..<start]), gapLength: instant - clock, text: body,
          length: length))
      clock = instant + length
      position = end
      isFirst = false
    }
    tail = String(characters[position...])
    total = clock
  }

  private static func hasDuration(_ text: String) -> Bool {
    text.split(separator: " ").contains { word in
      guard let first = word.first, "0123456789@".contains(first), let last = word.last else { return false }
      return "smh".contains(last)
    }
  }
  private static func opens(_ characters: [Character], before start: Int, from position: Int) -> Bool {
    characters[position..<start].last { $0 != " " }.map { "([{".contains($0) } ?? false
  }
  /// The time at the beginning of a hot row, if only dashes and blanks precede its first moment.
  private static func zeroClock(_ characters: [Character], until start: Int, _ moment: Lane.Moment, _ frame: Int64)
    -> Int64?
  {
    let before = characters[..<start]
    guard before.allSatisfy({ "- ^".contains($0) }) else { return nil }
    return moment.instant.nanoseconds - Int64(before.filter { $0 != " " }.count) * frame
  }
  /// The width of a round group in frames: its graphemes without blanks outside of quotes.
  private static func width(_ body: String) -> Int {
    var (count, isQuoted, isEscaped) = (0, false, false)
    for character in body {
      if isEscaped {
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
      } else if isQuoted, character == "\\" {
        isEscaped = true
      }
      if character != " " || isQuoted { count += 1 }
    }
    return count
  }

  /// The text of the moments; `nil` if a `^` would have to move.
  func text(of moments: [Lane.Moment]) -> String? {
    var text = ""
    var clock: Int64 = pieces.first.map { $0.moment.instant.nanoseconds - $0.gapLength } ?? 0
    var needsCaret = hasCaret
    if clock == .min { return nil }
    for (index, moment) in moments.enumerated() {
      let instant = moment.instant.nanoseconds
      let old = pieces.firstIndex { $0.moment == moment }
      let follows = old.map { old in
        old == 0 ? index == 0 : index > 0 && pieces[old - 1].moment == moments[index - 1]
      }
      if let old, follows == true, instant - clock == pieces[old].gapLength {
        text += pieces[old].gap
      } else if needsCaret, clock <= 0, instant > 0, let before = silence(-clock, after: text, near: index),
        let after = silence(instant - frame, after: "^", near: 1)
      {
        text += before + "^" + after
      } else if let gap = silence(instant - clock, after: text, near: index) {
        text += gap
      } else {
        return nil
      }
      if text.contains("^") { needsCaret = false }
      let next = index + 1 < moments.count ? moments[index + 1].instant.nanoseconds : Int64.max
      if let old, instant + pieces[old].length <= next {
        text += pieces[old].text
        clock = instant + pieces[old].length
      } else {
        let body = RowWriter.body(moment)
        let length = body.isGroup ? Int64(RowWriter.width(body.text) + 2) * frame : frame
        let isRound = instant + length <= next && !usesSquares && !moment.anyOrder
        text +=
          !body.isGroup ? body.text : moment.anyOrder ? "{\(body.text)}" : isRound ? "(\(body.text))" : "[\(body.text)]"
        clock = instant + (body.isGroup && isRound ? length : frame)
      }
    }
    return text + rest(after: clock, moments)
  }

  private var usesSquares: Bool {
    pieces.contains { $0.text.first == "[" } && !pieces.contains { $0.text.first == "(" }
  }

  /// The text after the last moment: empty after a completion, otherwise silence up to the previous length of the row.
  private func rest(after clock: Int64, _ moments: [Lane.Moment]) -> String {
    if moments.last?.marks.last?.isEnd == true { return String(tail.filter { $0 == " " }) }
    if moments.last == pieces.last?.moment { return tail }
    let silent = Int64(tail.filter { $0 == "-" }.count) * frame
    let missing = max(0, total + silent - clock)
    return missing % frame == 0 && missing / frame <= 200 ? String(repeating: "-", count: Int(missing / frame)) : ""
  }

  private func silence(_ length: Int64, after text: String, near index: Int) -> String? {
    if length < 0 { return nil }
    if length % frame == 0, length / frame <= (hasDurations ? 20 : 400) {
      return blanks(before: index) + String(repeating: "-", count: Int(length / frame))
    }
    return (text.isEmpty || text.last == " " ? "" : " ") + DurationText.of(length) + " "
  }
  /// The blanks at the beginning of a row, which align it.
  private func blanks(before index: Int) -> String {
    guard index == 0, let gap = pieces.first?.gap else { return "" }
    return String(gap.prefix { $0 == " " })
  }

  private static func body(_ moment: Lane.Moment) -> (text: String, isGroup: Bool) {
    var text = ""
    for mark in moment.marks { text += (text.isEmpty || !text.joins(mark.text) ? "" : " ") + mark.text }
    return (text, moment.marks.count != 1 || moment.anyOrder)
  }
}

extension String {
  /// Whether this text and the next one would share a grapheme if they were joined.
  fileprivate func joins(_ next: String) -> Bool { count + next.count != (self + next).count }
}
