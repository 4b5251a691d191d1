import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Lines, cuts and flags keep clear of marbles that they do not concern.
struct RoutingTests {
  private static func picture(_ text: String) throws -> Picture {
    PictureLayout.picture(of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram)
  }
  private static func gallery() throws -> [(name: String, picture: Picture)] {
    try Gallery.few().map { ($0.file, PictureLayout.picture(of: try Gallery.traced($0).diagram)) }
  }

  /// A line that ends at a marble of another row seems to come from there.
  @Test func aLineTouchesNothingButItsCauseAndItsEffect() throws {
    for (name, picture) in try Self.gallery() {
      for line in picture.begins {
        let touched = picture.marks.filter { mark in
          line.ends.contains { mark.widened(by: 4).contains(Box(around: $0, radius: 0)) }
        }
        #expect(touched.count <= 2, "\(name): a line touches \(touched)")
      }
    }
  }

  /// Both fail at 3 ms. The line from the failure of `a` passes the failure of `b` at a distance.
  @Test func aLineBendsAroundAFailureOfAnotherRow() throws {
    let picture = try Self.picture("a: ---#\nb: ---#\nc: -7|\n> a.catch { _ in c }\n> b.catch { _ in c }\n")
    let crosses = picture.items.filter { $0.parts[0].role == .failure && $0.instant == 3_000_000 }.compactMap(\.box)
    let (a, b) = (crosses[0], crosses[1])
    let line = try #require(picture.begins.first)
    #expect(line.ends.contains { a.widened(by: 8).contains(Box(around: $0, radius: 0)) })
    #expect(line.lines.allSatisfy { !$0.overlaps(b.widened(by: 2)) })
    #expect(line.lines.contains { $0.top < b.top && b.bottom < $0.bottom }, "no piece passes b: \(line.lines)")
  }

  /// The failure of `Fail` is not drawn, and the interval's ticks are not: the lines come out of the box.
  @Test(arguments: [
    "> Fail(\"no\").catch { reason in Just(reason) }", "a: -1|\n> interval(3).flatMap { _ in a }.prefix(2)",
  ])
  func aSubscriptionWithoutADrawnCauseHasALineFromItsBox(text: String) throws {
    let picture = try Self.picture(text)
    let box = try #require(picture.items.first { $0.parts[0].role == .frame }?.box)
    let count = text.contains("interval") ? 2 : 1
    #expect(picture.begins.count == count)
    #expect(picture.begins.allSatisfy { $0.ends.contains { $0.y > box.bottom && $0.y < box.bottom + 5 } })
  }

  // MARK: Cause and effect at one instant

  /// Attempts at 0, 1 and 2 ms: each begins below the failure of the previous attempt, also the third one, for which
  /// there is room beside the first.
  @Test func anAttemptBeginsBelowTheFailureBefore() throws {
    let picture = try Self.picture("a: -#\n> a.retry(2)")
    let crosses = picture.items.filter { $0.parts[0].role == .failure && !$0.isTemplate }.compactMap(\.box).sorted {
      $0.top < $1.top
    }
    let dots = picture.dots.sorted { $0.y < $1.y }
    #expect(dots.count == 3 && crosses.count == 4)
    for (cross, dot) in zip(crosses, dots.dropFirst()) {
      #expect(abs(cross.center.x - dot.x) < 0.01 && cross.bottom < dot.y - PictureLayout.dot)
    }
    // There is room for the line from each failure to the next attempt.
    #expect(picture.begins.count == 2)
  }

