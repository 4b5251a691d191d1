import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore

/// The text between two markers, and the file that it may show.
struct DrawnMarker {
  private(set) var body: [[Character]] = []
  private(set) var file: (path: String, text: String, mayReplace: (String) -> Bool)?
  /// The files that the drawing is drawn from.
  private(set) var sources: Set<Files.Identity> = []

  /// Runs the call in the marker.
  init(_ marker: PictureMarker) throws(SpecProblem) {
    let arguments = try DrawnMarker.arguments(of: marker)
    let spec = try spec(of: marker, arguments.operands[0])
    let drawing: Drawing
    do throws(UsageError) { drawing = try Drawing(arguments) } catch { throw marker.problem(error.message) }
    let executed = try ExecutedSpec(spec, isTraced: drawing.needsTrace)
    if let stop = executed.outcomes.lazy.compactMap(\.runaway).first { throw marker.problem("\(spec.file): \(stop)") }
    let diagram = executed.diagram
    let text = drawing.text(of: diagram, from: executed.file)
    let content: MarkerBody.Form
    if let output = drawing.output {
      let path = marker.folder + output
      file = (path, text, { Drawing.mayReplace($0, at: path, by: spec) })
      content = .reference(to: output, isImage: drawing.format == .svg)
    } else if drawing.format == .text {
      content = .fence(SpecText(text, file: "").lines)
    } else {
      throw marker.problem(
        "a drawing as \(drawing.format.rawValue) needs a file: -o \(spec.file.baseName).\(drawing.format.fileExtension)"
      )
    }
    let new = MarkerBody(drawing: content, title: diagram.title ?? spec.file.baseName, isDrawn: marker.isDrawn)
    guard let lines = new.lines(over: marker.body, indent: marker.indent) else {
      throw marker.otherText(at: new.firstOther(in: marker.body))
    }
    body = lines
  }

  private static func arguments(of marker: PictureMarker) throws(SpecProblem) -> ParsedArguments {
    do throws(UsageError) {
      let arguments = try ParsedArguments(Array(marker.words.dropFirst()), for: MarbleTool.marker)
      if arguments.wantsHelp { throw UsageError(message: "a marker cannot ask for help") }
      return arguments
    } catch { throw marker.problem(error.message) }
  }

  /// Reads the spec that a marker names: a file, or the fence above.
  private mutating func spec(of marker: PictureMarker, _ name: String) throws(SpecProblem) -> SpecText {
    if name == "above" {
      if let above = marker.above { return above }
      throw marker.problem("there is no fence with a spec above this")
    }
    let inputs = SpecInputs([name.hasPrefix("/") ? name : marker.folder + name])
    if let error = inputs.errors.first { throw marker.problem(error.place == nil ? error.message : error.description) }
    sources = inputs.files
    guard inputs.specs.count == 1 else {
      throw marker.problem("'\(name)' has \(inputs.specs.count) specs, and a picture shows one")
    }
    return inputs.specs[0]
  }

  /// Whether the document and the file have the current drawing.
  func isCurrent(in marker: PictureMarker) -> Bool { marker.body.elementsEqual(body) && isFileCurrent }
  var isFileCurrent: Bool {
    guard let file else { return true }
    return (try? Files.read(file.path)) == Array(file.text.utf8)
  }
}

extension PictureMarker {
  /// The folder of the document, as the beginning of a path.
  var folder: String { document.file.lastIndex(of: "/").map { String(document.file[...$0]) } ?? "" }

  /// Whether a destination in the document is a file that the command drew, or no file.
  func isDrawn(_ destination: String) -> Bool {
    if destination.contains("://") { return false }
    let path = destination.hasPrefix("/") ? destination : folder + destination
    guard let bytes = try? Files.read(path) else { return Files.stamp(at: path) == nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return Replaceable.isPicture(text) || Replaceable.isDrawing(SpecText(text, file: ""), text)
  }

  /// The problem that there is a text between the markers which the command did not write.
  func otherText(at other: Int?) -> SpecProblem {
    let row = other ?? row
    return document.problem(
      "the text between the markers was not drawn by marble and would be lost; move it out, or remove it. Only the alt text and the attributes "
        + "of one picture are kept", at: Span(row, 0..<document.lines[row].count))
  }
}
