import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore

/// The outcome of `marble check` for other programs.
struct CheckReport {
  enum Format: String { case json, junit }

  private let checks: [CheckedSpec]
  /// The messages about files that could not be read.
  private let errors: [Finding]

  init(_ checks: [CheckedSpec], _ errors: [Finding]) {
    self.checks = checks
    self.errors = errors
  }

  func text(as format: Format) -> String {
    switch format {
    case .json: json
    case .junit: junit
    }
  }

  private var json: String {
    JSONText.object([
      ("schema", .number(JSONRenderer.schema)), ("checked", .number(checks.count)),
      ("failed", .number(checks.count { $0.code > 0 })),
      (
        "specs",
        .list(
          checks.map { check in
            .object([
              ("file", .string(check.text.file)), ("line", .number(check.text.firstLine)),
              ("title", .string(check.text.title)), ("verdict", .string(check.verdict)),
              ("failures", .list(check.findings.map { .string($0.description) })),
              ("findings", .list(check.findings.map(Self.json))),
            ])
          })
      ), ("errors", .list(errors.map { .string($0.description) })), ("findings", .list(errors.map(Self.json))),
    ]).description
  }

  private static func json(_ finding: Finding) -> JSONText {
    .object([
      ("file", .string(finding.place?.file)), ("line", .number(finding.place?.line)),
      ("column", .number(finding.place?.column)), ("kind", .string(finding.kind.name)), ("text", .string(finding.head)),
      (
        "rows",
        .list(finding.lanes.map { .object([("name", .string($0.name)), ("row", .string($0.row))]) })
      ),
      (
        "differences",
        .list(finding.differences.map { .object([("instant", .number($0.instant)), ("text", .string($0.text))]) })
      ), ("advice", .texts(finding.advice)),
    ])
  }

  /// A test suite for each file, and a test case for each spec.
  private var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let failed = checks.count { $0.code == 1 }, broken = checks.count { $0.code > 1 } + errors.count
    text +=
      "<testsuites name=\"marble check\" tests=\"\(checks.count + errors.count)\" failures=\"\(failed)\" errors=\"\(broken)\">\n"
    for file in checks.map(\.text.file).uniqued {
      let own = checks.filter { $0.text.file == file }
      let counts =
        "tests=\"\(own.count)\" failures=\"\(own.count { $0.code == 1 })\" errors=\"\(own.count { $0.code > 1 })\""
      text += "  <testsuite name=\"\(Self.escaped(file))\" \(counts)>\n"
      for check in own {
        let name = check.text.title ?? "line \(check.text.firstLine)"
        let place = "file=\"\(Self.escaped(file))\" line=\"\(check.text.firstLine)\""
        text += "    <testcase classname=\"\(Self.escaped(file))\" name=\"\(Self.escaped(name))\" \(place)"
        text += check.findings.isEmpty ? "/>\n" : ">\n"
        for failure in check.findings {
          text += "      " + Self.element(check.code == 1 ? "failure" : "error", failure)
        }
        if !check.findings.isEmpty { text += "    </testcase>\n" }
      }
      text += "  </testsuite>\n"
    }
    if !errors.isEmpty {
      text += "  <testsuite name=\"files\" tests=\"\(errors.count)\" failures=\"0\" errors=\"\(errors.count)\">\n"
      for (number, error) in errors.enumerated() {
        text +=
          "    <testcase classname=\"files\" name=\"file \(number + 1)\">\n      " + Self.element("error", error)
          + "    </testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func element(_ name: String, _ finding: Finding) -> String {
    let text = finding.description, head = String(text.prefix { $0 != "\n" })
    return "<\(name) message=\"\(escaped(head))\">\(escaped(text))</\(name)>\n"
  }
  /// XML has no control characters, not even as references.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in Printable.text(text) {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

extension CheckedSpec {
  var verdict: String { code == 0 ? isUpdated ? "updated" : "as expected" : code == 1 ? "not as expected" : "not run" }
}

extension SpecText {
  /// The text of the header `title`.
  var title: String? {
    let head = Array("title:")
    guard let line = lines.first(where: { $0.starts(with: head) }) else { return nil }
    let title = String(line.dropFirst(head.count).drop { $0 == " " })
    return title.isEmpty ? nil : title
  }
  /// Whether a text is part of the path or the title, in any case.
  func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return file.lowercased().contains(name) || title?.lowercased().contains(name) == true
  }
}
