import Foundation
import Marbles
import Testing

@testable import MarbleCommandLine

/// Drawings in Markdown documents: `marble render --into` writes them between markers, and `marble check` says when they are not current.
struct PictureMarkerTests {
  typealias Folder = MarbleToolTests.Folder
  private static let spec = "title: A [small] delay\na: -1-2-|\n> a.delay(for: 1)\n"

  @Test func aDrawingStandsBetweenTheMarkers() throws {
    let before = "# Page\n<!-- marble render specs/a.marble -->\nold\nlines\n<!-- marble end -->\nText.\n"
    let folder = try Folder(["page.md": before])
    try Files.makeFolder(folder.path + "/specs")
    try Files.write("a: -1-2-|\n> a.delay(for: 1)\n", to: folder.path + "/specs/a.marble")
    let outdated =
      "DIR/page.md:2: the picture is out of date; 'marble render --into DIR/page.md' draws it again\n1 picture: 1 out of date\n"
    #expect(folder.run("check", "DIR/page.md") == .init(output: outdated, code: 1))
    #expect(try folder.text("page.md") == before)
    #expect(folder.run("render", "--into", "DIR/page.md") == .init(output: "DIR/page.md: updated\n1 picture: 1 drawn again\n"))
    // What is drawn is what happened: one frame later.
    let fence = "```marble\n#  0s   5ms\na: -1-2-|\n\n> a.delay(for: 1)\n=  --1-2-|\n```"
    let after = "# Page\n<!-- marble render specs/a.marble -->\n\(fence)\n<!-- marble end -->\nText.\n"
    #expect(try folder.text("page.md") == after)
    #expect(folder.run("render", "--into", "DIR/page.md") == .init(output: "1 picture: all current\n"))
    #expect(folder.run("check", "DIR/page.md") == .init(output: "1 spec checked: all as expected\n1 picture: all current\n"))
    // When the spec changes, the drawing is out of date.
    try Files.write("a: -1-2-|\n> a.delay(for: 2)\n", to: folder.path + "/specs/a.marble")
    #expect(folder.run("check", "DIR/page.md").code == 1)
  }

  @Test func aPictureIsAFileOfItsOwn() throws {
    let marker = "  <!-- marble render a.marble -o a.svg --timers -->"
    let folder = try Folder(["a.marble": Self.spec, "page.md": "- item\n\(marker)\n  <!-- marble end -->\n"])
    #expect(folder.run("render", "--into", "DIR").code == 0)
    #expect(try folder.text("page.md") == "- item\n\(marker)\n  ![A small delay](a.svg)\n  <!-- marble end -->\n")
    #expect(try folder.text("a.svg") == MarbleTool.run(["render", folder.path + "/a.marble", "--timers", "--format", "svg"]).output)
    #expect(folder.run("check", "DIR/page.md") == .init(output: "1 picture: all current\n"))
    // The document is as it was, but the file is not.
    try Files.write("", to: folder.path + "/a.svg")
    let message = "DIR/page.md:2: the picture 'DIR/a.svg' is out of date; 'marble render --into DIR/page.md' draws it again\n"
    #expect(folder.run("check", "DIR/page.md") == .init(output: message + "1 picture: 1 out of date\n", code: 1))
    #expect(folder.run("render", "--into", "DIR/page.md").output == "DIR/page.md: updated\n1 picture: 1 drawn again\n")
    #expect(folder.run("check", "DIR/page.md").code == 0)
  }

  @Test func theFenceAboveIsDrawn() throws {
    let fence = "```marble\na: -1-|\n> a\n= -1-|\n```\n"
    let text = "\(fence)<!-- marble render above -o one.svg -->\n<!-- marble end -->\n"
    let folder = try Folder(["page.md": text])
    #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
    #expect(try folder.text("page.md").contains("-->\n![page](one.svg)\n<!--"))
    #expect(folder.run("check", "DIR/page.md") == .init(output: "1 spec checked: all as expected\n1 picture: all current\n"))
  }

  /// Line ends stay as they are, and so does everything outside.
  @Test func onlyTheDrawingChanges() throws {
    let page = "A\r\n<!-- marble render a.marble -o x.svg -->\r\n<!-- marble end -->\r\n\u{FEFF}e\u{301}\nlast"
    let folder = try Folder(["a.marble": Self.spec, "page.md": page])
    #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
    #expect(Array(try folder.text("page.md").utf8) == Array(page.replacing("-->\r\n<", with: "-->\r\n![A small delay](x.svg)\r\n<").utf8))
  }