  /// The second value waits until the first inner publisher finishes at 3 ms: its inner publisher begins below that
  /// finish.
  @Test(arguments: ["concatMap", "flatMap(maxPublishers: .max(1))"]) func whatWaitedBeginsBelowTheFinishBefore(
    _ call: String
  ) throws {
    let picture = try Self.picture("q: 12-|\nx: --5|\n> q.\(call) { _ in x }")
    let dots = picture.dots.sorted { $0.y < $1.y }
    try #require(dots.count == 2)
    let bars = picture.items.filter { $0.parts[0].role == .finish && $0.instant == 3_000_000 && $0.row.contains("x") }
      .compactMap(\.box)
    #expect(
      bars.count == 1 && bars[0].center.x == dots[1].x && bars[0].bottom < dots[1].y - PictureLayout.dot,
      "\(bars) \(dots)")
  }

  /// One value begins two subscriptions: the line leads through the upper dot to the lower one.
  @Test func severalSubscriptionsOfOneEventAreOneLine() throws {
    let picture = try Self.picture("q: -1|\ns: --#\n> q.flatMap { _ in s.replaceError(with: 0) }")
    let dots = picture.dots.sorted { $0.y < $1.y }
    try #require(dots.count == 2)
    let lines = picture.begins.flatMap(\.lines)
    #expect(lines.allSatisfy { $0.left == dots[1].x && $0.right == dots[1].x }, "\(lines)")
    #expect(
      lines.contains { $0.bottom < dots[0].y } && lines.contains { dots[0].y < $0.top && $0.bottom < dots[1].y },
      "\(lines) \(dots)")
  }

  @Test func aCutLiesOnNoMarble() throws {
    // The first subscription of `work` is cancelled at its start.
    let atOnce = try Self.picture("work: -1-|\n> work.prefix(untilOutputFrom: Just(0)).append(work)")
    #expect(atOnce.items.contains { $0.parts[0].role == .cut })
    for (name, picture) in try Self.gallery() + [("at once", atOnce)] {
      let marbles = picture.items.filter { [.marble, .failure].contains($0.parts[0].role) }.compactMap(\.box)
      for cut in picture.items
      where cut.parts[0].role == .cut && cut.parts.count == 2 && !cut.parts.contains(where: { $0.role == .flag }) {
        #expect(!marbles.contains { $0.overlaps(cut.box ?? $0) }, "\(name): \(cut.tip ?? "")")
      }
    }
  }

  /// A subscriber that receives two values and the finish at once, as it subscribes: its flag is above all that.
  @Test func aFlagIsAboveTheMarblesOfItsInstant() throws {
    let picture = try Self.picture("a: 12-|\nlet s = a.share(replay: 2)\n> s\nfrom ^\nfrom -----^\n")
    let flags = picture.items.filter { $0.instant != nil }.flatMap(\.parts).filter { $0.role == .flag }.map(\.shape.box)
    #expect(flags.count == 2)
    let others = picture.items.filter { [.marble, .finish].contains($0.parts[0].role) }.compactMap(\.box)
    for flag in flags { #expect(!others.contains { $0.widened(by: 1).overlaps(flag) }) }
  }

  /// The dotted line says how long the silence is.
  @Test func foldedSilenceHasItsLength() throws {
    let picture = try Self.picture("frame: 1s\na: -1- 1h -2|\n> a")
    let words = picture.items.flatMap(\.parts).compactMap {
      if case .text(let text) = $0.shape { text.string } else { nil }
    }
    // From 1 to 2: the frames around the hour are 3 s more, which no tenth of an hour shows.
    #expect(words.contains("≈1h"), "\(words)")
    #expect(TimeUnit.short(3_600_000_000_000) == "+1h" && TimeUnit.short(5_400_000_000_001) == "≈1.5h")
    #expect(
      TimeUnit.short(3_598_000_000_000) == "≈60m" && TimeUnit.short(20_000_000) == "+20ms"
        && TimeUnit.short(0) == "+0ns")
    #expect(words.contains("silence, drawn shorter than it is"))
  }
}

extension Picture {
  /// The dashed lines that begin subscriptions.
  fileprivate var begins: [Picture.Item] { items.filter { $0.parts[0].role == .begin && $0.instant != nil } }
  /// The places at which subscriptions begin.
  fileprivate var dots: [Point] { items.filter { $0.tip == PictureLayout.beginning }.compactMap { $0.box?.center } }
  /// The boxes of marbles, failures, completions and cuts.
  fileprivate var marks: [Box] {
    items.filter {
      [.marble, .failure, .finish, .cut].contains($0.parts[0].role) && !$0.parts.contains { $0.role == .flag }
    }.compactMap(
      \.box)
  }
}

extension Picture.Item {
  fileprivate var lines: [Box] { parts.map(\.shape.box) }
  fileprivate var ends: [Point] {
    parts.flatMap { part in if case .line(let from, let to) = part.shape { [from, to] } else { [Point]() } }
  }
}
