import Gallery
import Foundation
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// Diagrams as JSON: correct for any reader, the same on every run.
struct JSONTests {
  @Test func theWholeOfASmallDiagram() throws {
    let diagram = try ExecutedSpec(SpecText("title: T\na: -1|\n  1 = \"one\\n\"\n> a\n= -1|", file: "a.marble")).diagram
    let expected = """
      {
        "schema": 1,
        "title": "T",
        "family": null,
        "note": null,
        "frame": 1000000,
        "streams": [
          {
            "name": "a",
            "kind": "cold",
            "marbles": "-1|",
            "events": [
              {"instant": 1000000, "kind": "value", "symbol": "1"},
              {"instant": 2000000, "kind": "finished", "symbol": "|"}
            ],
            "meanings": {"1": "\\"one\\\\n\\""}
          }
        ],
        "runs": [
          {
            "pipeline": ["a"],
            "subscribers": [
              {
                "from": null,
                "demand": null,
                "marbles": "-1|",
                "events": [
                  {"instant": 1000000, "kind": "value", "symbol": "1"},
                  {"instant": 2000000, "kind": "finished", "symbol": "|"}
                ]
              }
            ],
            "subscriptions": [],
            "meanings": {},
            "stopped": null,
            "trace": null
          }
        ],
        "meanings": {}
      }

      """
    #expect(JSONRenderer.text(of: diagram) == expected)
  }

  @Test func theGalleryCanBeReadByAnyReader() throws {
    for text in try Gallery.few() {
      let written = JSONRenderer.text(of: try Gallery.traced(text).diagram)
      #expect(written == JSONRenderer.text(of: try Gallery.rerun(text, isTraced: true).diagram))
      let read = try #require(JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any])
      #expect(read["schema"] as? Int == 1)
      let runs = try #require(read["runs"] as? [[String: Any]])
      for run in runs {
        let trace = try #require(run["trace"] as? [String: Any])
        let events = try #require(trace["events"] as? [[String: Any]])
        let lines = try #require(trace["lines"] as? [[String: Any]])
        for (index, event) in events.enumerated() {
          #expect(lines.indices.contains(try #require(event["line"] as? Int)))
          #expect(try #require(event["causes"] as? [Int]).allSatisfy { $0 < index })
        }
      }
    }
  }

  @Test(arguments: [
    ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#), ("\u{1}\u{7F}\u{2028}", #""\u0001\u007f\u2028""#),
    ("é日", "\"é日\""),
    ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\u{202A}\""),
    ("\u{1F}\u{10}\u{B}", #""\u001f\u0010\u000b""#),
    // Characters that end with the same bytes as a line separator, or have its beginning.
    (
      "è\u{A9}\u{20A8}\u{10028}\u{F028}\u{2068}\u{12028}\"", "\"è\u{A9}\u{20A8}\u{10028}\u{F028}\u{2068}\u{12028}\\\"\""
    ),
    ("\n👩‍👩‍👧e\u{301}", "\"\\n👩‍👩‍👧e\u{301}\""),
  ])
  func textIsQuoted(_ text: String, _ quoted: String) throws {
    #expect(JSONText.string(text).description == quoted)
    #expect(try JSONSerialization.jsonObject(with: Data(quoted.utf8), options: .fragmentsAllowed) as? String == text)
  }
}
