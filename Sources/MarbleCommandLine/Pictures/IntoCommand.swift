import MarbleSpecs
import Marbles

/// Updates the drawings in Markdown documents.
extension MarbleTool {
  /// The options that a marker may have after `marble render`.
  static let marker = CommandShape(
    name: "render", overview: "",
    operands: [CommandShape.Operand(name: "path", help: "A spec, or 'above' for the fence above.")],
    options: drawingOptions)

  /// Draws the specs that the markers of the documents name, and writes the drawings between the markers.
  mutating func drawInto(_ arguments: ParsedArguments) throws(UsageError) {
    if let option = arguments.values.keys.min() ?? arguments.flags.filter({ $0 != "into" }).min() {
      throw UsageError(message: "With '--into' the markers say how to draw; write '--\(option)' there")
    }
    if arguments.operands.contains("-") {
      throw UsageError(message: "'--into' writes files; it cannot be used with '-'")
    }
    let inputs = inputs(arguments, takes: .markers)
    // All specs are drawn before a file is written, so that no spec is overwritten before it is drawn.
    var drawn: [(marker: PictureMarker, drawn: DrawnMarker)] = []
    for marker in inputs.markers {
      do throws(SpecProblem) { drawn.append((marker, try DrawnMarker(marker))) } catch {
        report(error.description, code: 65)
      }
    }
    for one in drawn { sources.formUnion(one.drawn.sources) }
    var updated = 0
    for path in drawn.map(\.marker.document.file).uniqued {
      let count = drawInto(path, drawn.filter { $0.marker.document.file == path })
      if count > 0 { print("\(path): updated") }
      updated += count
    }
    guard !inputs.markers.isEmpty else { return }
    let pictures = "\(inputs.markers.count) picture\(inputs.markers.count == 1 ? "" : "s")"
    let failed = inputs.markers.count - drawn.count
    print("\(pictures): " + (updated == 0 && failed == 0 ? "all current" : "\(updated) drawn again"))
  }

  /// Updates the drawings of a document and returns how many of them were outdated.
  private mutating func drawInto(_ path: String, _ all: [(marker: PictureMarker, drawn: DrawnMarker)]) -> Int {
    var updated = 0
    var changes: [(PictureMarker, [[Character]])] = []
    for (marker, drawn) in all {
      if let file = drawn.file, !written.insert(file.path).inserted {
        report(marker.problem("'\(file.path)' already holds another picture; name another file").description, code: 65)
        continue
      }
      if drawn.isCurrent(in: marker) { continue }
      if let file = drawn.file, !drawn.isFileCurrent {
        write(file.text, to: file.path, over: file.mayReplace)
        // For a file that could not be written there is a message already.
        guard drawn.isFileCurrent else { continue }
      }
      if !marker.body.elementsEqual(drawn.body) { changes.append((marker, drawn.body)) }
      updated += 1
    }
    return changes.isEmpty || write(changes, to: path) ? updated : 0
  }

  private mutating func write(_ changes: [(PictureMarker, [[Character]])], to path: String) -> Bool {
    change(path) { document in
      changes.reversed().allSatisfy { marker, body in
        guard let end = marker.end else { return false }
        return document.replace(marker.row + 1..<end, of: marker.document, by: body)
      }
    }
  }

  // MARK: check

  /// Reports the markers with outdated drawings and returns their number.
  mutating func check(_ markers: [PictureMarker]) -> Int {
    var outdated = 0
    for marker in markers {
      do throws(SpecProblem) {
        let drawn = try DrawnMarker(marker)
        if drawn.isCurrent(in: marker) { continue }
        outdated += 1
        let path = marker.document.file
        let what = drawn.isFileCurrent ? "the picture" : "the picture '\(drawn.file?.path ?? "")'"
        print(
          "\(path):\(marker.row + 1): \(what) is out of date; 'marble render --into \(path)' draws it again",
          as: .difference)
        end(with: 1)
      } catch {
        outdated += 1
        report(error.description, code: 65)
      }
    }
    return outdated
  }
}
