import Foundation
import Gallery
import MarbleSpecs
import Testing

@testable import MarbleDiagrams

/// An animated picture in a browser, stopped at several instants.
@Suite(.timeLimit(.minutes(60)), .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct AnimationTests {
  static let diagrams = [
    "search.marble", "delay-each.marble", "throttle-ends.marble", "compare-calming.marble", "retry-delay.marble",
  ]

  private typealias Page = Result<(page: BrowserPage, names: [String]), any Error>
  /// The pages of these tests, with the name of each picture or line.
  static var pages: [(page: BrowserPage, names: [String])] { [shown, ended, posters].compactMap { try? $0.get() } }

  private static func page(_ name: String, _ html: String, _ script: String, sees: [String]) -> BrowserPage {
    BrowserPage(name: name, html: html, width: 1200, isCalm: false, script: script, sees: sees)
  }
  /// Whether the script of a page says what it should, line by line.
  private func expect(_ page: Page) async throws {
    let (page, names) = try page.get(), lines = try await Browser.lines(of: page)
    try #require(lines.count == page.sees.count)
    for ((name, line), sees) in zip(zip(names, lines), page.sees) { #expect(line == sees, "\(name)") }
  }

  /// When the line has been drawn up to an instant, exactly the marbles of this instant and of those before it are
  /// visible.
  @Test func showsWhatHasHappened() async throws { try await expect(Self.shown) }
  private static let shown: Page = Result {
    var pictures: [String] = [], stopped: [[Double]] = [], expected: [String] = []
    for name in diagrams {
      let spec = try #require(try Gallery.specs().first { $0.file.hasSuffix("/" + name) })
      let picture = PosterLayout.picture(of: try Gallery.traced(spec).diagram, width: nil)
      let items = picture.items.filter { $0.instant != nil && !$0.isDrawnOut }
      let instants = Set(items.compactMap(\.instant)).sorted()
      let shown =
        stride(from: 0, to: instants.count, by: max(1, instants.count / 6)).map { instants[$0] } + [
          instants[instants.count - 1]
        ]
      try #require(Set(shown).count >= 5)
      stopped.append(try shown.map { instant in try #require(picture.moments.last { $0.instant <= instant }?.x) })
      pictures.append(SVGRenderer.text(of: picture, isAnimated: true))
      expected += shown.map { instant in "\(name) " + items.map { ($0.instant ?? 0) <= instant ? "1" : "0" }.joined() }
    }
    // The position to which the line is drawn follows from the clip alone; the marbles know nothing of it.
    let made = page(
      "showsWhatHasHappened", "<html><body>\(pictures.joined())</body></html>",
      """
      const names = \(diagrams), stops = \(stopped);
      [...document.querySelectorAll('svg')].forEach((svg, index) => {
        const width = svg.viewBox.baseVal.width;
        const animations = svg.getAnimations({ subtree: true });
        const probe = document.createElementNS('http://www.w3.org/2000/svg', 'g');
        probe.setAttribute('class', 'played');
        svg.append(probe);
        const drawn = probe.getAnimations()[0];
        drawn.pause();
        for (const one of animations) one.pause();
        const front = (time) => {
          drawn.currentTime = time;
          return width * (1 - parseFloat(getComputedStyle(probe).clipPath.match(/inset\\(0(?:px)? ([0-9.]+)%/)?.[1] ?? 0) / 100);
        };
        for (const stop of stops[index]) {
          let [low, high] = [0, 4500];
          while (high - low > 1) { const middle = (low + high) / 2; if (front(middle) < stop - 0.5) low = middle; else high = middle; }
          for (const one of animations) one.currentTime = high + 165;
          say(names[index] + ' ' + [...svg.querySelectorAll('.at')].map((node) => getComputedStyle(node).opacity == 1 ? 1 : 0).join(''));
        }
      });
      """, sees: expected)
    return (page: made, names: expected)
  }

  /// At its end each picture looks as without animation, and at its start it does not. Twelve diagrams have all
  /// elements that move.
  @Test func everyPictureEndsAsItIsDrawn() async throws { try await expect(Self.ended) }
  private static let ended: Page = Result {
    let pictures = try (Gallery.isLong ? Gallery.specs() : Array(Gallery.few().prefix(12))).map { spec in
      let picture = PosterLayout.picture(of: try Gallery.traced(spec).diagram, width: nil)
      return (spec.file, SVGRenderer.text(of: picture, isAnimated: true))
    }
    let made = page(
      "everyPictureEndsAsItIsDrawn", "<html><body>\(pictures.map(\.1).joined())</body></html>",
      #"""
      const look = (node) => {
        const style = getComputedStyle(node);
        const isWhole = /^inset\((0(px|%)? ?)+\)( view-box)?$/.test(style.clipPath);
        return [style.opacity, style.fillOpacity, style.strokeDasharray, isWhole ? 'none' : style.clipPath].join();
      };
      for (const svg of [...document.querySelectorAll('svg')]) {
        const nodes = [...svg.querySelectorAll('*')];
        const animations = svg.getAnimations({ subtree: true });
        const [start, end, still] = [(one) => { one.pause(); one.currentTime = 0; }, (one) => one.finish(), (one) => one.cancel()].map((act) => {
          animations.forEach(act);
          return nodes.map(look);
        });
        const wrong = nodes.findIndex((_, index) => end[index] !== still[index]);
        say(wrong >= 0 ? `${end[wrong]} and not ${still[wrong]}` : start.join() === still.join() ? 'nothing moves' : 'same');
      }
      """#, sees: pictures.map { _ in "same" })
    return (page: made, names: pictures.map(\.0))
  }

  /// An animated poster ends as the poster that does not move: with the same shapes at the same places, all of them
  /// visible. One that is folded and one with columns are among them; the last one has a marble that never appears, and
  /// a marble elsewhere.
  @Test func postersEndAsTheyAreDrawn() async throws {
    let (page, names) = try Self.posters.get(), lines = try await Browser.lines(of: page)
    try #require(lines.count == page.sees.count)
    for (name, line) in zip(names, lines) { #expect(line == "same", "\(name)") }
    #expect(lines.suffix(2).allSatisfy { $0.hasPrefix("different") })
  }
  private static let posters: Page = Result {
    var names: [String] = [], pictures: [Picture] = []
    for (number, spec) in try (Gallery.isLong ? Gallery.specs() : Array(Gallery.few().prefix(16))).enumerated() {
      names.append(spec.file)
      pictures.append(PosterLayout.picture(of: try Gallery.traced(spec).diagram, width: [480, 300, 720][number % 3]))
    }
    let strips = "a: -1-2-3-4-5-6-7-8-9-1-2-3-4-5|\n> a.debounce(for: 1)",
      columns = "a: -1-2|\n> a.map { $0 }\n> a.delay(for: 1)"
    for (text, width) in [(strips, 300.0), (columns, 720)] {
      names.append(text)
      pictures.append(PosterLayout.picture(of: try PosterTests.diagram(text), width: width))
    }
    struct NotFolded: Error {}
    guard pictures.suffix(2).allSatisfy({ $0.isFolded }) else { throw NotFolded() }
    var pairs = pictures.map { SVGRenderer.text(of: $0, isAnimated: true) + SVGRenderer.text(of: $0) }
    let last = pairs[pairs.count - 1]
    pairs.append(last.replacing("style=\"--at", with: "style=\"opacity: 0; --at", maxReplacements: 1))
    pairs.append(last.replacing("style=\"--at", with: "transform=\"translate(3 0)\" style=\"--at", maxReplacements: 1))
    let made = page(
      "postersEndAsTheyAreDrawn",
      "<html><style>svg { display: block }</style><body>\(pairs.joined())</body></html>",
      #"""
      const look = (svg) => {
        const all = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('path, rect, circle, line, polygon, text')].filter((node) => !node.closest('defs, clipPath, pattern')).map((node) => {
          const box = node.getBoundingClientRect(), style = getComputedStyle(node);
          let shown = 1;
          for (let one = node; one !== svg.parentNode; one = one.parentNode) {
            const { opacity, clipPath, visibility } = getComputedStyle(one);
            shown *= visibility === 'visible' && /^(none|inset\((0(px|%)? ?)+\)( view-box)?)$/.test(clipPath) ? Number(opacity) : 0;
          }
          return [node.tagName, node.textContent, ...[box.left - all.left, box.top - all.top, box.width, box.height].map((one) => one.toFixed(1)),
            shown, style.fillOpacity, style.strokeDasharray].join();
        });
      };
      const all = [...document.querySelectorAll('svg')];
      for (let index = 0; index < all.length; index += 2) {
        const [moving, still] = [all[index], all[index + 1]], animations = moving.getAnimations({ subtree: true });
        animations.forEach((one) => { one.pause(); one.currentTime = 0; });
        const start = look(moving);
        animations.forEach((one) => one.finish());
        const [end, drawn] = [look(moving), look(still)];
        const wrong = drawn.findIndex((one, number) => one !== end[number]);
        say(wrong >= 0 ? 'different: ' + end[wrong] + ' and not ' + drawn[wrong] : end.length !== drawn.length ? 'more' : start.join() === end.join() ? 'nothing moves' : 'same');
      }
      """#, sees: pairs.map { _ in "same" })
    return (page: made, names: names)
  }
}

/// Every picture of the gallery, animated, by its text.
struct AnimatedGalleryTests {
  @Test func everyPictureMovesInTheOrderOfTime() throws {
    for spec in try Gallery.few() {
      let picture = PosterLayout.picture(of: try Gallery.traced(spec).diagram, width: nil)
      let svg = SVGRenderer.text(of: picture, isAnimated: true), still = SVGRenderer.text(of: picture)
      let delays = svg.matches(of: /--at: ([0-9.]+)s/).compactMap { Double($0.1) }
      let instants = picture.items.filter { $0.instant != nil && (picture.isFolded || !$0.isDrawnOut) }.compactMap(
        \.instant)
      #expect(delays.count == instants.count, "\(spec.file)")
      #expect(Set(instants).isEmpty || delays.allSatisfy { 0...4.5 ~= $0 }, "\(spec.file)")
      let times = zip(instants, delays).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      for (one, next) in zip(times, times.dropFirst()) {
        #expect(one.0 == next.0 ? one.1 == next.1 : one.1 < next.1, "\(spec.file): \(one) and \(next)")
      }
      for shape in ["<path", "<circle", "<text", "<rect"] {
        #expect(svg.components(separatedBy: shape).count == still.components(separatedBy: shape).count, "\(spec.file)")
      }
    }
  }
}
