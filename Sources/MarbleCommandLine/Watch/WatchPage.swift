import MarbleDiagrams
import MarbleRuns
import Marbles
import Pipes

/// A page that shows the newest drawing and reloads it when there is a newer one.
///
/// The page is a file and has no server. It loads `saved.js` repeatedly, which names the newest drawing and contains
/// the messages.
struct WatchPage {
  private let folder: String
  private let isTemporary: Bool
  private var count = 0

  /// Creates the folder and the page in it, and opens the page in the browser if that was asked for.
  init(_ arguments: ParsedArguments) throws(Files.Failure) {
    folder = arguments.output ?? Files.temporaryFolder(named: "marble-watch")
    isTemporary = arguments.output == nil
    if isTemporary { Files.catchInterrupt(Files.endings) }
    try Files.makeFolder(folder)
    try checkFiles()
    try Files.write(WatchPage.page, to: "\(folder)/index.html")
    try Files.write("", to: "\(folder)/saved.js")
    let path = "\(folder)/index.html"
    Files.printError(Printable.text("The page is \(path)\n"))
    if arguments.flags.contains("open"), !Files.openInBrowser(path) {
      Files.printError("No browser could be started; open the page by hand.\n")
    }
  }

  /// Fails if the folder has a file that the page would replace, and that is not from an earlier page.
  private func checkFiles() throws(Files.Failure) {
    let files: [(name: String, isOwn: (String) -> Bool)] = [
      ("index.html", { $0.contains(WatchPage.title) }), ("saved.js", { $0.hasPrefix("marbleSaved(") }),
      ("drawing-0.html", Replaceable.isPicture), ("drawing-1.html", Replaceable.isPicture),
    ]
    for file in files where try Files.entry(at: "\(folder)/\(file.name)")?.kind == .file {
      if !Replaceable.isReplaceable(try Files.read("\(folder)/\(file.name)"), by: WatchPage.page, file.isOwn) {
        throw Files.Failure(reason: "'\(folder)/\(file.name)' has other content, which would be lost")
      }
    }
  }

  /// Shows the drawings of a file. If the file could not be read, its earlier drawings stay below the message.
  mutating func show(_ diagrams: [Diagram], _ errors: [String], _ path: String) {
    if let first = diagrams.first {
      count += 1
      // Two files are written in turn, so that the page that is being read is not overwritten.
      try? Files.write(
        HTMLRenderer.text(of: first),
        to: "\(folder)/drawing-\(count % 2).html")
    }
    let message = errors.joined(separator: "\n\n")
    let state: JSONText = .object([
      ("count", .number(Int64(count))), ("page", .string("drawing-\(count % 2).html")), ("file", .string(path)),
      ("message", .string(message)),
    ])
    try? Files.write("marbleSaved(\(state.compact));\n", to: "\(folder)/saved.js")
  }

  /// Removes the page and its folder, unless the folder was asked for.
  func remove() {
    guard isTemporary else { return }
    for name in ["index.html", "saved.js", "drawing-0.html", "drawing-1.html"] { Files.remove("\(folder)/\(name)") }
    Files.remove(folder)
  }

  private static let title = "<title>marble watch</title>"
  private static let page = """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    \(title)
    <style>
    :root { color-scheme: light dark; }
    html, body { height: 100%; margin: 0; }
    body { display: flex; flex-direction: column; font: 14px system-ui, sans-serif; }
    iframe { flex: 1; border: 0; }
    header { padding: 6px 12px; }
    pre { margin: 0; padding: 12px; overflow: auto; max-height: 40%; background: #fde7e9; color: #7a0010; }
    pre:empty { display: none; }
    @media (prefers-color-scheme: dark) { pre { background: #3d1216; color: #ffd9dc; } }
    </style>
    <header id="file" aria-live="polite">Waiting for the first drawing …</header>
    <iframe id="drawing" title="The newest drawing"></iframe>
    <pre id="message" role="alert"></pre>
    <script>
    'use strict';
    let shown = 0;
    function marbleSaved(state) {
      document.getElementById('file').textContent = state.file;
      const message = document.getElementById('message');
      if (message.textContent !== state.message) message.textContent = state.message;
      if (state.count === shown || state.count === 0) return;
      shown = state.count;
      document.getElementById('drawing').src = state.page + '?' + state.count;
    }
    function look() {
      const script = document.createElement('script');
      script.src = 'saved.js?' + Date.now();
      script.onload = script.onerror = () => { script.remove(); setTimeout(look, 100); };
      document.head.append(script);
    }
    look();
    </script>
    </html>

    """
}
