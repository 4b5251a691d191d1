import Foundation
import Testing

@testable import Marbles

struct HTMLTests {
  private func page(_ text: String) throws -> String {
    HTMLRenderer.text(of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram)
  }

  @Test func everythingIsInOneFile() throws {
    for text in try GalleryTests.specs() {
      let page = HTMLRenderer.text(of: try ExecutedSpec(text, isTraced: true).diagram)
      #expect(page.split(separator: "http").count - 1 == 1, "the name space of SVG and nothing else")
      #expect(!page.contains("@import") && !page.contains("src=") && !page.contains("fetch(") && !page.contains("<link"))
    }
  }

  @Test func theStoryIsTold() throws {
    let page = try page("a: -1-|\n> a.map { $0 < 2 ? 7 : 0 }\n")
    #expect(page.contains("<h2><code>a.map { $0 &lt; 2 ? 7 : 0 }</code></h2>"))
    #expect(page.contains("data-at=\"1000000\""))
    #expect(page.contains("data-axis=\"0:"))
  }

  /// Event 0 is the 1 of the source, event 1 the 2 that came of it.
  @Test func everyEventSaysWhatItCameFrom() throws {
    let page = try page("a: -1-|\n> a.map { $0 + 1 }\n")
    #expect(page.contains("data-causes=\"0-1:0-0 0-3:0-2\""))
    #expect(page.contains("data-events=\"0-0\" role=\"img\" tabindex=\"-1\" aria-label=\"1 at 1ms\""))
    #expect(page.contains("data-events=\"0-1\" role=\"img\" tabindex=\"-1\" aria-label=\"2 at 1ms\""))
  }

  /// Event 0 is the question, event 1 the answer that was made for it.
  @Test func anAnswerCameFromItsQuestion() throws {
    let page = try page("q: -1-|\na: -2|\n> q.flatMap { _ in a }\n")
    #expect(page.contains("data-causes=\"0-1:0-0 "))
  }

  @Test func themesOfThePage() throws {
    let diagram = try ExecutedSpec(SpecText("> Just(1)\n", file: "a.marble"), isTraced: true).diagram
    #expect(HTMLRenderer.text(of: diagram, theme: .dark).contains("<html lang=\"en\" data-theme=\"dark\">"))
    #expect(HTMLRenderer.text(of: diagram).contains("@media (prefers-color-scheme: dark)"))
  }
}

/// The page in a browser, driven by a script of the test that writes down what it sees.
@Suite(.enabled(if: Browser.path != nil, "no Chromium is installed")) struct BrowserTests {
  private let spec = "frame: 100ms\ntyped: -1-2----3---|\n> typed.debounce(for: 300ms)\n"

  /// 1 is replaced by 2 at 300 ms, 2 comes out at 600 ms, 3 goes in at 800 ms and comes out at 1.1 s.
  private func see(_ actions: String) throws -> [String] {
    let page = HTMLRenderer.text(of: try ExecutedSpec(SpecText(spec, file: "a.marble"), isTraced: true).diagram)
    return try Browser.lines(
      page,
      """
      const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const label = (node) => node.getAttribute('aria-label');
      const seen = () => [...document.querySelectorAll('.mark[aria-label]:not(.later)')].map(label).join(', ');
      const lit = () => [...document.querySelectorAll('.lit[aria-label]')].map(label).join(', ');
      const marble = (name) => [...document.querySelectorAll('[aria-label]')].filter((node) => label(node) === name);
      // A window without the focus tells nobody of it.
      const touch = (what, node) => { node[what](); node.dispatchEvent(new FocusEvent(what)); };
      const click = (id) => document.getElementById(id).click();
      const now = () => document.getElementById('now').textContent;
      const told = () => document.getElementById('told').textContent;
      \(actions)
      """)
  }

  /// Restart, step, step back, keys; then the slider.
  @Test func steppingShowsWhatHasHappened() throws {
    let lines = try see(
      """
      click('restart'); say(now() + '|' + seen());
      click('step'); say(now() + '|' + seen() + '|' + told().includes('typed sends 1'));
      click('step'); click('step'); say(now() + '|' + seen());
      click('back'); say(now() + '|' + seen());
      press('ArrowRight'); say(now());
      press('Escape'); say(now());
      const slider = document.getElementById('time');
      slider.value = slider.min; slider.dispatchEvent(new Event('input'));
      say(slider.getAttribute('aria-valuetext') + '|' + seen());
      slider.value = slider.max; slider.dispatchEvent(new Event('input'));
      say(slider.getAttribute('aria-valuetext') + '|' + document.querySelectorAll('.later').length);
      """)
    let ghost = "1 at 100ms: another came, or the stream ended, before its pause was over"
    #expect(
      lines == [
        "0|", "100 ms|1 at 100ms, \(ghost)|true", "600 ms|1 at 100ms, 2 at 300ms, \(ghost), 2 at 600ms",
        "300 ms|1 at 100ms, 2 at 300ms, \(ghost)", "600 ms", "1.2 s", "0|", "1.2 s|0",
      ])
  }

  /// One marble is in the order of the tabulator; the arrows go to the others. Nothing is fetched.
  @Test func aMarbleShowsWhatItCameFromAndWhatCameOfIt() throws {
    let lines = try see(
      """
      say(document.querySelectorAll('svg [tabindex="0"]').length);
      touch('focus', marble('3 at 1100ms')[0]); say(lit() + '|' + document.querySelectorAll('.lit .cause').length);
      touch('focus', marble('2 at 300ms')[0]); say(lit());
      touch('blur', marble('2 at 300ms')[0]); say(lit() + document.querySelectorAll('.traced').length);
      marble('1 at 100ms')[0].focus(); press('ArrowRight'); say(label(document.activeElement));
      press('ArrowLeft'); say(label(document.activeElement));
      say([...document.querySelectorAll('button, input')].every((node) => node.textContent || node.labels.length));
      say(performance.getEntriesByType('resource').length);
      """)
    #expect(
      lines == ["1", "3 at 800ms, 3 at 1100ms|1", "2 at 300ms, 2 at 600ms", "0", "2 at 300ms", "1 at 100ms", "true", "0"])
  }

  @Test func playingEndsAtTheEnd() throws {
    let lines = try see(
      """
      click('play'); say(document.getElementById('play').getAttribute('aria-pressed') + '|' + now());
      const wait = () => { if (document.getElementById('play').textContent === 'Play') say(now()); else setTimeout(wait, 50); };
      wait();
      """)
    #expect(lines == ["true|0", "1.2 s"])
  }
}

enum Browser {
  static let path = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    .flatMap { name in ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map { $0 + name } }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Loads a page, runs a script in it, and gives what the script says, line by line.
  static func lines(_ page: String, _ script: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("marbles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    let told = "<script>const say = (text) => { const line = document.createElement('p'); line.className = 'said'; "
    let added = told + "line.textContent = text; document.body.append(line); };\n\(script)</script>\n</body>"
    try page.replacingOccurrences(of: "</body>", with: added).write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=\(folder.path)/profile", "--window-size=1200,900",
      "--virtual-time-budget=30000", "--dump-dom", file.absoluteString,
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.components(separatedBy: "<p class=\"said\">").dropFirst().map { $0.components(separatedBy: "</p>")[0] }
  }
}
