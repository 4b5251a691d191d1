import Marbles

/// The values, errors, counts and times at which pipelines may decide in another way: those that are written in them,
/// and their neighbors.
package struct ChosenValues: Sendable {
  /// Values and errors that the user gives.
  package struct Given: Sendable {
    var values: [Value] = []
    var errors: [String] = []

    package init(values: [Value] = [], errors: [String] = []) {
      self.values = values
      self.errors = errors
    }
  }

  private let integers: [Int64], decimals: [Double], texts: [String]
  /// The numbers of values that matter, and of frames.
  let counts: [Int], times: [Int64]
  /// The counts of operators, with which no value is computed.
  private let operatorCounts: [Int64]
  /// The behaviors that rows are too short to show.
  let tooLong: [Behavior]

  /// The largest number of values, and of frames, of a row.
  private static let (mostValues, mostFrames): (Int64, Int64) = (200, 1_000_000)
  /// The largest number of values that are tried.
  private static let most = 40

  init(in expressions: [Expression], frame: Int64) {
    let literals = expressions.flatMap(\.literals).uniqued
    integers = literals.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    decimals = literals.compactMap { if case .decimal(let number) = $0 { number } else { nil } }
    texts = literals.compactMap { if case .string(let text) = $0 { text } else { nil } }
    counts = integers.filter { (1..<Self.mostValues).contains($0) }.map { Int($0) }.sorted()
    let times = expressions.flatMap { $0.timesInFrames(of: frame) }.filter { $0 > 0 }.uniqued
    // The rows of a time are about four times as long.
    let longest = min(Self.mostFrames, Int64.max / 16 / frame)
    self.times = times.filter { $0 <= longest }.sorted()
    operatorCounts = expressions.flatMap(\.countsOfOperators)
    let tooMany = operatorCounts.filter { $0 >= Self.mostValues }.uniqued.sorted()
    tooLong =
      tooMany.map { Behavior(part: "\(Int(clamping: $0).grouped) values", words: "arrive") }
      + times.filter { $0 > longest }.map {
        Behavior(part: "a time of \(Int(clamping: $0).grouped) frames", words: "passes")
      }
  }

  /// The values of a source, those that it has and that are given first.
  func values(like own: [Value], _ given: Given) -> [Value] {
    let known = own + given.values
    var all = known
    switch known.first ?? .integer(1) {
    case .integer:
      all += [1, 2, -1, 0, 3].map { .integer($0) }
      for number in integers { all += Self.neighbors(of: number).map { .integer($0) } }
      all += Self.derived(from: integers.filter { !operatorCounts.contains($0) }).map { .integer($0) }
    case .decimal:
      all += [1, 2, -1, 0].map { .decimal($0) }
      for number in decimals + integers.map({ Double($0) }) {
        all += [number, number - 1, number + 1, number - 0.5].map { .decimal($0) }
      }
    case .string:
      all += ["x", "y", ""].map { .string($0) }
      for text in texts { all += [text, text + "x", String(text.dropLast()), text.uppercased()].map { .string($0) } }
      for count in counts where count <= 50 {
        all += [count, count - 1, count + 1].map { .string(String(repeating: "x", count: $0)) }
      }
    case .bool: all += [.bool(true), .bool(false)]
    case .array(let items):
      all.append(.list([]))
      if let element = items.elements.first {
        for count in counts where count <= 50 {
          all += [count, count - 1, count + 1].map { .list(Array(repeating: element, count: $0)) }
        }
      }
    default: break
    }
    return Array(all.uniqued.prefix(Self.most))
  }

  private static func neighbors(of number: Int64) -> [Int64] {
    [number]
      + [number.subtractingReportingOverflow(1), number.addingReportingOverflow(1)].filter { !$0.overflow }.map(
        \.partialValue)
  }

  /// Numbers at which arithmetic with the constants decides: twice each, for remainders and quotients, its negative,
  /// and the sums and differences of two, for a comparison after a step, such as `$0 + 3` and then `$0 > 10`.
  private static func derived(from numbers: [Int64]) -> [Int64] {
    let some = numbers.prefix(4)
    var all = some.flatMap { [$0.multipliedReportingOverflow(by: 2), Int64(0).subtractingReportingOverflow($0)] }
    for (place, number) in some.enumerated() {
      for other in some.dropFirst(place + 1) {
        let (sum, down, up) = (
          number.addingReportingOverflow(other), number.subtractingReportingOverflow(other),
          other.subtractingReportingOverflow(number)
        )
        all += [sum, down, up]
      }
    }
    return all.filter { !$0.overflow }.flatMap { neighbors(of: $0.partialValue) }
  }

  /// The errors of a source; `nil` is the bare `#`.
  func errors(like own: [String?], _ given: Given) -> [String?] {
    var all = own
    for text in given.errors { all.append(text) }
    all.append(nil)
    for text in texts where !text.contains(where: \.isNewline) { all.append(text) }
    all.append("other")
    return all.uniqued
  }
}

extension Expression {
  /// The literals in the expression; a sign belongs to its number.
  fileprivate var literals: [Value] {
    switch kind {
    case .literal(let value): return [value]
    case .prefix("-", let operand):
      if case .literal(.integer(let number)) = operand.kind { return [.integer(0 &- number)] }
      if case .literal(.decimal(let number)) = operand.kind { return [.decimal(-number)] }
    default: break
    }
    return kind.children.flatMap(\.literals)
  }

  /// The arguments for the parameters of a kind, of the call of an operator of streams.
  func arguments(for kind: ParameterInfo.Kind) -> [Expression] {
    guard case .call(let callee, let arguments) = self.kind, case .member(_, let name, _, _) = callee.kind,
      let bound = OperatorTable.shared.forms(of: name, on: .stream).bound(to: arguments)
    else { return [] }
    return bound.pairs.flatMap { parameter, given in parameter.kind == kind ? given.map(\.value) : [] }
  }

  /// The times that are written in the expression, as durations or as numbers of frames, rounded up.
  func timesInFrames(of frame: Int64) -> [Int64] {
    subexpressions.flatMap { part in
      if case .literal(.duration(let length)) = part.kind { return [length / frame + (length % frame > 0 ? 1 : 0)] }
      return part.arguments(for: .duration).compactMap(\.integer)
    }
  }

  /// The numbers of values that operators are given.
  fileprivate var countsOfOperators: [Int64] {
    subexpressions.flatMap { $0.arguments(for: .integer).compactMap(\.integer) }
  }
  private var integer: Int64? {
    if case .literal(.integer(let number)) = kind { number } else { nil }
  }
}
