import Marbles

extension Value: CustomStringConvertible {
  /// The value as a literal of the language: parsing it gives the same value.
  package var description: String {
    switch self {
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .string(let text): SwiftLiteral.of(text)
    case .bool(let bool): String(bool)
    case .nil: "nil"
    case .array(let items): "[" + items.listed + "]"
    case .tuple(let items): "(" + items.listed + ")"
    case .duration(let nanoseconds): DurationText.of(nanoseconds)
    case .member("..<", let items): items.elements.map(\.description).joined(separator: "..<")
    case .member("...", let items): items.elements.map(\.description).joined() + "..."
    case .member(let name, let items): "." + name + (items.elements.isEmpty ? "" : "(" + items.listed + ")")
    case .stream(let stream): stream.name ?? "a stream"
    case .function: "a function"
    }
  }

  /// The name of a value of this kind in messages.
  var kind: String {
    switch self {
    case .integer: "an integer"
    case .decimal: "a decimal"
    case .string: "a string"
    case .bool: "a truth value"
    case .nil: "nil"
    case .array: "an array"
    case .tuple: "a tuple"
    case .duration: "a duration"
    case .member(let name, _): ".\(name)"
    case .stream: "a stream"
    case .function: "a function"
    }
  }

  /// The value for a message. A long value is described by its kind and size.
  var shown: String {
    guard size <= 200 else {
      return switch self {
      case .string(let text): "\(kind) of \(text.count) characters"
      case .array(let items), .tuple(let items): "\(kind) of \(items.elements.count) elements"
      default: kind
      }
    }
    let text = description
    return text.count <= 60 ? text : text.prefix(57) + "…"
  }
}

extension Value.Items {
  var listed: String {
    elements.indices.map { index in
      let label = labels.indices.contains(index) ? labels[index] : ""
      return label.isEmpty ? elements[index].description : "\(label): \(elements[index])"
    }.joined(separator: ", ")
  }
}
