import MarbleRuns
import Marbles
import VirtualTime

extension SpecFile {
  /// The spec as data that another program can execute: the rows of its sources and its pipelines as trees. Instants
  /// and lengths are nanoseconds. The page `TheCommand.md` lists the members.
  package var program: JSONText {
    var counts: [String: Int] = [:]
    return .object([
      ("frame", .number(frame)), ("definitions", .list(definitions.map(json))),
      ("pipelines", .list(blocks.map { json($0, name: $0.pipeline.streamName(&counts)) })),
    ])
  }

  private func json(_ definition: Definition) -> JSONText {
    switch definition {
    case .source(let source):
      .object([
        ("name", .string(source.name)), ("kind", .string(source.isHot ? "hot" : "cold")),
        ("rows", .list(source.rows.map { json($0.lane) })),
      ])
    case .derived(let derived):
      .object([
        ("name", .string(derived.name)), ("kind", "derived"), ("tree", derived.pipeline.expression.tree),
      ])
    }
  }

  private func json(_ block: Block, name: String) -> JSONText {
    let subscribers = block.rowsOfSubscribers.map { row in
      JSONText.object([
        ("from", row.from.map { json($0.lane) } ?? .null), ("demand", row.demand.map { json($0.lane) } ?? .null),
      ])
    }
    let connections = block.connections.map {
      JSONText.object([("name", .string($0.name)), ("from", json($0.row.lane))])
    }
    return .object([
      ("name", .string(name)), ("tree", block.pipeline.expression.tree), ("subscribers", .list(subscribers)),
      ("connections", .list(connections)),
    ])
  }

  private func json(_ lane: Lane) -> JSONText {
    .list(lane.marks.map { .object([("at", .number($0.instant.nanoseconds)), json($0.mark.kind)]) })
  }
  private func json(_ kind: Mark.Kind) -> (String, JSONText) {
    switch kind {
    case .value(let symbol): ("next", table.meaning(of: symbol).tree)
    case .anyValue: ("next", .null)
    case .finished: ("finish", .bool(true))
    case .failure(let text): ("fail", table.failure(text).value.tree)
    case .subscribe: ("subscribe", .bool(true))
    case .unsubscribe: ("cancel", .bool(true))
    case .request(let count): ("request", count.map { .number($0) } ?? .string("unlimited"))
    }
  }
}

extension SpecFile.Pipeline {
  /// The text of the pipeline in one line: the name of its outcome in a recorded run. A pipeline that the spec has
  /// already gets a number.
  func streamName(_ counts: inout [String: Int]) -> String {
    let name = lines.oneLine
    counts[name, default: 0] += 1
    let count = counts[name] ?? 1
    return count == 1 ? name : "\(name) (\(count))"
  }
}

// MARK: Expressions and values

extension Expression {
  /// The expression as a tree of objects. The first member of each says which kind it is.
  var tree: JSONText {
    switch kind {
    case .literal(let value): value.tree
    case .interpolation(let parts): .object([("interpolation", Expression.list(parts))])
    case .name(let name): .object([("name", .string(name))])
    case .positional(let number): .object([("positional", .number(number))])
    case .array(let elements): .object([("array", Expression.list(elements))])
    case .tuple(let elements): .object([("tuple", Expression.list(elements))])
    case .prefix(let symbol, let one): .object([("unary", .string(symbol)), ("of", one.tree)])
    case .postfix(let symbol, let one): .object([("postfix", .string(symbol)), ("of", one.tree)])
    case .binary(let symbol, let left, let right, _):
      .object([("binary", .string(symbol)), ("left", left.tree), ("right", right.tree)])
    case .ternary(let condition, let yes, let no):
      .object([("if", condition.tree), ("then", yes.tree), ("else", no.tree)])
    case .member(let base, let name, _, let isOptional):
      .object([("member", .string(name)), ("of", base.tree)] + (isOptional ? [("optional", .bool(true))] : []))
    case .call(let callee, let arguments): call(callee, arguments)
    case .index(let base, let index): .object([("index", index.tree), ("of", base.tree)])
    case .implicit(let name, let arguments):
      .object([("implicit", .string(name)), ("arguments", Expression.list(arguments))])
    case .closure(let closure):
      .object([
        ("closure", closure.body.tree), ("names", .texts(closure.names)),
      ])
    case .keyPath(let names): .object([("keyPath", .texts(names))])
    case .operatorName(let name): .object([("operator", .string(name))])
    case .functionName(let name): .object([("name", .string(name))])
    case .initializer(let name): .object([("initializer", .string(name))])
    case .binding(let name, let value, let rest):
      .object([("let", .string(name)), ("value", value.tree), ("in", rest.tree)])
    case .unwrap(let one): .object([("unwrap", one.tree)])
    case .throwing(let one): .object([("throw", one.tree)])
    }
  }

  /// `base.name(…)` and `name(…)` have their name as text, any other call has a tree.
  private func call(_ callee: Expression, _ arguments: [Argument]) -> JSONText {
    switch callee.kind {
    case .member(let base, let name, _, _):
      .object([("call", .string(name)), ("of", base.tree), ("arguments", Expression.list(arguments))])
    case .name(let name), .functionName(let name), .initializer(let name):
      .object([("call", .string(name)), ("arguments", Expression.list(arguments))])
    default: .object([("apply", callee.tree), ("arguments", Expression.list(arguments))])
    }
  }

  private static func list(_ expressions: [Expression]) -> JSONText { .list(expressions.map(\.tree)) }
  private static func list(_ arguments: [Argument]) -> JSONText {
    .list(
      arguments.map { argument in
        .object((argument.label.isEmpty ? [] : [("label", .string(argument.label))]) + [("value", argument.value.tree)])
      })
  }
}

extension Value {
  /// The value as a tree, as the literal of it has.
  var tree: JSONText {
    switch self {
    case .integer(let number): .object([("integer", .number(number))])
    case .decimal(let number): .object([("decimal", .string(number.description))])
    case .string(let text): .object([("text", .string(text))])
    case .bool(let bool): .object([("truth", .bool(bool))])
    case .nil: .object([("nil", .bool(true))])
    case .array(let items): .object([("array", .list(items.elements.map(\.tree)))])
    case .tuple(let items): .object([("tuple", Value.list(items))])
    case .duration(let nanoseconds): .object([("duration", .number(nanoseconds))])
    case .member(let name, let items): .object([("implicit", .string(name)), ("arguments", Value.list(items))])
    case .stream, .function: .null
    }
  }
  private static func list(_ items: Items) -> JSONText {
    .list(
      items.elements.enumerated().map { place, element in
        let label = place < items.labels.count ? items.labels[place] : ""
        return .object((label.isEmpty ? [] : [("label", .string(label))]) + [("value", element.tree)])
      })
  }
}
