import Foundation
import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// Pictures are right, by the numbers in their SVG: over random specs, each subscription has a row from its real
/// instant, no text lies on another, and a marble has one color.
/// `PICTURES=2000 swift test --filter PictureGeometryTests` tries more specs than usual, and `PICTURE_SEED=7` others.
struct PictureGeometryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["PICTURES"].flatMap { Int($0) } ?? 15
  private static let seed = environment["PICTURE_SEED"].flatMap { UInt64($0) } ?? 0

  @Test func ofRandomSpecs() throws {
    var drawn = 0
    for number in 0..<Self.count {
      let text = RandomSpecs.ofSubscriptions(seed: Self.seed &* 1_000_003 &+ UInt64(number))
      guard let diagram = try? ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram else { continue }
      drawn += 1
      let faults = PictureGeometry(
        of: diagram, PictureDetails(stages: number % 5 == 0, timers: number % 2 > 0, causes: number % 3 == 0)
      )
      .faults
      #expect(faults.isEmpty, "\(faults.prefix(5).joined(separator: "\n"))\n\(text)")
    }
    #expect(drawn > Self.count / 2)
  }
}

/// Each check of `PictureGeometry` finds a fault that is put into a right picture.
struct PictureGeometryFaultTests {
  private static let flattened = "a: -1-2-|\nb: -3|\n> a.switchMap { _ in b }"

  /// Returns the faults of the picture of a spec after a change of its SVG. Without the change there are none.
  private func faults(_ text: String = flattened, change: (String) throws -> String) throws -> [String] {
    let diagram = try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
    let svg = PictureGeometry.svg(of: diagram)
    #expect(PictureGeometry(of: diagram, svg: svg).faults == [])
    let other = try change(svg)
    #expect(other != svg, "nothing was changed:\n\(svg)")
    return PictureGeometry(of: diagram, svg: other).faults
  }

  // MARK: Subscriptions

