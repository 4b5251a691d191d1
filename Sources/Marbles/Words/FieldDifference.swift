/// The fields in which two values differ, found by reflection: one line with the path of each.
struct FieldDifference {
  /// The largest number of fields that are listed.
  static let most = 12
  private static let deepest = 16

  private(set) var lines: [String] = []
  private(set) var count = 0

  /// Whether values with a short description are compared by their fields, too.
  private let looksInside: Bool

  /// Compares two values.
  init<Value>(_ expected: Value, _ found: Value, looksInside: Bool = false) {
    self.looksInside = looksInside
    compare(expected, found, "", depth: 0)
  }

  private mutating func add(_ path: String, _ expected: String, _ found: String) {
    count += 1
    if count <= Self.most { lines.append("\(path.isEmpty ? "the value" : path): expected \(expected), got \(found)") }
  }

  private mutating func compare(_ expected: Any, _ found: Any, _ path: String, depth: Int) {
    let isUnequal = Self.areUnequal(expected, found)
    if isUnequal == false { return }
    let sides = ValueText.sides(expected, found), before = count
    if depth < Self.deepest, let pair = Fields.pair(expected, found, looksInside: looksInside || sides == nil) {
      compare(pair.0, pair.1, path, depth: depth)
    }
    if count != before { return }
    // This also finds differences of values without fields, and in fields that reflection does not show.
    if let sides { return add(path, sides.expected, sides.found) }
    let text = ValueText.cut(ValueText.of(expected))
    if let number = expected as? any FloatingPoint, number.isNaN {
      add(path, text, "\(text), which is equal to nothing")
    } else if isUnequal == true {
      add(path, text, "another \(type(of: found)) that reads alike")
    }
  }
  /// Whether two values are unequal; `nil` if it is not known, because their type is neither `Equatable` nor a class.
  private static func areUnequal(_ expected: Any, _ found: Any) -> Bool? {
    guard type(of: expected) == type(of: found) else { return true }
    if let expected = expected as? any Equatable { return !isEqual(expected, found) }
    guard type(of: expected) is AnyClass else { return nil }
    return expected as AnyObject === found as AnyObject ? false : nil
  }
  private static func isEqual<E: Equatable>(_ left: E, _ right: Any) -> Bool { (right as? E) == left }
  private mutating func compare(_ expected: Fields, _ found: Fields, _ path: String, depth: Int) {
    for (name, value) in expected.all {
      if let other = found[name] {
        compare(value, other, path + name.suffix(path), depth: depth + 1)
      } else {
        add(path + name.suffix(path), ValueText.cut(ValueText.of(value)), "nothing")
      }
    }
    for (name, value) in found.all where expected[name] == nil {
      add(path + name.suffix(path), "nothing", ValueText.cut(ValueText.of(value)))
    }
  }
}

/// The fields of a value, each with a unique name.
private struct Fields {
  enum Name: Hashable {
    case field(String)
    case index(Int)
    case key(String)

    func suffix(_ path: String) -> String {
      switch self {
      case .field(let name): path.isEmpty ? name : ".\(name)"
      case .index(let number): "[\(number)]"
      case .key(let key): "[\(key)]"
      }
    }
  }
  private(set) var all: [(name: Name, value: Any)] = []
  private var byName: [Name: Any] = [:]

  subscript(name: Name) -> Any? { byName[name] }

  /// Returns the fields of both values, if they can be compared one by one.
  static func pair(_ expected: Any, _ found: Any, looksInside: Bool) -> (Fields, Fields)? {
    if expected is any StringProtocol { return nil }
    let mirrors = (Mirror(reflecting: expected), Mirror(reflecting: found))
    guard type(of: expected) == type(of: found), let style = mirrors.0.displayStyle, style == mirrors.1.displayStyle,
      looksInside || !isShort(expected, style) || !isShort(found, style)
    else { return nil }
    var fields = (Fields(mirrors.0, style), Fields(mirrors.1, style))
    // Bytes and other collections of their own show their elements by index.
    if style == .struct || style == .class, let left = expected as? any Collection, let right = found as? any Collection
    {
      fields = (Fields(elementsOf: left), Fields(elementsOf: right))
    }
    if style == .optional, fields.0.all.count != fields.1.all.count { return nil }
    // Different cases of an enumeration have no fields in common.
    if style == .enum, fields.0.all.first?.name != fields.1.all.first?.name { return nil }
    return fields.0.all.isEmpty && fields.1.all.isEmpty ? nil : fields
  }
  /// Whether a value has a short description, as a date has: it is compared as one field.
  private static func isShort(_ value: Any, _ style: Mirror.DisplayStyle) -> Bool {
    (style == .struct || style == .class) && value is any CustomStringConvertible && "\(value)".count <= 40
  }

  private init(elementsOf elements: some Collection) {
    for (index, element) in elements.enumerated() { add(.index(index), element) }
  }
  private init(_ mirror: Mirror, _ style: Mirror.DisplayStyle) {
    for (index, child) in mirror.children.enumerated() {
      switch style {
      case .optional: add(.field("some"), child.value)
      case .dictionary:
        let pair = Array(Mirror(reflecting: child.value).children)
        if pair.count == 2 { add(.key(ValueText.of(pair[0].value)), pair[1].value) }
      case .set: add(.key(ValueText.of(child.value)), child.value)
      case .collection: add(.index(index), child.value)
      default: add(.field(child.label.map { $0.first == "." ? String($0.dropFirst()) : $0 } ?? "\(index)"), child.value)
      }
    }
    if let upper = mirror.superclassMirror { for field in Fields(upper, .class).all { add(field.name, field.value) } }
  }
  private mutating func add(_ name: Name, _ value: Any) {
    if byName.updateValue(value, forKey: name) == nil { all.append((name, value)) }
  }
}
