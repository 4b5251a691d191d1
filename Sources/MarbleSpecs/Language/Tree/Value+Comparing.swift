extension Value {
  /// Whether this value is ordered before the other; `nil` if the two have no order.
  func isLess(than other: Value) -> Bool? {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.decimal(let one), .decimal(let other)): one < other
    case (.integer(let one), .decimal(let other)): Double(one) < other
    case (.decimal(let one), .integer(let other)): one < Double(other)
    case (.string(let one), .string(let other)): one < other
    case (.duration(let one), .duration(let other)): one < other
    default: nil
    }
  }

  /// Whether Swift would compare the two with `==`: they have one type, or one is `nil`.
  func canEqual(_ other: Value) -> Bool {
    switch (self, other) {
    case (.nil, _), (_, .nil), (.integer, .integer), (.decimal, .decimal), (.string, .string), (.bool, .bool),
      (.array, .array), (.tuple, .tuple), (.duration, .duration), (.member, .member), (.stream, .stream):
      true
    default: false
    }
  }
}

extension Value {
  var isStream: Bool {
    if case .stream = self { true } else { false }
  }
  /// Whether the value is an array of streams that is not empty.
  var isStreams: Bool {
    if case .array(let items) = self { !items.elements.isEmpty && items.elements.allSatisfy(\.isStream) } else { false }
  }
}

extension Value {
  /// The text of a string without quotes; of any other value its description.
  var plain: String {
    if case .string(let text) = self { text } else { description }
  }
}
