import MarbleRuns

extension PictureLayout {
  /// A line of text below a marble.
  private struct Label {
    var text: String
    var role: Picture.Role
  }

  private static let labelSize = 12.0
  private static let labelHeight = 15.0
  /// The largest width of a value below its marble.
  private static let longestLabel = 200.0
  /// The number of values below the marbles of one instant, and the space that they take.
  private static let mostLabels = 4
  private static let deepestLevel = 3

  /// Adds the values that are not written in their marbles: below the marbles, as near as possible. A value without a
  /// place goes to the legend.
  mutating func addLabels(of row: DrawnRow, at y: Double) {
    var taken = Boxes()
    for beat in row.beats {
      let (x, reach) = (axis.place(of: beat.instant), beat.stack.isEmpty ? 2 : Self.radius)
      taken.insert(Box(left: x - reach, top: y - beat.half, right: x + reach, bottom: y + beat.half))
    }
    let half = row.half
    for beat in row.beats {
      let labels = labels(of: beat)
      if labels.isEmpty { continue }
      let width = labels.map { Self.labelWidth($0.text) }.max() ?? 0
      let left = max(min(axis.place(of: beat.instant) - width / 2, right - width), Self.margin)
      let height = Double(labels.count) * Self.labelHeight
      var box = Box(left: left, top: y + beat.half + 2, right: left + width, bottom: y + beat.half + 2 + height)
      while taken.overlap(Box(left: box.left - 8, top: box.top, right: box.right, bottom: box.bottom)) {
        (box.top, box.bottom) = (box.top + Self.labelHeight, box.bottom + Self.labelHeight)
      }
      let known = beat.signs.filter { $0.loss == nil && text(below: $0) != nil }
      let isFar = box.top > y + half + 2 + Self.labelHeight * Double(Self.deepestLevel - 1)
      if isFar || labels.count > Self.mostLabels, known.allSatisfy(isExplicable) {
        explain(known, at: beat.instant)
        if known.count == labels.count { continue }
      }
      taken.insert(box)
      for (index, label) in labels.enumerated() {
        let place = Point(box.center.x, box.top + Double(index) * Self.labelHeight + 11)
        let short = Self.shortened(label.text)
        var item = Picture.Item(
          label.role, .text(Picture.Text(string: short, place: place, size: Self.labelSize, anchor: .middle)))
        (item.instant, item.tip) = (beat.instant, label.text)
        front.append(item)
      }
      cursor = max(cursor, box.bottom + 2)
    }
  }

  /// Returns the values below the marbles of an instant, in order. Long ones go to the legend.
  private mutating func labels(of beat: Beat) -> [Label] {
    var labels: [Label] = []
    for sign in beat.signs where sign.loss == nil {
      guard let text = text(below: sign) else { continue }
      if isExplicable(sign), TextMetrics.width(text, size: Self.labelSize) > 150 {
        explain([sign], at: beat.instant)
      } else {
        labels.append(Label(text: text, role: sign.kind.isFailure ? .warning : .label))
        if let symbol = sign.kind.symbol { labeled.insert(symbol) }
      }
    }
    return labels
  }
  /// Returns the value of a marble that does not show it itself.
  private func text(below sign: Sign) -> String? {
    if case .failure(let text) = sign.kind { return lettering.label(ofFailure: text) }
    return sign.kind.symbol.flatMap(lettering.label)
  }
  /// Whether the legend can name the value.
  private func isExplicable(_ sign: Sign) -> Bool {
    sign.kind.isFailure || sign.kind.symbol.flatMap(lettering.letter) != nil
  }

  private mutating func explain(_ signs: [Sign], at instant: Int64) {
    for sign in signs {
      if case .failure(let text) = sign.kind {
        guard let label = lettering.label(ofFailure: text), namedFailures.insert("\(instant) \(label)").inserted else {
          continue
        }
        explained.append(.failure(label, instant: instant))
      } else if let symbol = sign.kind.symbol, namedValues.insert(symbol).inserted {
        explained.append(.value(symbol, colors: sign.colors))
      }
    }
  }

  /// Gives the legend the values that only pale marbles have: no text is below these.
  mutating func explainLost() {
    for (instant, sign) in lost {
      if let symbol = sign.kind.symbol, !labeled.contains(symbol), isExplicable(sign), text(below: sign) != nil {
        explain([sign], at: instant)
      }
    }
  }

  private static func labelWidth(_ text: String) -> Double {
    min(TextMetrics.width(text, size: labelSize), longestLabel)
  }

  private static func shortened(_ text: String) -> String {
    TextMetrics.width(text, size: labelSize) <= longestLabel
      ? text : TextMetrics.shortened(text, to: longestLabel, size: labelSize)
  }

  // MARK: Losses

  /// Adds the reasons of dropped values below their rows: one line for each reason, with its marbles if there are
  /// several reasons.
  mutating func addLosses(of rows: [DrawnRow]) {
    let lost = rows.flatMap { row in
      row.beats.flatMap { beat in beat.signs.filter { $0.loss != nil }.map { (beat.instant, $0) } }
    }
    self.lost += lost
    let reasons = lost.compactMap(\.1.loss).uniqued
    for reason in reasons {
      let those = lost.filter { $0.1.loss == reason }
      let all = those.compactMap { $0.1.kind.symbol.flatMap(lettering.letter) }.uniqued
      let letters =
        all.count > 7
        ? all.prefix(6).joined(separator: ", ") + " and \(all.count - 6) more" : all.joined(separator: ", ")
      let sentence = reasons.count > 1 && !letters.isEmpty ? "\(letters): \(reason)" : reason
      for (index, line) in TextMetrics.wrapped(sentence, width: page - axis.left - 16, size: Self.smallSize)
        .enumerated()
      {
        cursor += 9
        let text = Picture.Text.middle(line, at: Point(axis.left + 16, cursor), size: Self.smallSize, anchor: .start)
        var item = Picture.Item(.note, .text(text))
        item.instant = those.map { $0.1.lostAt ?? $0.0 }.min()
        front.append(item.fixed)
        if index == 0 { addGhost(Point(axis.left + 5, cursor), item.instant) }
        cursor += 7
      }
    }
  }

  /// Adds a small pale marble, the sign of all pale marbles in the rows above.
  private mutating func addGhost(_ center: Point, _ instant: Int64?) {
    var item = Picture.Item(.marble, .circle(center, radius: 5, colors: [Coloring.mixed]))
    (item.isGhost, item.instant, item.area) = (true, instant, Box(around: center, radius: 5))
    front.append(item.fixed)
  }
}
