// Makes pages of the data that docc writes: each page is one file of HTML without scripts, and all links are relative.
// Arguments: the folder that docc has written, the folder of the site. Compiled and called by `Tools/Scripts/docs`.
import Foundation

/// A value of docc's data, which may not be there.
struct Node {
  let value: Any?
  subscript(key: String) -> Node { Node(value: (value as? [String: Any])?[key]) }
  var list: [Node] { (value as? [Any] ?? []).map(Node.init) }
  var string: String? { value as? String }
  /// Its text as HTML.
  var html: String { escape(string ?? "") }
  func joined(_ key: String) -> String { escape(list.compactMap { $0[key].string }.joined()) }
}

func escape(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;")
}

/// The words of a heading as an anchor, as GitHub makes it.
func anchor(_ heading: String) -> String {
  String(heading.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) }.map { $0 == " " ? "-" : $0 })
}
func code(_ html: String) -> String { "<code>\(html)</code>" }
func pre(_ html: String) -> String { "<pre tabindex=\"0\"><code>\(html)</code></pre>\n" }

/// One page.
struct Page {
  let root: Node
  /// The path from the page's folder to the root of the site.
  let up: String
  /// How often each anchor has been given.
  final class Anchors { var counts: [String: Int] = [:] }
  let anchors = Anchors()

  func reference(_ identifier: String) -> Node { root["references"][identifier] }

  /// A link to a page, or the words alone if there is no such page.
  func link(_ identifier: String, _ html: String) -> String? {
    guard let url = reference(identifier)["url"].string else { return nil }
    if !url.hasPrefix("/") { return "<a href=\"\(escape(url))\">\(html)</a>" }
    let parts = url.dropFirst().split(separator: "#", maxSplits: 1)
    let place = parts.count > 1 ? "#" + anchor(String(parts[1]).replacing("-", with: " ")) : ""
    return "<a href=\"\(escape(up + parts[0] + "/index.html" + place))\">\(html)</a>"
  }

  func inline(_ content: Node) -> String {
    content.list.map { node in
      let inner = node["inlineContent"], identifier = node["identifier"].string ?? ""
      let reference = reference(identifier)
      switch node["type"].string {
      case "text": return node["text"].html
      case "codeVoice": return code(node["code"].html)
      case "emphasis", "newTerm": return "<em>\(inline(inner))</em>"
      case "strong": return "<strong>\(inline(inner))</strong>"
      case "reference":
        var title = escape(node["overridingTitle"].string ?? reference["title"].string ?? identifier)
        let own = node["overridingTitleInlineContent"]
        if !own.list.isEmpty {
          title = inline(own)
        } else if reference["kind"].string == "symbol" {
          title = code(title)
        }
        return link(identifier, title) ?? title
      case "image":
        let file = (reference["variants"].list.first?["url"].string ?? "").split(separator: "/").last ?? ""
        return "<img src=\"\(up)images/\(file)\" alt=\"\(reference["alt"].html)\">"
      default: return inline(inner)
      }
    }.joined()
  }

  /// A heading with its anchor; the second one of the same words gets the number 1, as on GitHub.
  func heading(_ level: Int, _ text: String) -> String {
    let words = anchor(text), earlier = anchors.counts[words, default: 0]
    anchors.counts[words] = earlier + 1
    return "<h\(level) id=\"\(earlier == 0 ? words : "\(words)-\(earlier)")\">\(escape(text))</h\(level)>\n"
  }

  func blocks(_ content: Node) -> String {
    content.list.map { node in
      let items = node["items"].list.map { "<li>\(blocks($0["content"]))</li>" }.joined(separator: "\n")
      switch node["type"].string {
      case "paragraph": return "<p>\(inline(node["inlineContent"]))</p>\n"
      case "heading": return heading(node["level"].value as? Int ?? 2, node["text"].string ?? "")
      case "codeListing": return pre(node["code"].list.map(\.html).joined(separator: "\n"))
      case "unorderedList": return "<ul>\n\(items)\n</ul>\n"
      case "orderedList": return "<ol>\n\(items)\n</ol>\n"
      case "aside": return "<blockquote>\(blocks(node["content"]))</blockquote>\n"
      case "table":
        let rows = node["rows"].list.enumerated().map { index, row in
          let cell = index == 0 ? "th" : "td"
          return "<tr>" + row.list.map { "<\(cell)>\(blocks($0))</\(cell)>" }.joined() + "</tr>"
        }
        return "<div class=\"table\"><table>\n\(rows.joined(separator: "\n"))\n</table></div>\n"
      default: return blocks(node["content"])
      }
    }.joined()
  }

  /// A list of pages with the first sentence of each.
  func links(_ section: Node) -> String {
    let items = section["identifiers"].list.compactMap(\.string).map { identifier in
      let reference = reference(identifier), fragments = reference["fragments"].joined("text")
      let name = fragments.isEmpty ? escape(reference["title"].string ?? identifier) : code(fragments)
      return "<li>\(link(identifier, name) ?? name)<br>\(inline(reference["abstract"]))</li>"
    }
    return heading(3, section["title"].string ?? "") + "<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
  }

  func section(_ section: Node) -> String {
    switch section["kind"].string {
    case "declarations": return section["declarations"].list.map { pre($0["tokens"].joined("text")) }.joined()
    case "parameters":
      let rows = section["parameters"].list.map {
        "<dt>\(code($0["name"].html))</dt><dd>\(blocks($0["content"]))</dd>\n"
      }
      return heading(2, "Parameters") + "<dl>\n\(rows.joined())</dl>\n"
    default: return blocks(section["content"])
    }
  }

  func html() -> String {
    let title = root["metadata"]["title"].html
    let crumbs = (root["hierarchy"]["paths"].list.first?.list ?? []).compactMap(\.string).map { identifier in
      let name = escape(reference(identifier)["title"].string ?? identifier)
      return link(identifier, name).map { $0 + " › " } ?? name
    }
    var body = "<p class=\"quiet\">\(crumbs.joined())\(root["metadata"]["roleHeading"].html)</p>\n<h1>\(title)</h1>\n"
    body += "<p>\(inline(root["abstract"]))</p>\n"
    body += root["primaryContentSections"].list.map(section).joined()
    let lists = [
      ("topicSections", "Topics"), ("relationshipsSections", "Relationships"), ("seeAlsoSections", "See also"),
    ]
    for (key, title) in lists where !root[key].list.isEmpty {
      body += heading(2, title) + root[key].list.map(links).joined()
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="\(up)site.css">
      </head>
      <body>
      <nav class="site" aria-label="Site"><a class="name" href="\(up)index.html">swift-marbles</a></nav>
      <main class="page">
      \(body)</main>
      </body>
      </html>

      """
  }
}

let source = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent("data")
let site = URL(fileURLWithPath: CommandLine.arguments[2])
let files = (FileManager.default.enumerator(atPath: source.path)?.compactMap { $0 as? String } ?? [])
  .filter { $0.hasSuffix(".json") }
for path in files {
  let root = Node(value: try JSONSerialization.jsonObject(with: Data(contentsOf: source.appendingPathComponent(path))))
  let folder = path.dropLast(5)
  let page = Page(root: root, up: String(repeating: "../", count: folder.split(separator: "/").count))
  let target = site.appendingPathComponent(String(folder))
  try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
  try page.html().write(to: target.appendingPathComponent("index.html"), atomically: false, encoding: .utf8)
}
print("\(files.count) pages")
