extension MarbleTool {
  static let commands: [Subcommand] = [render, check, operators, tryOut]

  static let drawingOptions = [
    CommandShape.Option(
      name: "format", value: "format", choices: DiagramFormat.allCases.map(\.rawValue),
      help: "How to draw: \(DiagramFormat.allCases.map(\.rawValue).joined(separator: ", ")). The default is text."),
    CommandShape.Option(name: "stages", help: "In a picture, draw a line after each operator."),
    CommandShape.Option(name: "timers", help: "In a picture, draw the timers that ran."),
    CommandShape.Option(name: "causes", help: "In a picture, draw lines from each result to what it came from."),
    CommandShape.Option(
      name: "theme", value: "theme", choices: Theme.allCases.map(\.rawValue),
      help: "The colours of a picture: light, dark, or auto, as the reader's system is set. The default is auto."),
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
    return inputs.specs
  }

  // MARK: render

  mutating func draw(_ texts: [SpecText], _ arguments: ParsedArguments) throws {
    let format = arguments.values["format"].flatMap(DiagramFormat.init) ?? .text
    let theme = arguments.values["theme"].flatMap(Theme.init) ?? .auto
    let flags = arguments.flags
    let details = PictureDetails(
      stages: flags.contains("stages"), timers: flags.contains("timers"), causes: flags.contains("causes"))
    for text in texts {
      do {
        let diagram = try ExecutedSpec(text, isTraced: format.isPicture).diagram
        put(
          format.text(of: diagram, theme, details), of: text, isOnly: texts.count == 1 && result.code == 0, format,
          arguments.values["output"])
        if let stop = diagram.runs.lazy.compactMap(\.stop).first {
          report("\(text.file): \(stop)")
          end(with: 1)
        }
      } catch {
        report(error.description)
        end(with: 65)
      }
    }
  }

  private mutating func put(_ drawing: String, of text: SpecText, isOnly: Bool, _ format: DiagramFormat, _ path: String?) {
    guard let path else {
      if !isOnly { print((result.output.isEmpty ? "" : "\n") + "# \(text.file)") }
      return print(drawing, as: format == .text ? .diagram : .plain)
    }
    do {
      if !isOnly { try Files.makeFolder(path) }
      let isFolder = !isOnly || Files.kind(of: path) == .folder
      let place = text.firstLine > 1 ? "-\(text.firstLine)" : ""
      try Files.write(drawing, to: isFolder ? "\(path)/\(text.file.baseName)\(place).\(format.fileExtension)" : path)
    } catch {
      report("Error: '\(path)' cannot be written: \(error.reason).")
      end(with: 66)
    }
  }
}

/// How a diagram is drawn.
enum DiagramFormat: String, CaseIterable, Sendable {
  case text, svg

  var fileExtension: String {
    switch self {
    case .text: "marble"
    case .svg: "svg"
    }
  }
  var isPicture: Bool { self != .text }
  func text(of diagram: Diagram, _ theme: Theme, _ details: PictureDetails) -> String {
    switch self {
    case .text: TextRenderer.text(of: diagram)
    case .svg: SVGRenderer.text(of: PictureLayout.picture(of: diagram, details: details), theme: theme)
    }
  }
}

extension String {
  /// The name of a file without its folder and its extension.
  var baseName: String {
    let name = split(separator: "/").last.map(String.init) ?? self
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
