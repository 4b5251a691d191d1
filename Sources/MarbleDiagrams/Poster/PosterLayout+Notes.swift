import MarbleRuns
import Marbles
import VirtualTime

extension PosterLayout {
  /// Adds the requests of a subscriber, each at its instant.
  mutating func addDemand(_ lane: Lane, _ subject: Picture.Row.Topic) {
    cursor += 2
    let y = cursor + max(10, leastHalf)
    rows.append(Picture.Row(subject: subject, y: y))
    addName("demand", "", y)
    let counts = lane.moments.flatMap(\.marks).compactMap {
      if case .request(let count) = $0.kind { count } else { nil }
    }
    if let count = counts.first {
      let meaning = "+\(count) = \(count == 1 ? "one value is" : "\(count) values are") requested"
      if !meanings.contains(meaning) { meanings.append(meaning) }
    }
    for moment in lane.moments {
      let text = Self.requests(at: moment)
      let place = Point(x(moment.instant.nanoseconds), y)
      let half = Self.half(of: text)
      let box = Box(left: place.x - half, top: y - 9, right: place.x + half, bottom: y + 9)
      var item = Picture.Item(.request, .box(box, corner: 9), tip: "requests \(text.dropFirst())")
      item.parts.append(Picture.Part(role: .letter, shape: .text(.middle(text, at: place, size: Self.small))))
      item.area = box
      item.instant = moment.instant.nanoseconds
      layers.front.append(item)
      // A request leads up to the row, to the mark that answers it.
      let mark = places.results.last?.first { $0.instant == moment.instant.nanoseconds }?.box.bottom
      let row = rows.last { if case .result = $0.subject { true } else { false } }?.y ?? y
      addLink(
        Point(place.x, y - 9), Point(place.x, mark ?? row + 2), Coloring.mixed, moment.instant.nanoseconds,
        hasHead: true,
        [], role: .end)
    }
    cursor += max(22, 2 * leastHalf)
  }

  /// The text of the requests of an instant.
  static func requests(at moment: Lane.Moment) -> String {
    moment.marks.compactMap { if case .request(let count) = $0.kind { count.map { "+\($0)" } ?? "+∞" } else { nil } }
      .joined()
  }

  /// Half of the width of a request.
  static func half(of text: String) -> Double { max(14, TextMetrics.width(text, size: small) / 2 + 5) }

  /// Adds a triangle at each instant at which the rows above differ.
  mutating func addDifferences(_ instants: [VirtualInstant]) {
    let y = cursor + 8
    addName("", "differs", y)
    for instant in instants {
      let place = x(instant.nanoseconds)
      let corners = [Point(place, y - 7), Point(place + 7, y + 5), Point(place - 7, y + 5)]
      let tip = "differs at \(DurationText.inWords(instant.nanoseconds))"
      layers.front.append(Picture.Item(.warning, .polygon(corners), tip: tip, since: instant.nanoseconds))
    }
    cursor += 18
  }

  /// Adds a rule with its verdict, and below it a bar for each trial.
  mutating func addRule(_ rule: RuleOutcome) {
    cursor += 6
    let top = cursor
    let columns = CodeText.columns(in: sheet.page - Self.margin - 24, size: Self.small)
    let verdict = rule.verdictInPicture
    let texts = CodeText.broken(rule.textInPicture, columns: columns)
    var y = top + 5
    for line in texts {
      let text = Picture.Text.middle(
        line, at: Point(Self.margin + 8, y + 8), size: Self.small, anchor: .start, isMono: true)
      layers.front.append(Picture.Item(.code, .text(text)).fixed)
      y += 16
    }
    let verdictWidth = TextMetrics.width(verdict, size: Self.small, isBold: true)
    let last = TextMetrics.monoWidth(texts.last ?? "", size: Self.small) + Self.margin + 16
    if last + verdictWidth + 8 > sheet.page { y += 16 }
    var words = Picture.Text.middle(verdict, at: Point(sheet.page - 8, y - 8), size: Self.small, anchor: .end)
    words.isBold = true
    var told = Picture.Item(rule.verdict == .broken ? .warning : .label, .text(words)).fixed
    // A page does not know the verdict before its instant, and judges when all of that instant has happened.
    told.instant = rule.judgedAt
    told.decidedAt = rule.judgedAt
    layers.front.append(told)
    var ends: [Double] = []
    var left = 0
    let pitch = rule.window == nil ? 16.0 : 22
    for (trial, words) in rule.shownTrials {
      let (from, to) = (x(trial.start.nanoseconds), min(axis.right - 8, x(max(trial.end, trial.drawnEnd).nanoseconds)))
      let free = ends.firstIndex { $0 + 14 < from } ?? ends.count
      if free >= 6 {
        left += 1
        continue
      }
      if free == ends.count { ends.append(to) } else { ends[free] = to }
      add(trial, words, y + 9 + Double(free) * pitch)
    }
    y += Double(ends.count) * pitch + 6
    layers.frames.append(
      Picture.Item(.frame, .box(Box(left: Self.margin, top: top, right: sheet.page, bottom: y), corner: 9)).fixed)
    cursor = y + 4
    if left > 0 { addNote("\(left) more trials of the rule are left out") }
  }

  /// Adds the bar of a trial. The words of a window stand on its bar, which goes on if the picture ends before it.
  private mutating func add(_ trial: RuleOutcome.Trial, _ words: String, _ y: Double) {
    let from = x(trial.start.nanoseconds), due = x(trial.drawnEnd.nanoseconds)
    let (last, bar) = (min(axis.right - 8, due), words.isEmpty ? y : y + 8)
    let to = words.isEmpty ? x(trial.end.nanoseconds) : max(from + 10, x(trial.end.nanoseconds))
    let sign = RuleSign(trial.verdict)
    var shapes: [Picture.Shape] = []
    if last > from {
      shapes = [.line(Point(from, bar), Point(last, bar)), .line(Point(from, y - 6), Point(from, max(bar, y + 6)))]
      if trial.verdict == .held, due > to, due == last {
        shapes.append(.line(Point(last, y - 6), Point(last, max(bar, y + 6))))
      }
    }
    let signs = sign.shapes(at: Point(to, y))
    shapes += signs
    var item = Picture.Item(parts: shapes.map { Picture.Part(role: sign.role, shape: $0) })
    if !words.isEmpty {
      let left = trial.verdict == .held ? to + 11 : from + 6
      let text = Picture.Text.middle(words, at: Point(left, y), size: Self.small, anchor: .start)
      item.parts.insert(Picture.Part(role: .label, shape: .text(text)), at: 0)
    }
    item.tip = "\(trial.verdict == .exempt ? "excepted" : trial.verdict.rawValue) \(trial.words)"
    item.instant = trial.start.nanoseconds
    item.decidedAt = trial.end.nanoseconds
    item.signs = signs.count
    layers.lines.append(item)
  }
}