  @Test func markersInFencesAndOtherCommentsAreNone() throws {
    let text = "```markdown\n<!-- marble render a.marble -->\n```\n<!-- marble diagrams are below -->\n<!-- render -->\n"
    let folder = try Folder(["page.md": text])
    let error = "DIR/page.md: error: there is no place for a drawing in it, between <!-- marble render FILE --> and <!-- marble end -->\n"
    #expect(folder.run("render", "--into", "DIR/page.md") == .init(errors: error, code: 65))
  }

  @Test(arguments: [
    ("<!-- marble render a.marble -->", "1:1: error: there is no '<!-- marble end -->' below this"),
    ("<!-- marble end -->", "1:1: error: there is no '<!-- marble render … -->' above this"),
    ("<!-- marble rendr a.marble -->", "1:1: error: a marker says 'marble render' or 'marble end', not 'marble rendr'"),
    ("<!-- marble render a.marble --timrs -->\n<!-- marble end -->", "1:1: error: Unknown option '--timrs'. Did you mean '--timers'?"),
    ("<!-- marble render -->\n<!-- marble end -->", "1:1: error: Missing expected argument '<path>'"),
    ("x\n<!-- marble render no.marble -->\n<!-- marble end -->", "2:1: error: There is no file or folder 'DIR/no.marble'."),
    ("<!-- marble render above -->\n<!-- marble end -->", "1:1: error: there is no fence with a spec above this"),
    ("<!-- marble render a.marble -o x.png -->\n<!-- marble end -->", "1:1: error: No pictures of pixels are drawn."),
    ("<!-- marble render a.marble --format svg -->\n<!-- marble end -->", "1:1: error: a drawing as svg needs a file: -o a.svg"),
    ("<!-- marble render two.md -->\n<!-- marble end -->", "1:1: error: 'two.md' has 2 specs, and a picture shows one"),
    ("<!-- marble render long.marble -->\n<!-- marble end -->", "1:1: error: DIR/long.marble: "),
    ("<!-- marble render broken.marble -->\n<!-- marble end -->", "DIR/broken.marble:1:3: error: there is no"),
  ])
  func mistakesHaveAPlace(_ text: String, _ message: String) throws {
    let two = "```marble\n> Just(1)\n```\n```marble\n> Just(2)\n```\n"
    let others = ["a.marble": Self.spec, "two.md": two, "long.marble": "limit: 9\n> interval(1)\n", "broken.marble": "> b\n"]
    let folder = try Folder(others.merging(["page.md": text + "\n"]) { $1 })
    let expected = message.hasPrefix("DIR") ? message : "DIR/page.md:" + message
    for words in [["render", "--into"], ["check"]] {
      let result = folder.run(words[0], words.count > 1 ? words[1] : "DIR/page.md", "DIR/page.md")
      #expect(result.code == 65 && result.errors.hasPrefix(expected), "\(words): \(result)")
      #expect(try folder.text("page.md") == text + "\n")
    }
  }

  @Test func howToDrawIsSaidByTheMarkers() throws {
    let folder = try Folder(["page.md": "text"])
    #expect(folder.run("render", "--into", "DIR/page.md", "--timers").errors.hasPrefix("Error: With '--into' the markers say how to draw;"))
    #expect(folder.run("render", "--into", "-").errors.hasPrefix("Error: '--into' writes files; it cannot be used with '-'"))
  }

  @Test func aSpecIsNotDrawnOver() throws {
    let page = "<!-- marble render a.marble -o b.marble -->\n<!-- marble end -->\n<!-- marble render b.marble -->\n<!-- marble end -->\n"
    let folder = try Folder(["a.marble": Self.spec, "b.marble": Self.spec + "# mine\n", "page.md": page])
    let result = folder.run("render", "--into", "DIR/page.md")
    #expect(result.code == 64 && result.errors.contains("'DIR/b.marble' is the spec itself, which the drawing would replace"))
    #expect(try folder.text("b.marble") == Self.spec + "# mine\n")
  }
}
