import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let commands: [Subcommand] = [
    render, check, explain, operators, conform, compare, find, swift, format, quiz, watch, lsp,
  ]
  /// The commands that a beginner needs.
  static let firstCommands = [render, check, explain]

  static let drawingOptions = [
    CommandShape.Option(
      name: "format", value: "format", choices: DiagramFormat.allCases.map(\.rawValue),
      help: "The format of the drawing: \(DiagramFormat.allCases.map(\.rawValue).joined(separator: ", ")). "
        + "The default is the one of the output's extension, and text without an output."),
    CommandShape.Option(
      name: "theme", value: "theme", choices: Theme.allCases.map(\.rawValue),
      help:
        "The colors of a picture: light, dark, print (grays), colorblind, css (the page's variables, such as --marble-line), or auto, "
        + "which follows the reader's system. The default is auto."),
    CommandShape.Option(
      name: "width", value: "width",
      help:
        "The width of a picture in points (readme is 720, slide is 1920 by 1080, full is any), or of text in columns. "
        + "A wider drawing continues in strips below. The default is 480."
    ),
    CommandShape.Option(
      name: "stages",
      help:
        "Draw a row for each operator and each inner publisher, as comments of the text; a picture always has them. A row that stops "
        + "before the last column without | or # was cancelled there; ! marks a cancellation that no event hides."),
    CommandShape.Option(
      name: "timers",
      help: "Draw a bar for each timer; x marks the end of a timer that is cancelled. A picture always has them."),
    CommandShape.Option(
      name: "causes",
      help: "Write the causes of each event that a subscriber receives; a picture always has them, as lines."),
    CommandShape.Option(name: "animate", help: "Animate an SVG: its events appear in the order of time."),
    CommandShape.Option(name: "ascii", help: "Draw with ASCII only; the text of the spec stays as it is."),
    CommandShape.Option(
      name: "playground", value: "address",
      help: "The address of the playground; a page (html) then links to it, with its spec."),
    CommandShape.Option(
      name: "output", short: "o", value: "path",
      help: "Write to this file, or several drawings into this folder; - is standard output."),
  ]
  static let paths = CommandShape.Operand(
    name: "path", help: "Specs, Markdown files with specs, or folders; - is standard input.", takesInput: true,
    isRepeated: true)

  static let render = Subcommand(
    shape: CommandShape(
      name: "render", overview: "Run specs and draw what happened, or draw recorded runs and orders of turns.",
      operands: [
        CommandShape.Operand(
          name: "path",
          help:
            "Specs, Markdown files with specs, folders, or recorded runs and orders of turns (*.jsonl, in the formats marble-events and marble-order); - is standard input.",
          takesInput: true, isRepeated: true)
      ],
      lines: CommandShape.Operand(
        name: "line", kind: .text, help: "A line of a spec, in quotes: 'a: -1-2-|' '> a.delay(for: 2)'.",
        isRepeated: true),
      options: drawingOptions + [
        CommandShape.Option(
          name: "lines", short: "e",
          help:
            "The arguments are the lines of a spec, each in quotes, and its rows are compared: -e 'a: -1-2-|' '> a.delay(for: 2)'."
        ),
        CommandShape.Option(
          name: "frame", value: "time",
          help:
            "The time of one symbol of a recorded run, to which instants are rounded. The default makes rows of about 80."
        ),
        CommandShape.Option(
          name: "pipeline", value: "number", help: "Draw one pipeline of several, by its number in the spec, from 1."),
        CommandShape.Option(
          name: "into",
          help: "Draw into Markdown files: between <!-- marble render FILE [OPTIONS] --> and <!-- marble end -->."),
      ])
  ) { tool, arguments in
    if arguments.flags.contains("into") { return try tool.drawInto(arguments) }
    // Wrong options are reported before a spec is read.
    _ = try Drawing(arguments)
    if arguments.flags.contains("lines") { return try tool.drawLines(arguments) }
    let recorded = arguments.operands.filter(isEvents), frame = try arguments.duration("frame", such: "10ms")
    if frame != nil, recorded.isEmpty, !arguments.operands.contains("-") {
      throw UsageError(message: "'--frame' is for a recorded run, a file .jsonl")
    }
    for flag in ["stages", "timers", "causes"] where !recorded.isEmpty && arguments.flags.contains(flag) {
      throw UsageError(message: "'--\(flag)' is for specs; a recorded run has only the events of its streams")
    }
    var others = arguments
    others.operands.removeAll(where: isEvents)
    try tool.draw(others, recorded, frame: frame)
  }

  /// The specs of the call. Unreadable files are reported.
  mutating func specs(_ arguments: ParsedArguments) -> [SpecText] { inputs(arguments, takes: .specs).specs }
  mutating func inputs(
    _ arguments: ParsedArguments, takes wanted: SpecInputs.Contents, takesRun: Bool = false, allowsNone: Bool = false
  ) -> SpecInputs {
    let inputs = SpecInputs(arguments.operands, takes: wanted, takesRun: takesRun, allowsNone: allowsNone)
    for error in inputs.errors { report(error.description) }
    end(with: inputs.code)
    sources = inputs.files
    return inputs
  }

  // MARK: render

  private mutating func drawLines(_ arguments: ParsedArguments) throws {
    if arguments.values["frame"] != nil { throw UsageError(message: "'--frame' is for a recorded run, a file .jsonl") }
    let text = SpecText(arguments.operands.joined(separator: "\n"), file: SpecText.ofArguments)
    try draw([text], arguments)
    if result.code == 0 { try compare(text, with: Drawing(arguments)) }
  }

  /// Reports the rows of a drawn spec that differ from what happened, as `check` does.
  private mutating func compare(_ text: SpecText, with drawing: Drawing) {
    if let file = try? SpecFile(text), !file.hasExpectations, let (number, span) = file.numbersInDigits.first {
      report("\(text.place(of: span)): note: \(SpecFile.sentence(ofNumber: number))")
    }
    let check = CheckedSpec(text, width: terminal.width, needsExpectations: false)
    for failure in check.failures {
      // A picture on standard output stays alone there.
      if drawing.output == nil, drawing.format != .text {
        report(failure)
      } else {
        print("\n" + failure, as: .difference)
      }
    }
    end(with: check.code)
  }

  private mutating func draw(_ arguments: ParsedArguments, _ recorded: [String], frame: Int64?) throws {
    let inputs = arguments.operands.isEmpty ? nil : self.inputs(arguments, takes: .specs, takesRun: true)
    var files: [(name: String, file: RecordedFile)] = []
    if let bytes = inputs?.run, let file = recordedFile(bytes, SpecInputs.inputName) {
      files.append((SpecInputs.inputName, file))
    }
    for path in recorded { if let file = recordedFile(path) { files.append((path, file)) } }
    try draw(inputs?.specs ?? [], recorded: files, frame: frame, arguments)
  }

  mutating func draw(
    _ texts: [SpecText], recorded: [(name: String, file: RecordedFile)] = [], frame: Int64? = nil,
    _ arguments: ParsedArguments
  ) throws {
    let drawing = try Drawing(arguments, on: terminal)
    let count = texts.count + recorded.count, isOnly = count == 1 && result.code != 66
    if let path = drawing.output, !isOnly, count > 0 {
      let isFile =
        Files.stamp(at: path)?.kind != .folder
        && DiagramFormat.allCases.contains { $0.fileExtension == path.fileExtension }
      if isFile {
        let folder = "-o \(path.dropLast(path.fileExtension.count + 1)) --format \(drawing.format.rawValue)"
        throw UsageError(
          message:
            "'\(path)' can hold one drawing, and there are \(count) \(recorded.isEmpty ? "specs" : "inputs"). Name a folder: \(folder)"
        )
      }
      guard makeFolder(path) else { return }
    } else if let path = drawing.output, path.hasSuffix("/"), path.count > 1, count > 0 {
      guard makeFolder(String(path.dropLast())) else { return }
    }
    let progress = progress(of: texts.count, "specs drawn")
    defer { progress?.end() }
    for text in texts {
      progress?.step()
      guard let spec = executed(text, isTraced: drawing.needsTrace) else { continue }
      var diagram = spec.diagram
      if let pipeline = drawing.pipeline {
        guard diagram.runs.indices.contains(pipeline - 1) else {
          report(
            "\(text.file): there is no pipeline \(pipeline); write a number from 1 to \(diagram.runs.count)", code: 64)
          continue
        }
        diagram = diagram.only(pipeline - 1)
      }
      put(drawing.text(of: diagram, from: spec.file), of: text, isOnly: isOnly, drawing)
    }
    for (name, file) in recorded {
      let source = SpecText("", file: name)
      let text =
        switch file {
        case .order(let order): try drawing.text(of: order)
        case .run(let run) where drawing.format == .events: EventWriter.text(of: run)
        case .run(let run): drawing.text(of: Diagram(run, frame: frame), from: nil)
        }
      put(text, of: source, isOnly: isOnly, drawing)
    }
  }

  /// Creates a folder. Reports a message and returns `false` if that fails.
  private mutating func makeFolder(_ path: String) -> Bool {
    do { try Files.makeFolder(path) } catch {
      report("Error: '\(path)' cannot be the folder for several drawings: \(error.reason).", code: 66)
      return false
    }
    return true
  }

  /// Runs a spec. A spec that cannot run, or was stopped, is reported.
  mutating func executed(_ text: SpecText, isTraced: Bool) -> ExecutedSpec? {
    do {
      let spec = try ExecutedSpec(text, isTraced: isTraced)
      for (block, outcome) in zip(spec.file.blocks, spec.outcomes) {
        guard let runaway = outcome.runaway else { continue }
        report("\(text.place(of: block.pipeline.span)): \(runaway)", code: 1)
      }
      return spec
    } catch {
      report(error.description, code: 65)
      return nil
    }
  }

  private mutating func put(_ text: String, of spec: SpecText, isOnly: Bool, _ drawing: Drawing) {
    let format = drawing.format
    guard let path = drawing.output else {
      if !isOnly, format == .text { print((result.output.isEmpty ? "" : "\n") + "# \(spec.file)") }
      return print(text, as: format == .text ? .drawing : .plain)
    }
    let isFolder = !isOnly || (try? Files.entry(at: path))?.kind == .folder
    let place = spec.firstLine > 1 ? "-\(spec.firstLine)" : ""
    let target =
      isFolder ? "\(path)\(path.hasSuffix("/") ? "" : "/")\(spec.file.baseName)\(place).\(format.fileExtension)" : path
    guard written.insert(target).inserted else {
      return report(
        "Error: '\(target)' already holds another drawing of this call; draw '\(spec.file)' into another folder.",
        code: 64)
    }
    write(text, to: target) { Drawing.mayReplace($0, at: target, by: spec) }
  }
}

extension SpecText {
  func address(in playground: String) -> String {
    let digits = Array("0123456789ABCDEF")
    let spec = lines.map { String($0) + "\n" }.joined().utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return playground + "#spec=" + spec.joined()
  }
}

extension String {
  var fileExtension: String {
    let name = split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? ""
  }
}
