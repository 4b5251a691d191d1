import MarbleRuns

/// The names of rows, and the code of boxes.
extension PosterLayout {
  private static let nameLine = 14.0
  var codeLine: Double { sheet.isCompact ? 15 : Self.codeHeight }

  mutating func addName(_ name: String, _ note: String, _ y: Double) {
    let (lines, size) = lines(ofName: name.isEmpty ? note : name, isBold: !name.isEmpty)
    // The note stands below the last line of the name.
    let middle = Double(lines.count - 1) / 2
    let top = y - (note.isEmpty || name.isEmpty ? 0 : 6 + (lines.count > 1 ? 1 : 0))
    for (number, line) in lines.enumerated() {
      let place = Point(Self.margin, top + (Double(number) - middle) * Self.nameLine)
      var text = Picture.Text.middle(line, at: place, size: size, anchor: .start)
      text.isBold = !name.isEmpty
      let whole = name.isEmpty ? note : name
      layers.front.append(
        Picture.Item(name.isEmpty ? .note : .name, .text(text), tip: lines.joined() == whole ? nil : whole).fixed)
    }
    if !note.isEmpty, !name.isEmpty {
      let below = 9 + (lines.count > 1 ? 6.0 : 0)
      let text = Picture.Text.middle(note, at: Point(Self.margin, y + below), size: Self.small, anchor: .start)
      layers.front.append(Picture.Item(.note, .text(text)).fixed)
    }
  }

  /// Half of the height of a name with its note.
  func half(ofName name: String, _ note: String) -> Double {
    let lines = lines(ofName: name.isEmpty ? note : name, isBold: !name.isEmpty).lines.count
    let hasNote = !note.isEmpty && !name.isEmpty
    return lines + (hasNote ? 1 : 0) < 2 ? 0 : lines < 2 || !hasNote ? 15 : 22
  }

  /// Returns the lines of a name: one of large letters, else one of small letters, else two.
  private func lines(ofName name: String, isBold: Bool) -> (lines: [String], size: Double) {
    func fits(_ text: some StringProtocol, _ size: Double) -> Bool {
      TextMetrics.width(String(text), size: size, isBold: isBold) <= axis.left - Self.margin - 4
    }
    if name.isEmpty { return ([], Self.nameSize) }
    if isBold, fits(name, Self.nameSize) { return ([name], Self.nameSize) }
    if fits(name, Self.small) { return ([name], Self.small) }
    let ends = name.indices.dropFirst().filter { fits(name[..<$0], Self.small) }
    guard let last = ends.last else { return ([name], Self.small) }
    // Between two words if both parts fit, else anywhere.
    let between = ends.last { end in
      let (before, after) = (name[name.index(before: end)], name[end])
      return (before == "_" || before == " " || (!before.isUppercase && after.isUppercase))
        && fits(name[end...], Self.small)
    }
    let rest = String(name[(between ?? last)...])
    let room = (axis.left - Self.margin - 4) / 1.15
    return (
      [
        String(name[..<(between ?? last)]),
        fits(rest, Self.small) ? rest : TextMetrics.shortened(rest, to: room, size: Self.small),
      ],
      Self.small
    )
  }

  /// The distance of the code from the edges of its heading.
  var ofHeading: Double { sheet.isCompact ? 3 : 5 }

  /// Adds the box of an operator. Its heading has the code, and no line crosses it.
  mutating func addFrame(_ box: Box, _ code: [String], heading bottom: Double) {
    var item = Picture.Item(.frame, .box(box, corner: 9))
    let heading = Box(left: box.left + 1, top: box.top + 1, right: box.right - 1, bottom: min(bottom, box.bottom - 1))
    item.parts.append(Picture.Part(role: .heading, shape: .box(heading, corner: 8)))
    item.area = nil
    layers.frames.append(item.fixed)
    layers.front += lines(code, in: box)
  }
  func lines(_ code: [String], in box: Box) -> [Picture.Item] {
    let texts = code.map { $0.drop { $0 == " " } }
    return zip(texts, CodeTone.tones(of: texts)).enumerated().map { number, line in
      let indent = TextMetrics.monoWidth(
        String(repeating: " ", count: code[number].count - line.0.count), size: Self.codeSize)
      let place = Point(box.left + 12 + indent, box.top + ofHeading + (Double(number) + 0.5) * codeLine)
      var words = Picture.Text.middle(String(line.0), at: place, size: Self.codeSize, anchor: .start, isMono: true)
      words.tones = line.1
      return Picture.Item(.code, .text(words)).fixed
    }
  }
}
