import MarbleDiagrams
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let commands: [Subcommand] = [render, check, explain, operators, tryOut, swift, quiz, watch, lsp, completions, manual]

  static let drawingOptions = [
    CommandShape.Option(
      name: "format", value: "format", choices: DiagramFormat.allCases.map(\.rawValue),
      help: "How to draw: \(DiagramFormat.allCases.map(\.rawValue).joined(separator: ", ")). "
        + "The default is what the output's name ends with, or text."),
    CommandShape.Option(
      name: "theme", value: "theme", choices: Theme.allCases.map(\.rawValue),
      help: "The colours of a picture: light, dark, or auto, as the reader's system is set. The default is auto."),
    CommandShape.Option(name: "stages", help: "Draw a line after each operator; in text, as comments."),
    CommandShape.Option(name: "timers", help: "Draw how long timers run; x is where one is cancelled."),
    CommandShape.Option(name: "causes", help: "Show what comes out because of what."),
    CommandShape.Option(name: "ascii", help: "Draw with ASCII alone; what the spec itself says stays as it is."),
    CommandShape.Option(
      name: "playground", value: "address",
      help: "Where the playground is, for a page (html): it links there with its spec, so that it can be changed."),
    CommandShape.Option(name: "output", short: "o", value: "path", help: "Write to this file, or for several specs into this folder."),
  ]
  static let paths = CommandShape.Operand(
    name: "path", help: "Specs, Markdown files with specs, or folders of them; - is standard input.", isRepeated: true)

  static let render = Subcommand(
    shape: CommandShape(name: "render", overview: "Run specs and draw what happened.", operands: [paths], options: drawingOptions)
  ) { tool, arguments in try tool.draw(tool.specs(arguments), arguments) }

  /// The specs of the call; what cannot be read is reported.
  mutating func specs(_ arguments: ParsedArguments) -> [SpecText] {
    let inputs = SpecInputs(arguments.operands)
    for error in inputs.errors { report(error) }
    end(with: inputs.code)
    sources = inputs.files
    return inputs.specs
  }

  // MARK: render

  mutating func draw(_ texts: [SpecText], _ arguments: ParsedArguments) throws {
    let path = arguments.values["output"]
    let ending = path.flatMap { DiagramFormat(rawValue: $0.fileExtension) }
    let format = arguments.values["format"].flatMap(DiagramFormat.init) ?? ending ?? .text
    let theme = arguments.values["theme"].flatMap(Theme.init) ?? .auto
    let style = style(arguments)
    let playground = arguments.values["playground"]
    if playground != nil, format != .html {
      throw UsageError(message: "Only a page can link to the playground. Write '--format html', or leave '--playground' out.")
    }
    let isOnly = texts.count == 1 && result.code != 66
    if let path, !isOnly, !texts.isEmpty, !makeFolder(path) { return }
    let progress = progress(of: texts.count)
    defer { progress?.end() }
    for text in texts {
      progress?.step()
      guard let diagram = executed(text, isTraced: style.needsTrace || format.needsTrace) else { continue }
      let address = playground.map { text.address(in: $0) }
      put(format.text(of: diagram, style, theme, playground: address), of: text, isOnly: isOnly, format, path)
    }
  }

  /// False, with a message, if there is no folder then.
  private mutating func makeFolder(_ path: String) -> Bool {
    do { try Files.makeFolder(path) } catch {
      report("Error: '\(path)' cannot be the folder for several drawings: \(error.reason).")
      end(with: 66)
      return false
    }
    return true
  }

  /// The diagram of a spec that has run; a spec that cannot run, or was stopped, is reported.
  mutating func executed(_ text: SpecText, isTraced: Bool) -> Diagram? {
    do {
      let spec = try ExecutedSpec(text, isTraced: isTraced)
      for (block, outcome) in zip(spec.file.blocks, spec.outcomes) {
        guard let runaway = outcome.runaway else { continue }
        report("\(text.place(of: block.pipeline.span)): \(runaway)")
        end(with: 1)
      }
      return spec.diagram
    } catch {
      report(error.description)
      end(with: 65)
      return nil
    }
  }

  private func style(_ arguments: ParsedArguments) -> TextStyle {
    var style = TextStyle()
    style.isASCII = arguments.flags.contains("ascii")
    style.showsStages = arguments.flags.contains("stages")
    style.showsTimers = arguments.flags.contains("timers")
    style.showsCauses = arguments.flags.contains("causes")
    style.width = arguments.values["output"] == nil ? terminal.width : nil
    return style
  }

  private mutating func put(_ drawing: String, of text: SpecText, isOnly: Bool, _ format: DiagramFormat, _ path: String?) {
    guard let path else {
      if !isOnly, format == .text { print((result.output.isEmpty ? "" : "\n") + "# \(text.file)") }
      return print(drawing, as: format == .text ? .diagram : .plain)
    }
    let isFolder = !isOnly || (try? Files.entry(at: path))?.kind == .folder
    let place = text.firstLine > 1 ? "-\(text.firstLine)" : ""
    let target = isFolder ? "\(path)/\(text.file.baseName)\(place).\(format.fileExtension)" : path
    guard written.insert(target).inserted else {
      report("Error: '\(target)' already holds another drawing of this call; draw '\(text.file)' into another folder.")
      return end(with: 64)
    }
    write(drawing, to: target)
  }
}

/// How a diagram is drawn.
enum DiagramFormat: String, CaseIterable, Sendable {
  case text, svg, html, json

  var fileExtension: String {
    switch self {
    case .text: "marble"
    case .svg: "svg"
    case .html: "html"
    case .json: "json"
    }
  }
  /// Whether what happened between the operators is drawn in any case.
  var needsTrace: Bool { self != .text }
  func text(of diagram: Diagram, _ style: TextStyle, _ theme: Theme, playground: String?) -> String {
    let details = PictureDetails(stages: style.showsStages, timers: style.showsTimers, causes: style.showsCauses)
    return switch self {
    case .text: TextRenderer.text(of: diagram, style: style)
    case .json: JSONRenderer.text(of: diagram)
    case .svg: SVGRenderer.text(of: PictureLayout.picture(of: diagram, details: details), theme: theme)
    case .html: HTMLRenderer.text(of: diagram, details: details, theme: theme, playground: playground)
    }
  }
}

extension SpecText {
  /// The address of the playground with this spec in it.
  func address(in playground: String) -> String {
    let digits = Array("0123456789ABCDEF")
    let spec = lines.map { String($0) + "\n" }.joined().utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return playground + "#spec=" + spec.joined()
  }
}

extension String {
  /// The extension of a file name.
  var fileExtension: String {
    let name = split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? ""
  }
}
