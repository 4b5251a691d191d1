import Foundation
import Marbles
import Testing

@testable import MarbleCommandLine

/// Drawings in Markdown documents: `marble render --into` writes them between markers, and `marble check` says when
/// they are not current.
struct PictureMarkerTests {
  typealias Folder = MarbleToolTests.Folder
  private static let spec = "title: A [small] delay\na: -1-2-|\n> a.delay(for: 1)\n"

  @Test func aDrawingStandsBetweenTheMarkers() throws {
    let old = "```marble\n#  0s\na: -1-|\n\n> a\n=  -1-|\n```"
    let before = "# Page\n<!-- marble render specs/a.marble -->\n\(old)\n<!-- marble end -->\nText.\n"
    let folder = try Folder(["page.md": before])
    try Files.makeFolder(folder.path + "/specs")
    try Files.write("a: -1-2-|\n> a.delay(for: 1)\n", to: folder.path + "/specs/a.marble")
    let outdated =
      "DIR/page.md:2: the picture is out of date; 'marble render --into DIR/page.md' draws it again\n1 spec checked: all as expected\n1 picture: 1 out of date\n"
    #expect(folder.run("check", "DIR/page.md") == .init(output: outdated, code: 1))
    #expect(try folder.text("page.md") == before)
    #expect(
      folder.run("render", "--into", "DIR/page.md") == .init(output: "DIR/page.md: updated\n1 picture: 1 drawn again\n")
    )
    // The drawing shows the run: one frame later.
    let fence = "```marble\n#  0s   5ms\na: -1-2-|\n\n> a.delay(for: 1)\n=  --1-2-|\n```"
    let after = "# Page\n<!-- marble render specs/a.marble -->\n\(fence)\n<!-- marble end -->\nText.\n"
    #expect(try folder.text("page.md") == after)
    #expect(folder.run("render", "--into", "DIR/page.md") == .init(output: "1 picture: all current\n"))
    #expect(
      folder.run("check", "DIR/page.md") == .init(output: "1 spec checked: all as expected\n1 picture: all current\n"))
    // When the spec changes, the drawing is out of date.
    try Files.write("a: -1-2-|\n> a.delay(for: 2)\n", to: folder.path + "/specs/a.marble")
    #expect(folder.run("check", "DIR/page.md").code == 1)
  }

  @Test func aPictureIsAFileOfItsOwn() throws {
    let marker = "  <!-- marble render a.marble -o a.svg --theme light -->"
    let folder = try Folder(["a.marble": Self.spec, "page.md": "- item\n\(marker)\n  <!-- marble end -->\n"])
    #expect(folder.run("render", "--into", "DIR").code == 0)
    #expect(try folder.text("page.md") == "- item\n\(marker)\n  ![A small delay](a.svg)\n  <!-- marble end -->\n")
    #expect(
      try folder.text("a.svg")
        == MarbleTool.run(["render", folder.path + "/a.marble", "--theme", "light", "--format", "svg"]).output)
    #expect(folder.run("check", "DIR/page.md") == .init(output: "1 picture: all current\n"))
    // The document is as it was, but the file is not.
    try Files.write("", to: folder.path + "/a.svg")
    let message =
      "DIR/page.md:2: the picture 'DIR/a.svg' is out of date; 'marble render --into DIR/page.md' draws it again\n"
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
    #expect(
      folder.run("check", "DIR/page.md") == .init(output: "1 spec checked: all as expected\n1 picture: all current\n"))
  }

  /// Line ends stay as they are, and so does everything outside.
  @Test func onlyTheDrawingChanges() throws {
    let page = "A\r\n<!-- marble render a.marble -o x.svg -->\r\n<!-- marble end -->\r\n\u{FEFF}e\u{301}\nlast"
    let folder = try Folder(["a.marble": Self.spec, "page.md": page])
    #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
    #expect(
      Array(try folder.text("page.md").utf8)
        == Array(page.replacing("-->\r\n<", with: "-->\r\n![A small delay](x.svg)\r\n<").utf8))
  }

  /// The author's words in a reference stay: alt text, title, attributes, blank lines. Only the destination changes.
  @Test(arguments: [
    ("![A pause](a.svg)", "![A pause](b.svg)"), ("![](a.svg)", "![](b.svg)"),
    ("![Pause [1]](a.svg \"Hover\")", "![Pause [1]](b.svg \"Hover\")"),
    ("![A pause](a.svg){ width=50% }", "![A pause](b.svg){ width=50% }"),
    ("\n![A pause](<a.svg>)\n", "\n![A pause](b.svg)\n"),
    ("<img src=\"a.svg\" width=\"300\" alt=\"a > b\">", "<img src=\"b.svg\" width=\"300\" alt=\"a > b\">"),
    ("<IMG alt='A pause'\n     SRC=a.svg\n/>", "<IMG alt='A pause'\n     SRC=\"b.svg\"\n/>"),
    ("[A pause](a.html)", "![A pause](b.svg)"),
    ("![A pause](gone.svg)", "![A pause](b.svg)"), ("", "![A small delay](b.svg)"),
    ("\n", "\n\n![A small delay](b.svg)"),
  ])
  func theWordsOfTheAuthorStay(_ old: String, _ new: String) throws {
    let lines = { (text: String) in text.isEmpty ? "" : text + "\n" }
    let folder = try Folder(["a.marble": Self.spec])
    for name in ["a.svg", "a.html"] { #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/\(name)").code == 0) }
    try Files.write(
      "<!-- marble render a.marble -o b.svg -->\n\(lines(old))<!-- marble end -->\n", to: folder.path + "/page.md")
    #expect(folder.run("check", "DIR/page.md").code == 1)
    #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
    let after = "<!-- marble render a.marble -o b.svg -->\n\(lines(new))<!-- marble end -->\n"
    #expect(try folder.text("page.md") == after)
    #expect(folder.run("check", "DIR/page.md") == .init(output: "1 picture: all current\n"))
    // The title of the spec changes; the alt text is the author's.
    try Files.write(Self.spec.replacing("small", with: "long"), to: folder.path + "/a.marble")
    #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
    #expect(try folder.text("page.md") == after)
  }
  /// The same file may be written in other ways.
  @Test(arguments: ["![A](./a%20b.svg)", "![A](a%20b.svg?raw=true)", "![A](https://example.org/pages/a%20b.svg)"])
  func theSameFile(_ line: String) throws {
    let text = "<!-- marble render a.marble -o \"a b.svg\" -->\n\(line)\n<!-- marble end -->\n"
    let folder = try Folder(["a.marble": Self.spec, "page.md": text])
    #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
    #expect(try folder.text("page.md") == text)
    #expect(folder.run("check", "DIR/page.md").code == 0)
  }

  /// Text between the markers that the command did not write is not deleted.
  @Test(arguments: [
    ("-o a.svg", "![A](a.svg)\nA sentence.", 3), ("-o a.svg", "A sentence.", 2),
    ("-o a.svg", "![A](a.svg) and more", 2),
    ("-o a.svg", "![A](a.svg)\n![B](b.svg)", 3), ("-o a.svg", "<p><img src=\"a.svg\"></p>", 2),
    ("-o a.svg", "<img alt=\"A\">", 2),
    ("-o b.svg", "[See there](other.md)", 2), ("-o b.svg", "![A photo](photo.svg)", 2),
    ("-o b.svg", "![A](https://example.org/other.svg)", 2),
    ("-o a.html", "<img src=\"a.svg\" width=\"300\">", 2), ("", "![Another text](a.svg)", 2),
    ("", "<img src=\"a.svg\">", 2),
    ("", "old\nlines", 2), ("", "```marble\n#  0s\na: -1-|\n\n# Mine.\n> a\n=  -1-|\n```", 2),
    ("", "```marble\n#  0s\na: -1-|\n\n> a\n=  -1-|\n```\nA sentence.", 9), ("-o a.svg", "```swift\nlet a = 1\n```", 2),
  ])
  func otherTextStays(_ options: String, _ body: String, _ line: Int) throws {
    let text = "<!-- marble render a.marble \(options) -->\n\(body)\n<!-- marble end -->\n"
    let folder = try Folder([
      "a.marble": Self.spec, "page.md": text, "other.md": "Other.\n", "photo.svg": "<svg>mine</svg>\n",
    ])
    let message =
      "error: the text between the markers was not drawn by marble and would be lost; move it out, or remove it."
    for words in [["render", "--into"], ["check"]] {
      let result = folder.run(words[0], words.count > 1 ? words[1] : "DIR/page.md", "DIR/page.md")
      #expect(result.code == 65 && result.errors.contains("DIR/page.md:\(line):1: \(message)"), "\(result)")
      #expect(try folder.text("page.md") == text)
    }
    #expect(Files.stamp(at: folder.path + "/a.svg") == nil)
  }
  /// A drawing in the document becomes a picture, and a picture a drawing, if nothing is lost.
  @Test func fromTextToPictureAndBack() throws {
    let folder = try Folder(["a.marble": Self.spec])
    func page(_ options: String, _ body: String) -> String {
      "<!-- marble render a.marble\(options) -->\n\(body)\n<!-- marble end -->\n"
    }
    let fence = "```marble\ntitle: A [small] delay\n\n#  0s   5ms\na: -1-2-|\n\n> a.delay(for: 1)\n=  --1-2-|\n```"
    for (options, old, new) in [
      (" -o a.svg", fence, "![A small delay](a.svg)"), ("", "![A small delay](a.svg)", fence),
      (" -o a.html", "![A small delay](a.svg)", "[A small delay](a.html)"),
    ] {
      try Files.write(page(options, old), to: folder.path + "/page.md")
      #expect(folder.run("render", "--into", "DIR/page.md").code == 0)
      #expect(try folder.text("page.md") == page(options, new))
    }
  }
  @Test func aPictureOfSomebodyElseStays() throws {
    let text = "<!-- marble render a.marble -o logo.svg -->\n<!-- marble end -->\n"
    let folder = try Folder(["a.marble": Self.spec, "logo.svg": "<svg>mine</svg>\n", "page.md": text])
    let result = folder.run("render", "--into", "DIR/page.md")
    #expect(result.code == 66 && result.errors.contains("'DIR/logo.svg' has other content, which would be lost"))
    #expect(try folder.text("logo.svg") == "<svg>mine</svg>\n" && folder.text("page.md") == text)
  }

  @Test func markersInFencesAndOtherCommentsAreNone() throws {
    let text =
      "```markdown\n<!-- marble render a.marble -->\n```\n<!-- marble diagrams are below -->\n<!-- render -->\n"
    let folder = try Folder(["page.md": text])
    let error =
      "DIR/page.md: error: the file has no place for a drawing, between <!-- marble render FILE --> and <!-- marble end -->\n"
    #expect(folder.run("render", "--into", "DIR/page.md") == .init(errors: error, code: 65))
  }

  @Test(arguments: [
    ("<!-- marble render a.marble -->", "1:1: error: there is no '<!-- marble end -->' below this"),
    ("<!-- marble end -->", "1:1: error: there is no '<!-- marble render … -->' above this"),
    ("<!-- marble rendr a.marble -->", "1:1: error: a marker says 'marble render' or 'marble end', not 'marble rendr'"),
    (
      "<!-- marble render a.marble --timrs -->\n<!-- marble end -->",
      "1:1: error: Unknown option '--timrs'. Did you mean '--timers'?"
    ),
    ("<!-- marble render -->\n<!-- marble end -->", "1:1: error: Missing expected argument '<path>'"),
    (
      "x\n<!-- marble render no.marble -->\n<!-- marble end -->",
      "2:1: error: There is no file or folder 'DIR/no.marble'."
    ),
    ("<!-- marble render above -->\n<!-- marble end -->", "1:1: error: there is no fence with a spec above this"),
    (
      "<!-- marble render a.marble -o x.png -->\n<!-- marble end -->",
      "1:1: error: Pictures are SVG; none are drawn in pixels."
    ),
    (
      "<!-- marble render a.marble --format svg -->\n<!-- marble end -->",
      "1:1: error: a drawing as svg needs a file: -o a.svg"
    ),
    ("<!-- marble render two.md -->\n<!-- marble end -->", "1:1: error: 'two.md' has 2 specs, and a picture shows one"),
    ("<!-- marble render long.marble -->\n<!-- marble end -->", "1:1: error: DIR/long.marble: "),
    ("<!-- marble render broken.marble -->\n<!-- marble end -->", "DIR/broken.marble:1:3: error: there is no"),
  ])
  func mistakesHaveAPlace(_ text: String, _ message: String) throws {
    let two = "```marble\n> Just(1)\n```\n```marble\n> Just(2)\n```\n"
    let others = [
      "a.marble": Self.spec, "two.md": two, "long.marble": "limit: 9\n> interval(1)\n", "broken.marble": "> b\n",
    ]
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
    #expect(
      folder.run("render", "--into", "DIR/page.md", "--timers").errors.hasPrefix(
        "Error: With '--into' the markers say how to draw;"))
    #expect(
      folder.run("render", "--into", "-").errors.hasPrefix("Error: '--into' writes files; it cannot be used with '-'"))
  }

  @Test func aSpecIsNotDrawnOver() throws {
    let page =
      "<!-- marble render a.marble -o b.marble -->\n<!-- marble end -->\n<!-- marble render b.marble -->\n<!-- marble end -->\n"
    let folder = try Folder(["a.marble": Self.spec, "b.marble": Self.spec + "# mine\n", "page.md": page])
    let result = folder.run("render", "--into", "DIR/page.md")
    #expect(
      result.code == 64 && result.errors.contains("'DIR/b.marble' is the spec itself, which the drawing would replace"))
    #expect(try folder.text("b.marble") == Self.spec + "# mine\n")
  }
}
