// Makes pages of the data that docc writes: each page is one file of HTML without scripts, and all links are relative.
// Arguments: the folder that docc has written, the folder of the site. Compiled and called by `Tools/Scripts/docs`.
import Foundation

typealias Node = [String: Any]

func escape(_ text: String) -> String {
  text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(
    of: ">", with: "&gt;"
  )
  .replacingOccurrences(of: "\"", with: "&quot;")
}

/// The words of a heading as an anchor, as GitHub makes it.
func anchor(_ heading: String) -> String {
  String(heading.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) }.map { $0 == " " ? "-" : $0 })
}

/// One page.
struct Page {
  let root: Node
  /// The path from the page's folder to the root of the site.
  let up: String
  /// How often each anchor has been given.
  final class Anchors { var counts: [String: Int] = [:] }
  let anchors = Anchors()
  var references: Node { root["references"] as? Node ?? [:] }
  private func nodes(_ value: Any?) -> [Node] { value as? [Node] ?? [] }

  func address(_ identifier: String) -> String? {
    guard let url = (references[identifier] as? Node)?["url"] as? String else { return nil }
    if !url.hasPrefix("/") { return url }
    let parts = url.dropFirst().split(separator: "#", maxSplits: 1)
    return up + parts[0] + "/index.html"
      + (parts.count > 1 ? "#" + anchor(parts[1].replacingOccurrences(of: "-", with: " ")) : "")
  }

  func inline(_ content: [Node]) -> String {
    content.map { node in
      let inner = nodes(node["inlineContent"])
      switch node["type"] as? String {
      case "text": return escape(node["text"] as? String ?? "")
      case "codeVoice": return "<code>\(escape(node["code"] as? String ?? ""))</code>"
      case "emphasis", "newTerm": return "<em>\(inline(inner))</em>"
      case "strong": return "<strong>\(inline(inner))</strong>"
      case "reference":
        let identifier = node["identifier"] as? String ?? ""
        let reference = references[identifier] as? Node ?? [:]
        var title = escape(node["overridingTitle"] as? String ?? reference["title"] as? String ?? identifier)
        let own = nodes(node["overridingTitleInlineContent"])
        if !own.isEmpty {
          title = inline(own)
        } else if reference["kind"] as? String == "symbol" {
          title = "<code>\(title)</code>"
        }
        return address(identifier).map { "<a href=\"\(escape($0))\">\(title)</a>" } ?? title
      case "image":
        let reference = references[node["identifier"] as? String ?? ""] as? Node ?? [:]
        let file = (nodes(reference["variants"]).first?["url"] as? String ?? "").split(separator: "/").last ?? ""
        return "<img src=\"\(up)images/\(file)\" alt=\"\(escape(reference["alt"] as? String ?? ""))\">"
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

  func blocks(_ content: [Node]) -> String {
    content.map { node in
      let items = nodes(node["items"]).map { "<li>\(blocks(nodes($0["content"])))</li>" }.joined(separator: "\n")
      switch node["type"] as? String {
      case "paragraph": return "<p>\(inline(nodes(node["inlineContent"])))</p>\n"
      case "heading": return heading(node["level"] as? Int ?? 2, node["text"] as? String ?? "")
      case "codeListing":
        return
          "<pre tabindex=\"0\"><code>\(escape((node["code"] as? [String] ?? []).joined(separator: "\n")))</code></pre>\n"
      case "unorderedList": return "<ul>\n\(items)\n</ul>\n"
      case "orderedList": return "<ol>\n\(items)\n</ol>\n"
      case "aside": return "<blockquote>\(blocks(nodes(node["content"])))</blockquote>\n"
      case "table":
        let rows = (node["rows"] as? [[[Node]]] ?? []).enumerated().map { index, row in
          let cell = index == 0 ? "th" : "td"
          return "<tr>" + row.map { "<\(cell)>\(blocks($0))</\(cell)>" }.joined() + "</tr>"
        }
        return "<div class=\"table\"><table>\n\(rows.joined(separator: "\n"))\n</table></div>\n"
      default: return blocks(nodes(node["content"]))
      }
    }.joined()
  }

  /// A list of pages with the first sentence of each.
  func links(_ title: String, _ identifiers: [String], level: Int) -> String {
    let items = identifiers.map { identifier -> String in
      let reference = references[identifier] as? Node ?? [:]
      let fragments = nodes(reference["fragments"]).compactMap { $0["text"] as? String }.joined()
      let name =
        fragments.isEmpty ? escape(reference["title"] as? String ?? identifier) : "<code>\(escape(fragments))</code>"
      let link = address(identifier).map { "<a href=\"\(escape($0))\">\(name)</a>" } ?? name
      return "<li>\(link)<br>\(inline(nodes(reference["abstract"])))</li>"
    }
    return heading(level, title) + "<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
  }

  func html() -> String {
    let metadata = root["metadata"] as? Node ?? [:]
    let title = metadata["title"] as? String ?? ""
    let way = ((root["hierarchy"] as? Node)?["paths"] as? [[String]])?.first ?? []
    let crumbs = way.map { identifier in
      let name = escape((references[identifier] as? Node)?["title"] as? String ?? identifier)
      return address(identifier).map { "<a href=\"\(escape($0))\">\(name)</a> › " } ?? name
    }
    var body =
      "<p class=\"quiet\">\(crumbs.joined())\(escape(metadata["roleHeading"] as? String ?? ""))</p>\n<h1>\(escape(title))</h1>\n"
    body += "<p>\(inline(nodes(root["abstract"])))</p>\n"
    for section in nodes(root["primaryContentSections"]) {
      switch section["kind"] as? String {
      case "declarations":
        for declaration in nodes(section["declarations"]) {
          body +=
            "<pre tabindex=\"0\"><code>"
            + escape(nodes(declaration["tokens"]).compactMap { $0["text"] as? String }.joined())
            + "</code></pre>\n"
        }
      case "parameters":
        body += heading(2, "Parameters") + "<dl>\n"
        for parameter in nodes(section["parameters"]) {
          body +=
            "<dt><code>\(escape(parameter["name"] as? String ?? ""))</code></dt><dd>\(blocks(nodes(parameter["content"])))</dd>\n"
        }
        body += "</dl>\n"
      default: body += blocks(nodes(section["content"]))
      }
    }
    for (key, title) in [
      ("topicSections", "Topics"), ("relationshipsSections", "Relationships"), ("seeAlsoSections", "See also"),
    ] {
      let sections = nodes(root[key])
      if !sections.isEmpty { body += heading(2, title) }
      for section in sections {
        body += links(section["title"] as? String ?? "", section["identifiers"] as? [String] ?? [], level: 3)
      }
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escape(title))</title>
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
var count = 0
for case let path as String in FileManager.default.enumerator(atPath: source.path) ?? .init()
where path.hasSuffix(".json") {
  let data = try Data(contentsOf: source.appendingPathComponent(path))
  guard let root = try JSONSerialization.jsonObject(with: data) as? Node else { continue }
  let folder = String(path.dropLast(5))
  let page = Page(root: root, up: String(repeating: "../", count: folder.split(separator: "/").count))
  let target = site.appendingPathComponent(folder)
  try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
  try page.html().write(to: target.appendingPathComponent("index.html"), atomically: false, encoding: .utf8)
  count += 1
}
print("\(count) pages")
