import Testing

@testable import MarbleCommandLine

/// The explanation and the drawing on a terminal.
struct ExplainTextTests {
  private static let spec = """
    frame: 100ms
    typed: -a-b--c------d---|
    list: --1--2|
    > typed.debounce(for: 300ms).removeDuplicates()
        .merge(with: list.map { String($0) }).filter { $0 != "a text that is folded at fifty columns" }

    """

  private func output(_ command: String, _ spec: String, width: Int? = nil, hasColor: Bool = false) throws
    -> [Substring]
  {
    var terminal = Terminal()
    (terminal.width, terminal.hasColor) = (width, hasColor)
    let folder = try MarbleToolTests.Folder(["a.marble": spec])
    return MarbleTool.run([command, folder.path], on: terminal).output.split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// A pipeline of two lines, of which the second is folded.
  @Test(arguments: ["explain", "render"]) func eachLineOfAPipelineHasItsColor(command: String) throws {
    let lines = try output(command, Self.spec, width: 50, hasColor: true)
    let first = try #require(lines.firstIndex { $0.hasPrefix("\u{1B}[36m>") })
    let pipeline = lines[first...].prefix { $0.hasPrefix("\u{1B}[36m") }
    #expect(pipeline.count >= 4 && pipeline.contains { $0.contains("columns") }, "\(lines)")
    #expect(lines[pipeline.endIndex...].allSatisfy { !$0.contains("\u{1B}[36m") })
  }

  /// Returns the units of the times in the column.
  private func units(_ spec: String) throws -> Set<String> {
    Set(
      try output("explain", spec).compactMap { $0.wholeMatch(of: /^ +([1-9][0-9]*)([a-z]+) .*/).map { String($0.2) } })
  }

  @Test func theTimesOfAColumnHaveOneUnit() throws {
    // 100 ms, … 1300 ms, 1600 ms (zero is zero in every unit); then whole seconds; then a time of an hour and one of a
    // millisecond, for which no unit is good.
    #expect(try units(Self.spec) == ["ms"])
    #expect(try units("frame: 1s\na: -1-2-|\n> a.delay(for: 2s)") == ["s"])
    #expect(try units("a: -1 1h 2|\n> a").count > 1)
  }

  @Test func linesAreFoldedToTheTerminal() throws {
    for width in [40, 60, 100] {
      #expect(try output("explain", Self.spec, width: width).allSatisfy { $0.count <= width })
      #expect(try output("explain", Self.spec).contains { $0.count > 60 })
    }
  }
}