  /// The first inner subscription has its line from 1 to 3 ms, where it is cancelled.
  @Test func aSubscriptionWithoutItsRow() throws {
    let line =
      /<g class="mark" data-at="1000000"[^>]*><path class="stream" d="M([^ ]*) ([^L]*)L([^ ]*) ([^"]*)"\/><\/g>/
    #expect(try faults { $0.replacing(line, with: "") } == ["there is no row for b from 1"])
    // Neither the start of the line nor its end may be elsewhere.
    for shift in [(-8.0, 0.0), (0, -8), (0, 8)] {
      let faults = try faults { svg in
        svg.replacing(line) { line in
          let (from, to) = ((Double(line.1) ?? 0) + shift.0, (Double(line.3) ?? 0) + shift.1)
          return "<g data-at=\"1000000\"><path class=\"stream\" d=\"M\(from) \(line.2)L\(to) \(line.4)\"/></g>"
        }
      }
      #expect(faults == ["there is no row for b from 1"], "\(shift)")
    }
    #expect(try faults { $0.replacing("class=\"cut\"", with: "class=\"other\"") } == ["there is no row for b from 1"])
  }
  /// The value of the first inner subscription is one frame late, or far below its line, or the completion of the
  /// second one is missing.
  @Test func anEventThatIsNotOnItsRow() throws {
    let place = /(subscription of b: 3 at 2ms.*?)cx="([^"]*)" cy="([^"]*)"/
    let late = try faults { $0.replacing(place) { "\($0.1)cx=\"\((Double($0.2) ?? 0) + 44)\" cy=\"\($0.3)\"" } }
    #expect(late.contains("there is no row for b from 1"), "\(late)")
    let below = try faults { $0.replacing(place) { "\($0.1)cx=\"\($0.2)\" cy=\"\((Double($0.3) ?? 0) + 70)\"" } }
    #expect(below.contains("there is no row for b from 1"), "\(below)")
    let open = try faults {
      $0.replacing(/(subscription of b: finishes.*?)<path class="finish"[^>]*>/) { String($0.1) }
    }
    #expect(open.contains("there is no row for b from 3"), "\(open)")
  }

  // MARK: Texts

  @Test func aLetterThatIsTooSmall() throws {
    #expect(try faults { $0.replacing("font-size=\"14\"", with: "font-size=\"9\"") }.contains("3 is too small: 9.0"))
  }
  @Test func aTextOnATextOrUnderALine() throws {
    let start = "<text class=\"letter\""
    let text = "<text class=\"note\" x=\"60\" y=\"60\" font-size=\"40\">over</text>"
    #expect(try faults { $0.replacing(start, with: text + start) }.contains { $0.contains("lies on") })
    let faults = try faults { svg in
      let name = try #require(svg.firstMatch(of: /<text class="name[^"]*" x="([^"]*)" y="([^"]*)"/))
      let line = "<path class=\"window\" d=\"M0 \(name.2)L900 \((Double(name.2) ?? 0) - 5)\"/>"
      return svg.replacing(start, with: line + start)
    }
    #expect(faults.contains("a line of window crosses a"))
  }

  // MARK: Places and their order

  /// Two values of one instant lie on each other.
  @Test func twoMarblesAtOnePlace() throws {
    let faults = try faults("a: (12)|\n> a.map { $0 }") { svg in
      let first = try #require(svg.firstMatch(of: /data-events="0-0".*?cy="([^"]*)"/))
      return svg.replacing(/(data-events="0-2" .*?cy=)"[^"]*"/) { "\($0.1)\"\(first.1)\"" }
    }
    #expect(faults.contains { $0.contains("two marbles share") }, "\(faults)")
  }
  /// Two values of one row and one instant change their places.
  @Test func theLaterOneAbove() throws {
    #expect(
      try faults("a: (12)|\n> a.map { $0 }") { exchange("0-0", "0-2", $0) }.contains {
        $0.contains("was sent before it")
      })
  }
  @Test func aValueAboveItsCause() throws {
    #expect(try faults("a: -1|\n> a.map { $0 }") { exchange("0-0", "0-1", $0) }.contains("1 is above its cause 0"))
  }
  /// The second attempt begins at the top.
  @Test func anAttemptAboveItsCause() throws {
    let faults = try faults("a: -#\n> a.retry(1)") { svg in
      svg.replacing(/(data-at="1000000"[^>]*><path class="stream" d="M[^ ]*) [^L]*L/) { "\($0.1) 0L" }
    }
    #expect(faults.contains { $0.contains("begins above its cause") }, "\(faults)")
  }
  private func exchange(_ one: String, _ other: String, _ svg: String) -> String {
    func name(_ event: String) -> String { "data-events=\"\(event)" }
    return svg.replacing(name(one), with: name("x")).replacing(name(other), with: name(one)).replacing(
      name("x"), with: name(other))
  }

  /// The bars of two timers of an inner stream are missing: of its value and of its completion.
  @Test func aTimerWithoutItsBar() throws {
    let diagram = try ExecutedSpec(
      SpecText("a: -1-2|\n> a.flatMap { Just($0).delay(for: 2) }", file: "a.marble"), isTraced: true
    ).diagram
    let details = PictureDetails(timers: true)
    let svg = SVGRenderer.liveItems(of: PictureLayout.picture(of: diagram, details: details))
    #expect(PictureGeometry(of: diagram, details, svg: svg).faults == [])
    let other = svg.replacing("timer from 3ms", with: "bar from 3ms")
    #expect(
      PictureGeometry(of: diagram, details, svg: other).faults == [
        "timers start at [1000000, 1000000, 3000000, 3000000], and are drawn from [1000000, 1000000]"
      ])
  }

  // MARK: Colors

  /// One marble of a value has lost its ring.
  @Test func oneValueOfTwoColors() throws {
    let faults = try faults { svg in
      let core = try #require(svg.firstMatch(of: /<circle class="core"[^>]*>/))
      return svg.replacing(core.0, with: "", maxReplacements: 1)
    }
    #expect(faults.contains { $0.contains("has the colors") }, "\(faults)")
  }
  /// A filter gives a value another color.
  @Test func aValueThatChangesItsColor() throws {
    let faults = try faults("a: -1|\n> a.filter { $0 > 0 }") { svg in
      svg.replacing(/(data-events="0-1" .*?fill=)"[^"]*"/) { "\($0.1)\"#123456\"" }
    }
    #expect(
      faults.count == 1 && faults[0].hasPrefix("1 has the colors [\"#123456\"], and its cause 0 has"), "\(faults)")
  }
}
