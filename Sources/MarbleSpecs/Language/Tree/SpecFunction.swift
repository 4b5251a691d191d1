/// A closure with a name, and the values that it sees.
package final class SpecFunction: Hashable, @unchecked Sendable {
  // Unchecked: the function never changes, and belongs to one run, which belongs to one thread.
  let expression: Expression
  let scope: Scope?

  init(_ expression: Expression, _ scope: Scope?) {
    self.expression = expression
    self.scope = scope
  }

  package static func == (lhs: SpecFunction, rhs: SpecFunction) -> Bool { lhs === rhs }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The values that names and `$0` stand for inside a closure.
final class Scope {
  let names: [String]
  let values: [Value]
  let parent: Scope?

  init(names: [String], values: [Value], parent: Scope?) {
    self.names = names
    self.values = values
    self.parent = parent
  }

  func value(named name: String) -> Value? {
    var scope: Scope? = self
    while let current = scope {
      if let index = current.names.firstIndex(of: name) { return current.values[index] }
      scope = current.parent
    }
    return nil
  }
}
