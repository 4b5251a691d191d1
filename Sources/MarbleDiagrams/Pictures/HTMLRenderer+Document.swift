import MarbleRuns

extension HTMLRenderer {
  /// Returns a complete document.
  ///
  /// - Parameter playground: The address of a playground with the diagram, which the page links to. By default there is
  ///   no link.
  package static func text(
    of diagram: Diagram, theme: Theme = .auto, playground: String? = nil
  ) -> String {
    let parts = parts(of: diagram, theme: theme)
    let picture = parts.picture
    let title = picture.title.escaped
    let note = diagram.note.map { "<p>\($0.escaped)</p>\n" } ?? ""
    let change =
      playground.map { "<p><a id=\"change\" href=\"\($0.escaped)\">Change it in the playground</a></p>\n" } ?? ""
    return """
      \(beginning)\(theme.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(StyleSheet.css(theme, scope: ".marbles", isPale: true))\(HTMLPage.style)</style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      \(note)\(HTMLPage.controls(last: picture.moments.last?.x ?? 0, first: picture.moments.first?.x ?? 0))<div class="stage">
      <figure class="poster">
      \(parts.drawing)</figure>
      <section id="story" aria-label="What happens" tabindex="0">
      \(parts.story)</section>
      </div>
      \(change)\(HTMLPage.hint)</main>
      <script>
      \(HTMLPage.script)</script>
      </body>
      </html>

      """
  }
}

extension Diagram {
  /// Draws the diagram as an HTML page that plays it and explains the causes: one file that needs no network.
  ///
  /// - Parameter theme: The colors: light, dark, or as in the reader's system.
  public func html(theme: Theme = .auto) -> String { HTMLRenderer.text(of: self, theme: theme) }
}
