import Gallery
import Foundation
import TestFolder
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

struct HTMLTests {
  private func page(_ text: String) throws -> String {
    HTMLRenderer.text(of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram)
  }

  @Test func everythingIsInOneFile() throws {
    for text in try Gallery.few() {
      let page = HTMLRenderer.text(of: try Gallery.traced(text).diagram)
      #expect(page.split(separator: "http").count - 1 == 1, "the name space of SVG and nothing else")
      #expect(
        !page.contains("@import") && !page.contains("src=") && !page.contains("fetch(") && !page.contains("<link"))
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
    #expect(page.contains("data-events=\"0-0\" role=\"img\" tabindex=\"-1\" aria-label=\"a: 1 at 1ms\""))
    #expect(page.contains("data-events=\"0-1\" role=\"img\" tabindex=\"-1\" aria-label=\"result: 2 at 1ms\""))
  }

  /// Event 0 is the question, event 1 the answer that was made for it.
  @Test func anAnswerCameFromItsQuestion() throws {
    let page = try page("q: -1-|\na: -2|\n> q.flatMap { _ in a }\n")
    #expect(page.contains("data-causes=\"0-1:0-0 "))
  }

  /// The head of the picture is in the page once, and the controls come before the diagram.
  @Test func thePageHasAHeading() throws {
    let page = try page("title: One & all\nnote: A <note>.\na: -1-|\n> a\n")
    #expect(
      page.contains("<title>One &amp; all</title>") && page.contains("<h1>One &amp; all</h1>\n<p>A &lt;note&gt;.</p>"))
    #expect(!page.contains(">One &amp; all</text>"))
    #expect(try self.page("> Just(1)\n").contains("<h1>Just(1)</h1>"))
    let (controls, diagram) = (try #require(page.range(of: "<form")), try #require(page.range(of: "<svg")))
    #expect(controls.lowerBound < diagram.lowerBound)
  }

  @Test func themesOfThePage() throws {
    let diagram = try ExecutedSpec(SpecText("> Just(1)\n", file: "a.marble"), isTraced: true).diagram
    #expect(HTMLRenderer.text(of: diagram, theme: .dark).contains("<html lang=\"en\" data-theme=\"dark\">"))
    #expect(HTMLRenderer.text(of: diagram).contains("@media (prefers-color-scheme: dark)"))
  }
}

