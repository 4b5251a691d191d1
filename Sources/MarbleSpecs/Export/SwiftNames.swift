/// The names of a spec in Swift.
struct SwiftNames {
  /// The name of the closure's parameter for the test.
  let test: String
  let result: String
  /// The new names of streams and parameters whose names mean something else in the code around them.
  let renamed: [String: String]
  private let title: String

  init(_ file: SpecFile) {
    let used = Set(file.definitions.map(\.name) + file.pipelines.flatMap(\.closureNames))
    func free(_ names: String...) -> String { names.first { !used.contains($0) } ?? names[0] + "_" }
    test = free("m", "test", "marbleTest")
    result = free("result", "outcome", "pipeline")
    var renamed: [String: String] = [:]
    for name in used.sorted() where SwiftNames.meanings.contains(name) || name.allSatisfy({ $0 == "_" }) {
      var other = (name.allSatisfy { $0 == "_" } ? "stream" : name) + "_"
      while used.contains(other) { other += "_" }
      renamed[name] = other
    }
    // `_` is not a parameter.
    if !file.definitions.contains(where: { $0.name == "_" }) { renamed["_"] = nil }
    self.renamed = renamed
    title = file.headers["title"] ?? file.text.file.baseName
  }

  /// The names that have another meaning in the code.
  private static let meanings = Set(
    """
    Any Array Bool Double Error Failed Int Never Protocol Publishers String Subscribers Test Timer Type VirtualInstant abs any async await
    borrowing consume consuming copy each marbles max min nonisolated package repeat sending some Seen
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
  ).union(
    OperatorTable.shared.rows.filter { $0.receiver == .nothing && $0.name.first?.isUppercase == true }.map(\.name))

  /// The title as the name of a function, different from the names that are taken.
  func function(_ number: String, _ taken: inout Set<String>) -> String {
    let words = title.split { !($0.isLetter || $0.isASCIIDigit) }
    var name = words.enumerated().map { index, word in
      (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + word.dropFirst()
    }
    .joined()
    if name.isEmpty || name.first?.isNumber == true { name = "spec\(name)" }
    if SpecWord.ofSwift.contains(name) || name == "marbles", number.isEmpty {
      name = "spec" + name.prefix(1).uppercased() + name.dropFirst()
    }
    name += number
    var unique = name, count = 1
    while !taken.insert(unique).inserted {
      count += 1
      unique = name + (name.last?.isNumber == true ? "_" : "") + "\(count)"
    }
    return unique
  }
}

extension Expression {
  /// The names of the parameters of the closures in the expression.
  fileprivate var closureNames: [String] {
    subexpressions.flatMap { part -> [String] in
      if case .closure(let closure) = part.kind { closure.names ?? [] } else { [] }
    }
  }
}
