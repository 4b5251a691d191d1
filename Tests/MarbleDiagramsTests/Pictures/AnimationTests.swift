import Foundation
import Gallery
import MarbleSpecs
import Testing

@testable import MarbleDiagrams

/// An animated picture in a browser, stopped at several instants.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.path != nil, "no Chromium is installed")) struct AnimationTests {
  static let diagrams = ["search.marble", "delay-each.marble", "throttle-ends.marble", "compare-calming.marble", "retry-delay.marble"]

  /// When the line has been drawn up to an instant, exactly the marbles of this instant and of those before it are visible.
  @Test func showsWhatHasHappened() async throws {
    var pictures: [String] = [], stopped: [[Double]] = [], expected: [String] = []
    for name in Self.diagrams {
      let spec = try #require(try Gallery.specs().first { $0.file.hasSuffix("/" + name) })
      let picture = PictureLayout.picture(of: try Gallery.traced(spec).diagram)
      let items = picture.items.filter { $0.instant != nil && !$0.isDrawnOut }
      let instants = Set(items.compactMap(\.instant)).sorted()
      let shown = stride(from: 0, to: instants.count, by: max(1, instants.count / 6)).map { instants[$0] } + [instants[instants.count - 1]]
      try #require(Set(shown).count >= 5)
      stopped.append(try shown.map { instant in try #require(picture.moments.last { $0.instant <= instant }?.x) })
      pictures.append(SVGRenderer.text(of: picture, isAnimated: true))
      expected += shown.map { instant in "\(name) " + items.map { ($0.instant ?? 0) <= instant ? "1" : "0" }.joined() }
    }
    // The position to which the line is drawn follows from the clip alone; the marbles know nothing of it.
    let lines = try await Browser.lines(
      "<html><body>\(pictures.joined())</body></html>",
      """
      const names = \(Self.diagrams), stops = \(stopped);
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
      """)
    #expect(lines == expected)
  }

  /// At its end each picture looks as without animation, and at its start it does not. Twelve diagrams have all elements that move.
  @Test func everyPictureEndsAsItIsDrawn() async throws {
    let pictures = try (Gallery.isLong ? Gallery.specs() : Array(Gallery.few().prefix(12))).map { spec in
      let picture = PictureLayout.picture(of: try Gallery.traced(spec).diagram, details: PictureDetails(timers: true))
      return (spec.file, SVGRenderer.text(of: picture, isAnimated: true))
    }
    let lines = try await Browser.lines(
      "<html><body>\(pictures.map(\.1).joined())</body></html>",
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
      """#)
    #expect(lines.count == pictures.count)
    for ((file, _), line) in zip(pictures, lines) { #expect(line == "same", "\(file)") }
  }
}

/// Every picture of the gallery, animated, by its text.
struct AnimatedGalleryTests {
  @Test func everyPictureMovesInTheOrderOfTime() throws {
    for spec in try Gallery.few() {
      let picture = PictureLayout.picture(of: try Gallery.traced(spec).diagram, details: PictureDetails(timers: true))
      let svg = SVGRenderer.text(of: picture, isAnimated: true), still = SVGRenderer.text(of: picture)
      let delays = svg.matches(of: /--at: ([0-9.]+)s/).compactMap { Double($0.1) }
      let instants = picture.items.filter { $0.instant != nil && (picture.isFolded || !$0.isDrawnOut) }.compactMap(\.instant)
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