/// The page in a browser, driven by a script of the test that writes down what it sees.
@Suite(.timeLimit(.minutes(60)), .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserTests {
  /// 1 is replaced by 2 at 300 ms, 2 comes out at 600 ms, 3 goes in at 800 ms and comes out at 1.1 s.
  static let spec = "frame: 100ms\ntyped: -1-2----3---|\n> typed.debounce(for: 300ms)\n"

  @Test(arguments: pages + widths + prints) func whatIsSeen(on page: BrowserPage) async throws {
    let lines = try await Browser.lines(of: page)
    #expect(lines == page.sees)
  }

  static let pages: [BrowserPage] = [
    // Restart, step, step back, keys; then the slider.
    BrowserPage(
      "steppingShowsWhatHasHappened",
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
      """,
      sees: [
        "0s|", "100ms|typed: 1 at 100ms|true", "600ms|typed: 1 at 100ms, typed: 2 at 300ms, result: 2 at 600ms",
        "300ms|typed: 1 at 100ms, typed: 2 at 300ms", "600ms", "1200ms", "0s|", "1200ms|0",
      ]),
    // One marble is in the order of the tabulator; the arrows go to the others. Nothing is fetched.
    BrowserPage(
      "aMarbleShowsWhatItCameFromAndWhatCameOfIt",
      """
      say(document.querySelectorAll('svg [tabindex="0"]').length);
      touch('focus', marble('result: 3 at 1100ms')[0]); say(lit() + '|' + document.querySelectorAll('.lit:has(.drop)').length);
      touch('focus', marble('typed: 2 at 300ms')[0]); say(lit());
      touch('blur', marble('typed: 2 at 300ms')[0]); say(lit() + document.querySelectorAll('.traced').length);
      marble('typed: 1 at 100ms')[0].focus(); press('ArrowRight'); say(label(document.activeElement));
      press('ArrowLeft'); say(label(document.activeElement));
      say([...document.querySelectorAll('button, input')].every((node) => node.textContent || node.labels.length));
      say(performance.getEntriesByType('resource').length);
      """,
      sees: [
        // Two lines: into the bar of the timer, and out of it.
        "1", "typed: 3 at 800ms, result: 3 at 1100ms|2", "typed: 2 at 300ms, result: 2 at 600ms", "0",
        "typed: 2 at 300ms", "typed: 1 at 100ms", "true", "0",
      ]),
    // Both branches of the diamond react to 2 at one instant: the pair of 2 and the old 10 is there before the pair of 2
    // and 20.
    BrowserPage(
      "eventsOfAnInstantComeOneAfterTheOther", of: "a: -1-2-|\nlet b = a.map { $0 * 10 }\n> a.combineLatest(b)\n",
      """
      click('restart');
      for (let step = 0; step < 30; step += 1) {
        press('.');
        if (told().includes('combineLatest') && told().includes('computed from')) say(now() + '|' + seen().split(', result').length);
      }
      """,
      sees: ["1ms|2", "3ms|3", "3ms|4"]),
    // Nothing that belongs to what comes later is seen: no cross of a loss, no line but the one of 1, no reason.
    BrowserPage(
      "nothingIsThereBeforeItsTime",
      """
      click('restart'); click('step');
      const isSeen = (node) => !node.closest('.later');
      say([...document.querySelectorAll('.stub')].filter(isSeen).length);
      say([...document.querySelectorAll('.mark:has(.drop)')].filter(isSeen).length);
      say([...document.querySelectorAll('text')].filter((node) => isSeen(node) && node.textContent.includes('another value arrived')).length);
      click('step');
      say([...document.querySelectorAll('.stub')].filter(isSeen).length > 0);
      """,
      sees: ["0", "1", "0", "true"]),
    // A rule is judged while time passes: at 100 ms the bar of a begins, at 300 ms it held, at 800 ms that of b is
    // broken, and only then is the verdict there.
    BrowserPage(
      "aRuleIsJudgedAtItsInstant",
      of:
        "frame: 100ms\nhot ask: -a---b------|\nhot found: ---a---------|\n> ask.merge(with: found)\n! each ask is followed by found within 300ms\n",
      """
      const bars = [...document.querySelectorAll('[data-decided]:not(:has(text))')];
      const state = () => now() + '|' + bars.map((one) => one.matches('.later') ? '-' : one.matches('.open') ? 'o' : 'x').join('')
        + '|' + [...document.querySelectorAll('text')].some((one) => one.textContent === 'broken' && !one.closest('.later'));
      click('restart'); say(state());
      for (let step = 0; step < 4; step += 1) { click('step'); say(state()); }
      press('Escape'); say(state());
      """,
      // The bar and the sign of a, the bar and the sign of b.
      sees: [
        "0s|----|false", "100ms|o---|false", "300ms|xx--|false", "500ms|xxo-|false", "800ms|xxxx|true",
        "1300ms|xxxx|true",
      ]),
    // A text about several runs at one instant names the run.
    BrowserPage(
      "whatIsToldSaysOfWhichRun", of: "typed: -1-|\n> typed.map { $0 }\n> typed.first()\n",
      "click('restart'); click('step'); say(told().includes('[typed.map { $0 }]') && told().includes('[typed.first()]'));",
      sees: ["true"]),
    // Presenting, the smallest letters of a picture are large enough for a room.
    BrowserPage(
      "presentingIsLarge", width: 1920,
      """
      click('present');
      const svg = document.getElementById('diagram'), scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      say([...svg.querySelectorAll('text.note, text.ruler, text.label')].every((text) => text.getAttribute('font-size') * scale >= 24));
      say(getComputedStyle(document.getElementById('story')).display);
      """,
      sees: ["true", "none"]),
    // A diagram that is wider than the window moves along.
    BrowserPage(
      "theDiagramFollows", of: "a: \(String(repeating: "-1", count: 60))|\n> a\n", width: 500,
      """
      const figure = document.querySelector('figure'), head = document.getElementById('head');
      const isSeen = () => {
        const [box, frame] = [head.getBoundingClientRect(), figure.getBoundingClientRect()];
        return box.left >= frame.left && box.right <= frame.right;
      };
      click('restart'); say(isSeen() + '|' + figure.scrollLeft);
      for (let step = 0; step < 30; step += 1) click('step');
      click('back'); say(isSeen() + '|' + (figure.scrollLeft > 0));
      """,
      sees: ["true|0", "true|true"]),
    // The arrows to the sides step, on the slider as well; those upwards and downwards are left to the page, and so are
    // keys with a modifier.
    BrowserPage(
      "keysThatAreThePagesStayThePages",
      """
      const isTaken = (node, key, more) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
        node.dispatchEvent(event);
        return event.defaultPrevented;
      };
      click('restart');
      say(['ArrowDown', 'ArrowUp', 'Tab', 'PageDown'].map((key) => isTaken(document.body, key)).join());
      say(isTaken(document.body, 'ArrowRight', { altKey: true }) + '|' + now());
      const slider = document.getElementById('time');
      slider.focus();
      say(isTaken(slider, 'ArrowRight') + '|' + now());
      say(isTaken(slider, 'ArrowUp') + '|' + now());
      """,
      sees: ["false,false,false,false", "false|0s", "true|100ms", "true|0s"]),
    // 250 ms lies between 1 at 100 ms and 2 at 300 ms; what is not a time is the end.
    BrowserPage(
      "anAddressNamesATime",
      """
      const after = (hash, next) => { location.hash = hash; setTimeout(() => { say(now() + '|' + told()); next(); }, 50); };
      after('#t=250ms', () => after('#t=0.3s', () => after('#t=soon', () => {})));
      """,
      sees: [
        "250ms|100ms: typed sends 1; debounce waits 300ms",
        "300ms|300ms: typed sends 2; it replaces 1, debounce's 300ms start again", "1200ms|",
      ]),
    // A reader who asked for less motion sees one instant after the other, and nothing in between.
    BrowserPage(
      "calmPlayingJumps", isCalm: true,
      """
      const times = [];
      new MutationObserver(() => times.push(now())).observe(document.getElementById('now'), { childList: true });
      click('play');
      const wait = () => {
        if (document.getElementById('play').textContent === 'Play') say([...new Set(times)].join()); else setTimeout(wait, 50);
      };
      wait();
      """,
      sees: ["0s,100ms,300ms,600ms,800ms,1100ms,1200ms"]),
    BrowserPage(
      "playingEndsAtTheEnd",
      """
      click('play'); say(document.getElementById('play').getAttribute('aria-pressed') + '|' + now());
      const wait = () => { if (document.getElementById('play').textContent === 'Play') say(now()); else setTimeout(wait, 50); };
      wait();
      """,
      sees: ["true|0s", "1200ms"]),
  ]

  /// However long the diagram, whoever scrolls to its end has the buttons before their eyes; nothing sticks out to the
  /// side.
  static let widths = ([500, 1600]).map { width in
    let runs = String(repeating: "> typed.debounce(for: 300ms)\n", count: 9)
    return BrowserPage(
      "theControlsStayInSight at \(width)", of: spec.replacing("> typed.debounce(for: 300ms)\n", with: runs),
      width: width,
      """
      scrollTo(0, document.documentElement.scrollHeight);
      const inSight = (id) => {
        const box = document.getElementById(id).getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
      };
      say(scrollY > 500);
      say(['restart', 'back', 'play', 'step', 'time', 'now', 'told'].every(inSight));
      say(document.documentElement.scrollWidth <= innerWidth);
      click('restart'); click('step'); click('step');
      const figure = document.querySelector('figure'), story = document.getElementById('story');
      const steps = [...story.querySelectorAll('[aria-current]')].map((node) => node.getBoundingClientRect());
      say(story.scrollHeight <= story.clientHeight || steps.some((box) => box.top >= 0 && box.bottom <= innerHeight));
      """,
      sees: ["true", "true", "true", "true"])
  }

  /// A print fits one page of A4 and of Letter, in landscape: 979 by 700 CSS pixels. After that everything is as
  /// before.
  static let prints = (Gallery.isLong ? [2, 40, 160] : [40]).map { count in
    let row = String(repeating: "-1-2", count: count)
    return BrowserPage(
      "aPageIsPrintedOnOne of \(count)",
      of:
        "a: \(row)|\nb: --3|\n> a.merge(with: b).debounce(for: 1)\n> a.delay(for: 2)\n> a.throttle(for: 3, latest: true)\n",
      """
      const main = document.querySelector('main'), height = () => Math.round(main.getBoundingClientRect().height), before = height();
      window.dispatchEvent(new Event('beforeprint'));
      say([document.body.getBoundingClientRect().height <= 700, main.getBoundingClientRect().width <= 980, document.querySelectorAll('li').length > \(count)].join());
      window.dispatchEvent(new Event('afterprint'));
      say(height() === before);
      """,
      sees: ["true,true,true", "true"])
  }
}

/// A page, a script that runs in it, and what the script says, line by line.
struct BrowserPage: Sendable, CustomTestStringConvertible {
  var name: String
  var html: String
  var width: Int
  /// Whether the reader has asked for less motion.
  var isCalm: Bool
  var script: String
  var sees: [String]

  var testDescription: String { name }
}

extension BrowserPage {
  /// The page of a spec.
  init(
    _ name: String, of spec: String = BrowserTests.spec, width: Int = 1200, isCalm: Bool = false, _ actions: String,
    sees: [String]
  ) {
    // A page that cannot be made says nothing, and its test fails.
    let diagram = try? ExecutedSpec(SpecText(spec, file: "a.marble"), isTraced: true).diagram
    self.init(
      name: name, html: diagram.map { HTMLRenderer.text(of: $0) } ?? "", width: width, isCalm: isCalm,
      script: """
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
        """, sees: sees)
  }
}

/// The browser, which starts once for all pages, and once for a reader who has asked for less motion: its start takes
/// most of the time. Each page is in a frame of its own, in a window of its own size; they are above one another, so
/// that all of them are in sight.
enum Browser {
  static let path = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    .flatMap { name in ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map { $0 + name } }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let (all, calm) =
    (BrowserTests.pages + BrowserTests.widths + BrowserTests.prints + AnimationTests.pages.map(\.page)).reduce(
      into: ([BrowserPage](), [BrowserPage]())
    ) { if $1.isCalm { $0.1.append($1) } else { $0.0.append($1) } }
  private static let said = Task { try await lines(all) }
  private static let saidCalmly = Task { try await lines(calm) }

  /// The lines that the script of a page says.
  static func lines(of page: BrowserPage) async throws -> [String] {
    try await (page.isCalm ? saidCalmly : said).value[page.name] ?? []
  }

  private static func lines(_ pages: [BrowserPage]) async throws -> [String: [String]] {
    let folder = try TestFolder(["output": ""])
    var frames = ""
    for (number, page) in pages.enumerated() {
      let file = folder.file("page-\(number).html")
      let added =
        "<script>const say = (text) => { parent.postMessage([\(number), text], '*'); };\n\(page.script)</script>\n</body>"
      try page.html.replacingOccurrences(of: "</body>", with: added).write(to: file, atomically: true, encoding: .utf8)
      frames += "<iframe src=\"page-\(number).html\" width=\"\(page.width)\" height=\"900\"></iframe>\n"
    }
    let window = """
      <html><style>iframe { position: absolute; top: 0; left: 0; border: 0 }</style><body><script>onmessage = ({ data: [page, text] }) => {
      const line = document.createElement('p');
      line.className = 'said';
      line.textContent = page + ' ' + text;
      document.body.append(line);
      };</script>\(frames)</body></html>
      """
    try window.write(to: folder.file("window.html"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=\(folder.path)/profile",
      "--virtual-time-budget=30000", "--window-size=1920,900", "--dump-dom",
    ]
    if pages.first?.isCalm == true { process.arguments?.append("--force-prefers-reduced-motion") }
    process.arguments?.append(folder.file("window.html").absoluteString)
    // A file, not a pipe: a process of the browser that outlives it would keep a pipe open, and the reader would wait
    // for ever.
    let handle = try FileHandle(forWritingTo: folder.file("output"))
    (process.standardOutput, process.standardError) = (handle, FileHandle.nullDevice)
    // Other tests go on meanwhile. A browser that hangs is ended when the suite's time limit ends the wait, and the
    // test fails.
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ended {}
    if process.isRunning { process.terminate() }
    try handle.close()
    var lines: [String: [String]] = [:]
    for said in try folder.text("output").components(separatedBy: "<p class=\"said\">").dropFirst() {
      let words = said.components(separatedBy: "</p>")[0].split(
        separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, let number = Int(words[0]) else { continue }
      lines[pages[number].name, default: []].append(String(words[1]))
    }
    return lines
  }
}
