#if canImport(Combine)
  import Combine
  import Marbles
  import PipesFoundation

  extension MarbleTest {
    /// Expects events of a publisher of Combine, as `expect` does for a publisher of Pipes.
    ///
    ///     let typed = m.hot("   -a-b-c------d-----|")
    ///     let found = searches(typed.combine, on: m.scheduler(for: RunLoop.self))  // debounces for 3 frames
    ///     m.expect(found).toBe("--------c------d--|")
    public func expect<P: Combine.Publisher>(
      _ publisher: P, from window: String? = nil, demand: String? = nil, name: String? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> Expectation<P.Output, P.Failure> where P.Output: Equatable {
      expect(
        publisher.pipes, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line,
        column: column)
    }
    /// Expects events of a publisher of Combine, whose values a closure compares, as `expect` does for a publisher of
    /// Pipes.
    public func expect<P: Combine.Publisher>(
      _ publisher: P, by areEqual: @escaping (P.Output, P.Output) -> Bool, from window: String? = nil,
      demand: String? = nil,
      name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
      column: Int = #column
    ) -> Expectation<P.Output, P.Failure> {
      expect(
        publisher.pipes, by: areEqual, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath,
        line: line, column: column)
    }
  }
#endif
