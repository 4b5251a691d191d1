/// The values of literals in tables, without a run.
enum Literals {
  /// The value of a literal. A name is a stream, which has a value only in a run.
  static func value(of expression: Expression, _ text: SpecText) throws(SpecProblem) -> Value {
    do {
      return try Evaluator(context: LiteralContext(text: text)).value(expression, nil)
    } catch Interruption.problem(let problem) {
      throw problem
    } catch {
      throw text.problem(TableReader.plain, at: expression.span)
    }
  }
}

/// The context in which tables are evaluated: all names are streams.
private final class LiteralContext: EvaluationContext {
  let text: SpecText
  var stepsLeft = 10_000
  init(text: SpecText) { self.text = text }
  func value(named name: String) -> Value? { .stream(SpecStream(name)) }
  func apply(_ call: StreamCall) throws -> Value? {
    if call.upstream?.isStreams == true { return nil }
    throw Interruption.problem(text.problem(TableReader.plain, at: call.span))
  }
}
