import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

/// The format, the style and the output path of the diagrams of a call.
struct Drawing {
  let format: DiagramFormat
  let theme: Theme
  var style = TextStyle()
  private let isAnimated: Bool
  /// The address of the playground that a page links to.
  private let playground: String?
  /// The file or folder to write; `nil` for standard output.
  let output: String?

  init(_ arguments: ParsedArguments, width: Int? = nil) throws(UsageError) {
    output = arguments.output
    let named = arguments.values["format"].flatMap(DiagramFormat.init)
    if let named { format = named } else { format = try Drawing.format(byNameOf: output) }
    theme = arguments.values["theme"].flatMap(Theme.init) ?? .auto
    style.isASCII = arguments.flags.contains("ascii")
    style.showsStages = arguments.flags.contains("stages")
    style.showsTimers = arguments.flags.contains("timers")
    style.showsCauses = arguments.flags.contains("causes")
    style.width = output == nil ? width : nil
    isAnimated = arguments.flags.contains("animate")
    if isAnimated, format != .svg {
      throw UsageError(message: "'--animate' is for '--format svg'; a page ('--format html') moves by itself")
    }
    playground = arguments.values["playground"]
    if playground != nil, format != .html {
      throw UsageError(message: "Only a page can link to the playground. Write '--format html', or leave '--playground' out.")
    }
  }

  /// The format for the extension of a file. A folder has none.
  private static func format(byNameOf path: String?) throws(UsageError) -> DiagramFormat {
    guard let path, Files.stamp(at: path)?.kind != .folder else { return .text }
    let ending = path.fileExtension.lowercased()
    if ending.isEmpty || ending == "txt" { return .text }
    if let format = DiagramFormat.allCases.first(where: { $0.fileExtension == ending }) { return format }
    if ["png", "jpg", "jpeg", "webp", "gif", "pdf"].contains(ending) {
      let base = path.dropLast(ending.count + 1)
      throw UsageError(
        message: "No pictures of pixels are drawn. Draw '\(base).svg', then: rsvg-convert --zoom 2 \(base).svg -o \(base).png")
    }
    let known = DiagramFormat.allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")
    throw UsageError(message: "The ending of '\(path)' names no format. Use one of \(known), .txt, or say '--format'")
  }

  /// Whether the events between operators have to be recorded.
  var needsTrace: Bool { style.needsTrace || format.needsTrace }
  func text(of diagram: Diagram, from spec: SpecText) -> String {
    let details = PictureDetails(stages: style.showsStages, timers: style.showsTimers, causes: style.showsCauses)
    return switch format {
    case .text: TextRenderer.text(of: diagram, style: style)
    case .json: JSONRenderer.text(of: diagram, program: (try? SpecFile(spec)).flatMap { $0.blocks.isEmpty ? nil : $0.program })
    case .events: EventWriter.text(of: RecordedRun(diagram))
    case .svg: SVGRenderer.text(of: PictureLayout.picture(of: diagram, details: details), theme: theme, isAnimated: isAnimated)
    case .html: HTMLRenderer.text(of: diagram, details: details, theme: theme, playground: playground.map { spec.address(in: $0) })
    }
  }
}

extension Drawing {
  /// Whether a file may be replaced by the drawing of a spec: it is a picture, or the same spec. A `*.marble` is a spec; any other file that
  /// is drawn as text is a picture.
  static func mayReplace(_ old: String, at path: String, by spec: SpecText) -> Bool {
    if Replaceable.isPicture(old) || SpecText(old, file: "").lines == spec.lines { return true }
    return Replaceable.isDrawing(path.fileExtension.lowercased() == "marble" ? spec : SpecText(old, file: ""), old)
  }
}

/// The format of a diagram.
enum DiagramFormat: String, CaseIterable, Sendable {
  case text, svg, html, json, events

  var fileExtension: String {
    switch self {
    case .text: "marble"
    case .svg: "svg"
    case .html: "html"
    case .json: "json"
    case .events: "jsonl"
    }
  }
  /// Whether the format always shows the events between operators.
  var needsTrace: Bool { self != .text }
}

extension ParsedArguments {
  /// The output path; `nil` for standard output, which may be named `-`.
  var output: String? { values["output"].flatMap { $0 == "-" ? nil : $0 } }
}
