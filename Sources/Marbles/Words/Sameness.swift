/// Whether two values are equal, as far as it can be known: by `==` if their type is `Equatable`, otherwise field by
/// field.
enum Sameness {
  case same, different
  /// There is nothing to compare: a closure, an object without fields, or a value that only describes itself.
  case unknown

  private static let deepest = 16

  init(_ left: any Error, _ right: any Error) { self = Self.compare(left, right, depth: 0) }

  private static func compare(_ left: Any, _ right: Any, depth: Int) -> Sameness {
    guard type(of: left) == type(of: right) else { return .different }
    if let left = left as? any Equatable { return isEqual(left, right) ? .same : .different }
    let mirrors = (Mirror(reflecting: left), Mirror(reflecting: right)), style = mirrors.0.displayStyle
    if style == .class, left as AnyObject === right as AnyObject { return .same }
    let fields = (Self.fields(mirrors.0), Self.fields(mirrors.1))
    guard fields.0.map(\.label) == fields.1.map(\.label) else { return .different }
    if fields.0.isEmpty {
      if "\(left)" != "\(right)" { return .different }
      // A case of an enumeration without a description of its own is described by its name.
      return style == .struct || style == .tuple || style == .enum && !(left is any CustomStringConvertible)
        || isEmptyCollection(style)
        ? .same : .unknown
    }
    if depth == deepest { return .unknown }
    var result = Sameness.same
    for (mine, other) in zip(fields.0, fields.1) {
      switch compare(mine.value, other.value, depth: depth + 1) {
      case .same: continue
      case .different: return .different
      case .unknown: result = .unknown
      }
    }
    return result
  }
  private static func isEmptyCollection(_ style: Mirror.DisplayStyle?) -> Bool {
    switch style {
    case .collection, .set, .dictionary, .optional: true
    default: false
    }
  }
  private static func fields(_ mirror: Mirror) -> [Mirror.Child] {
    Array(mirror.children) + (mirror.superclassMirror.map { fields($0) } ?? [])
  }
  private static func isEqual<E: Equatable>(_ left: E, _ right: Any) -> Bool { (right as? E) == left }
}
