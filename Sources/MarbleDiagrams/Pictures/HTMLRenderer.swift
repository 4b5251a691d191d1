import MarbleRuns
import Marbles
import PipesCore

/// Writes a diagram as an HTML page that plays it: one file without external resources.
package enum HTMLRenderer {
  /// Whether a text is a page that was written here.
  package static func hasDrawn(_ text: String) -> Bool { text.hasPrefix(beginning) && text.contains(drawingStart) }
  static let beginning = "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\""
  static let drawingStart = #"<svg xmlns="http://www.w3.org/2000/svg" id="diagram" class="marbles"#

  /// The parts of a page, for other pages to include.
  package struct Parts: Sendable {
    package let picture: Picture
    /// The picture as an element that scripts can use.
    package let drawing: String
    /// The story, with a button for each step.
    package let story: String
  }

  /// Returns the picture and the story of a diagram. The page shows the title and the note itself.
  ///
  /// - Parameter room: The room for a poster, which is wider if its marbles need more.
  package static func parts(
    of diagram: Diagram, theme: Theme = .auto, room: PosterLayout.Room = PosterLayout.Room()
  ) -> Parts {
    var bare = diagram
    bare.title = nil
    bare.note = nil
    if room.isCovered { bare = covered(bare) }
    var picture = PosterLayout.picture(of: bare, in: room)
    picture.title = diagram.title ?? picture.title
    let lettering = Lettering(diagram)
    return Parts(
      picture: picture, drawing: drawing(picture, diagram, theme),
      story: diagram.runs.indices.map { story(ofRun: $0, diagram, lettering) }.joined())
  }

  /// Returns a diagram that does not know what happened within its operators.
  static func covered(_ diagram: Diagram) -> Diagram {
    var bare = diagram
    for run in bare.runs.indices { bare.runs[run].trace = nil }
    return bare
  }

  /// Returns the style rules for a drawing in a page, with the rules for elements that a script highlights.
  package static func style(_ theme: Theme) -> String {
    StyleSheet.css(theme, scope: ".marbles") + StyleSheet.posterRules(scope: ".marbles.poster")
  }

  private static func drawing(_ picture: Picture, _ diagram: Diagram, _ theme: Theme) -> String {
    let (width, height) = (SVGRenderer.number(picture.width), SVGRenderer.number(picture.height))
    let axis = picture.moments.map { "\($0.instant):\(SVGRenderer.number($0.x))" }.joined(separator: " ")
    var causes: [String] = []
    for (run, told) in diagram.runs.enumerated() {
      for (event, from) in told.trace?.origins ?? [] {
        let list = from.map { "\(run)-\($0)" }.joined(separator: ",")
        causes.append("\(run)-\(event):\(list)")
      }
    }
    let head = picture.moments.first.map { SVGRenderer.number($0.x) } ?? "0"
    return """
      \(drawingStart) poster" role="group" \
      aria-label="\(picture.title.escaped)" aria-describedby="about" style="--width: \(width)px" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      data-axis="\(axis)" data-unit="\(picture.unit.length)" data-causes="\(causes.joined(separator: " "))">
      <desc id="about">\(picture.description.escaped)</desc>
      <clipPath id="played"><rect x="0" y="0" width="\(width)" height="\(height)"/></clipPath>
      \(SVGRenderer.liveItems(of: picture, theme: theme))<path id="head" d="M\(head) 0V\(height)" hidden="hidden"/>
      </svg>

      """
  }

  /// Returns the story of a run, with a button for each step.
  private static func story(ofRun index: Int, _ diagram: Diagram, _ lettering: Lettering) -> String {
    let sentences = Explanation(diagram.runs[index], in: diagram) { lettering.letter(of: $0) }.sentences
    let pipeline = diagram.runs[index].pipeline.joined(separator: "\n").escaped
    let steps = sentences.map { sentence in
      let event = sentence.event.map { " data-events=\"\(index)-\($0)\"" } ?? ""
      let time = DurationText.inWords(sentence.instant.nanoseconds)
      let kind = sentence.isResult ? " class=\"result\"" : ""
      return "<li\(kind)><button type=\"button\" data-at=\"\(sentence.instant.nanoseconds)\"\(event)><b>\(time)</b> "
        + "\(sentence.text.escaped)</button></li>\n"
    }
    let stop = diagram.runs[index].stop.map { "<p>Only the start of the run; \($0.escaped)</p>\n" } ?? ""
    return "<h2><code>\(pipeline)</code></h2>\n<ol>\n\(steps.joined())</ol>\n\(stop)"
  }
}

extension Trace {
  /// The events that others caused, with these. The values of an inner stream are caused by the value that it was
  /// created for.
  fileprivate var origins: [(event: Int, from: [Int])] {
    events.indices.compactMap { index in
      let causes =
        events[index].causes.isEmpty
        ? subscriptions[events[index].line].startedBy.map { [$0] } ?? [] : events[index].causes
      return causes.isEmpty ? nil : (index, causes)
    }
  }
}
