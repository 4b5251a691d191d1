@testable import Marbles
import Pipes
import Testing
import VirtualTime

/// The names of rows and of expected streams, whatever else is on their line.
struct RowNameTests {
  /// Each line, with the names of its first row and of its first expected stream.
  static let lines: [(code: String, row: String?, stream: String?)] = [
    ("let source = m.cold(\"-a|\")", "source", nil),
    ("{ m in let source = m.cold(\"-a|\") }", "source", nil),
    ("try marbles { m in let source = m.cold(\"-a|\"); m.expect(source).toBe(\"-a|\") }", "source", "source"),
    ("if let source = m.cold(\"-a|\") as Optional {", "source", nil),
    ("guard case let source = m.cold(\"-a|\") else { return }", "source", nil),
    ("lazy var source = m.cold(\"-a|\")", "source", nil),
    ("private let source: ColdSource<String, Never> = m.cold(\"-a|\")", "source", nil),
    ("source = m.cold(\"-a|\")", "source", nil),
    ("{ m in source = m.cold(\"-a|\") }", "source", nil),
    ("self.source = m.cold(\"-a|\")", "self.source", nil),
    ("let other = 1, source = m.cold(\"-a|\")", "source", nil),
    ("let table: [String: Int] = [:], source = m.cold(\"-a|\")", "source", nil),
    ("let typed = m.keep(m.cold(\"-a|\"))", "typed", nil),
    ("let both = [m.cold(\"-a|\"), m.cold(\"-b|\")]", nil, nil),
    ("let merged = join(m.cold(\"-a|\"), m.cold(\"-b|\"))", nil, nil),
    ("let source = isHot ? m.hot(\"-a|\") : m.cold(\"-a|\")", "source", nil),
    ("m.cold(\"-a|\")", nil, nil),
    ("let box = Box(); keep(m.cold(\"-a|\"))", nil, nil),
    ("m.expect(connection.messages()).toBe(\"-a|\")", nil, "connection.messages()"),
    ("m.expect(model.$query, from: \"^\").toBe(\"-a|\")", nil, "model.$query"),
    ("m.expect(a.merge(with: b)).toBe(\"-a|\")", nil, nil),
    ("m.expect(m.cold(\"-a|\")).toBe(\"-a|\")", nil, nil),
    ("m.expect(search()).toBe(\"-a|\")", nil, "search()"),
  ]

  @Test(arguments: lines.indices) func aLine(_ number: Int) throws {
    let (code, row, stream) = Self.lines[number]
    let file = ".build/row-names-\(number).swift"
    try Files.makeFolder(".build")
    try Files.write(code + "\n", to: file)
    let text = SourceText(path: file)
    func place(_ call: String) -> SourcePlace? {
      code.firstRange(of: call).map {
        SourcePlace("a/b.swift", "", 1, code.utf8.distance(from: code.startIndex, to: $0.upperBound))
      }
    }
    let name = place(".cold(").flatMap { text.declaredName(of: $0, [".cold(", ".hot(", ".async(", ".watch("]) }
    #expect(name == row, "\(code)")
    let argument = place(".expect(").flatMap { text.argumentName(of: $0, ".expect(") }
    #expect(argument == stream, "\(code)")
  }

  /// Actions and driven rows are not named after a source on their line.
  @Test func severalRowsOfOneLine() throws {
    let p = PassthroughSubject<String, Never>()
    let text = try failure { m in
      let s = m.cold("-a|"), row = m.drive(p, with: "-b|"), tap = m.at("--x") {}
      m.expect(s.merge(with: p)).toBe("-|")
      _ = (row, tap)
    }
    let lines = text.split(separator: "\n")
    #expect(lines.dropFirst().prefix(3).map { $0.prefix(11) } == ["  s        ", "  p        ", "  actions 1"])
  }
}
