/// A stream as a value of the language. Two are equal if they have the same name, or if they are the same object.
package final class SpecStream: Hashable, @unchecked Sendable {
  // Unchecked: a stream belongs to one run, and a run to one thread.
  let name: String?
  /// The key of the values, if the stream is a group.
  let key: Value?
  /// The part that only a run knows; `nil` for a stream in a table, which is a name.
  let inRun: AnyObject?

  init(_ name: String?, key: Value? = nil, inRun: AnyObject? = nil) {
    self.name = name
    self.key = key
    self.inRun = inRun
  }

  package static func == (lhs: SpecStream, rhs: SpecStream) -> Bool {
    if let name = lhs.name, let other = rhs.name { name == other } else { lhs === rhs }
  }
  package func hash(into hasher: inout Hasher) {
    if let name { hasher.combine(name) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}
