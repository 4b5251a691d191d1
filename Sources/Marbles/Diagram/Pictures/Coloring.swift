/// Which colour each value has: equal values have the same, all over a picture.
struct Coloring {
  private var numbers: [String: Int] = [:]
  private let lettering: Lettering

  init(_ diagram: Diagram, _ lettering: Lettering) {
    self.lettering = lettering
    for symbol in diagram.lanes.flatMap(\.symbols) {
      let literal = lettering.literal(of: symbol)
      if numbers[literal] == nil { numbers[literal] = numbers.count }
    }
  }

  /// The numbers of the colours of a value.
  func colors(of symbol: Symbol) -> [Int] { [numbers[lettering.literal(of: symbol)] ?? 0] }
}
