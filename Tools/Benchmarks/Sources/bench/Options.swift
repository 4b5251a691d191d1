/// What the command line asks for.
struct Options {
  static let usage = """
    USAGE: bench [--filter NAME] [--contestant NAME] [--rounds N] [--n N] [--json] [--against FILE] [--write FILE]

      --filter NAME      only the case NAME, or those whose name contains it
      --contestant NAME  only this contestant, for a profiler
      --rounds N         rounds per case (default 9)
      --n N              elements per round (default 1000000)
      --json             the figures as JSON
      --against FILE     compare the ratios with a table; exit 1 if a case is more than 30 % worse, measured twice
      --write FILE       write the table of ratios
    """

  var filter = "", contestant: String?, rounds = 9, total = 1_000_000, json = false, against: String?, write: String?

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--filter": filter = try Self.value(of: option, &rest)
      case "--contestant": contestant = try Self.value(of: option, &rest)
      case "--rounds": rounds = try Self.count(of: option, &rest)
      case "--n": total = try Self.count(of: option, &rest)
      case "--json": json = true
      case "--against": against = try Self.value(of: option, &rest)
      case "--write": write = try Self.value(of: option, &rest)
      default: throw UsageError(message: "unknown option '\(option)'")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
    return value
  }
  private static func count(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Int {
    let text = try value(of: option, &rest)
    guard let count = Int(text), count > 0 else {
      throw UsageError(message: "\(option) needs a number above zero, not '\(text)'")
    }
    return count
  }
}

struct UsageError: Error {
  let message: String
}
