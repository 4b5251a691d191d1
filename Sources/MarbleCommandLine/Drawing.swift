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
  /// The size of a picture; `nil` for any width.
  private let size: PictureSize?
  /// The address of the playground that a page links to.
  private let playground: String?
  /// The number of the pipeline that is drawn, from 1; `nil` for all.
  let pipeline: Int?
  /// The file or folder to write; `nil` for standard output.
  let output: String?

  /// - Parameters:
  ///   - terminal: The terminal that shows the drawing if it goes to standard output; without one the drawing is as in
  ///     a file.
  ///   - compares: Whether two pipelines are drawn: posters have room beside each other if no width is given.
  init(_ arguments: ParsedArguments, on terminal: Terminal = Terminal(), compares: Bool = false) throws(UsageError) {
    output = arguments.output
    let named = arguments.values["format"].flatMap(DiagramFormat.init)
    if let named { format = named } else { format = try Drawing.format(byNameOf: output) }
    theme = arguments.values["theme"].flatMap(Theme.init) ?? .auto
    style.isASCII = arguments.flags.contains("ascii")
    for flag in ["stages", "timers", "causes"] where format != .text && arguments.flags.contains(flag) {
      throw UsageError(message: "'--\(flag)' adds rows to text; a picture and data always have what they say")
    }
    style.showsStages = arguments.flags.contains("stages")
    style.showsTimers = arguments.flags.contains("timers")
    style.showsCauses = arguments.flags.contains("causes")
    if output == nil {
      style.width = terminal.width
      style.hasColor = terminal.hasColor && format == .text
    }
    if let named = arguments.values["width"] {
      size = try PictureSize(named, format)
      if format == .text, case .points(let columns) = size { style.width = Int(columns) }
    } else {
      size = .points(compares ? PictureSize.readme : PosterLayout.width)
    }
    isAnimated = arguments.flags.contains("animate")
    if isAnimated, format != .svg {
      throw UsageError(message: "'--animate' is for '--format svg'; a page ('--format html') moves by itself")
    }
    pipeline = try arguments.values["pipeline"].map { text throws(UsageError) in
      guard let number = Int(text), number > 0 else {
        throw UsageError(message: "'\(text)' is not the number of a pipeline; the first is 1")
      }
      return number
    }
    playground = arguments.values["playground"]
    if playground != nil, format != .html {
      throw UsageError(
        message: "Only a page can link to the playground. Write '--format html', or leave '--playground' out.")
    }
  }

  /// The extensions of pictures that the command does not draw.
  static let pixelFormats: Set<String> = ["png", "jpg", "jpeg", "webp", "gif", "pdf"]
  /// The format for the extension of a file. A folder has none.
  private static func format(byNameOf path: String?) throws(UsageError) -> DiagramFormat {
    guard let path, Files.stamp(at: path)?.kind != .folder else { return .text }
    let ending = path.fileExtension.lowercased()
    if ending.isEmpty || ending == "txt" { return .text }
    if let format = DiagramFormat.allCases.first(where: { $0.fileExtension == ending }) { return format }
    if pixelFormats.contains(ending) {
      let base = path.dropLast(ending.count + 1)
      throw UsageError(
        message:
          "Pictures are SVG; none are drawn in pixels. Draw '\(base).svg', then: rsvg-convert --zoom 2 \(base).svg -o \(base).png"
      )
    }
    let known = DiagramFormat.allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")
    throw UsageError(
      message: "The extension of '\(path)' is not a format. Use one of \(known), .txt, or say '--format'")
  }

  /// Whether the events between operators have to be recorded.
  var needsTrace: Bool { style.needsTrace || format.needsTrace }
  /// - Parameter file: The spec that the diagram is a run of, if it is one.
  func text(of diagram: Diagram, from file: SpecFile?) -> String {
    switch format {
    case .text: TextRenderer.text(of: diagram, style: style)
    case .json:
      JSONRenderer.text(of: diagram, program: file.flatMap { $0.blocks.isEmpty ? nil : $0.program })
    case .events: EventWriter.text(of: RecordedRun(diagram))
    case .svg: svg { PosterLayout.picture(of: diagram, width: $0) }
    case .html:
      HTMLRenderer.text(
        of: diagram, theme: theme, playground: playground.map { (file?.text ?? SpecText("", file: "")).address(in: $0) }
      )
    }
  }
}

