extension Timeline {
  struct ActionNames {
    private(set) var list = [
      "an action without a name", "a subscription", "a sleeper", "a task", "a repeating timer", "DispatchQueue.main",
    ]
    /// The indices of names after the first few.
    private var indices: [String: UInt32] = [:]
    private static let few = 12

    mutating func index(of name: String) -> UInt32 {
      // Few names are found without a dictionary.
      var known = 0
      while known < list.count, known < Self.few {
        if list[known] == name { return UInt32(known) }
        known += 1
      }
      if let known = indices[name] { return known }
      let index = add(name)
      if index >= Self.few { indices[name] = index }
      return index
    }
    /// Adds a name, even if another action has the same.
    mutating func add(_ name: String) -> UInt32 {
      list.append(name)
      return UInt32(list.count - 1)
    }
  }
}