extension Drawing {
  /// Returns the drawing of an order of turns; throws for a format that has none.
  func text(of order: RunOrder) throws(UsageError) -> String {
    let flags = [
      ("animate", isAnimated), ("ascii", style.isASCII), ("stages", style.showsStages), ("timers", style.showsTimers),
      ("causes", style.showsCauses),
    ]
    if let (flag, _) = flags.first(where: { $0.1 }) {
      throw UsageError(message: "'--\(flag)' is for specs, not for an order of turns")
    }
    switch format {
    case .text: return order.text(width: style.width)
    case .svg: return svg { OrderLayout.picture(of: order, width: $0) }
    case .events: return OrderWriter.text(of: order)
    case .html, .json:
      throw UsageError(message: "An order of turns is drawn as text or svg; its file is its data")
    }
  }

  /// - Parameter picture: Returns the picture of a width.
  private func svg(_ picture: (Double?) -> Picture) -> String {
    switch size {
    case .points(let width): return SVGRenderer.text(of: picture(width), theme: theme, isAnimated: isAnimated)
    case .slide:
      let (width, height) = (1920.0, 1080.0)
      let slide = PosterLayout.slide(width: width, height: height, picture)
      return SVGRenderer.text(of: slide, theme: theme, isAnimated: isAnimated, size: (width, height))
    case nil: return SVGRenderer.text(of: picture(nil), theme: theme, isAnimated: isAnimated)
    }
  }

  /// Whether a file may be replaced by the drawing of a spec: it is a picture, or the same spec. A `*.marble` is a
  /// spec; any other file that is drawn as text is a picture.
  static func mayReplace(_ old: String, at path: String, by spec: SpecText) -> Bool {
    if Replaceable.isPicture(old) || SpecText(old, file: "").lines == spec.lines { return true }
    return Replaceable.isDrawing(path.fileExtension.lowercased() == "marble" ? spec : SpecText(old, file: ""), old)
  }
}

/// The contents of a file *.jsonl.
enum RecordedFile {
  case run(RecordedRun)
  case order(RunOrder)
}

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
  /// Whether it is a picture or a page.
  var isPicture: Bool { self == .svg || self == .html }
  /// Whether the format always shows the events between operators.
  var needsTrace: Bool { self != .text }
}

extension ParsedArguments {
  /// The output path; `nil` for standard output, which may be named `-`.
  var output: String? { values["output"].flatMap { $0 == "-" ? nil : $0 } }
}

/// The width of a drawing, as the option `--width` names it.
private enum PictureSize {
  /// The largest width; more is folded into strips under each other.
  case points(Double)
  /// A slide of 1920 by 1080 points, which the picture fills.
  case slide

  static let readme = 720.0
  private static let named = ["readme": readme]
  private static let names = ["readme", "slide", "full"]

  /// Reads the value of the option. Returns nil for `full`: any width.
  init?(_ text: String, _ format: DiagramFormat) throws(UsageError) {
    guard format == .svg || format == .text else {
      let reason = format == .html ? "a page scrolls" : "\(format.rawValue) has no width"
      throw UsageError(message: "'--width' is for '--format svg' and text; \(reason)")
    }
    if text == "full" { return nil }
    let least = format == .svg ? 300 : 20
    if let number = Int(text) {
      guard number >= least, number <= 100_000 else {
        let unit = format == .svg ? "points" : "columns"
        throw UsageError(message: "A width of \(number) \(unit) is not possible; use \(least) to 100000, or 'full'")
      }
      self = .points(Double(number))
      return
    }
    let isName = PictureSize.names.contains(text)
    guard isName, format == .svg else {
      let near = Suggestion.nearest(to: text, among: PictureSize.names).map { ". Did you mean '\($0)'?" } ?? ""
      let known =
        format == .svg
        ? "a number of points, 'readme' (720), 'slide' (1920 by 1080) or 'full'" : "a number of columns, or 'full'"
      throw UsageError(
        message: "'\(text)' is not a width\(isName ? " of text" : ""); write \(known)\(isName ? "" : near)")
    }
    self = PictureSize.named[text].map(PictureSize.points) ?? .slide
  }
}
