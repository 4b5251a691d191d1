import VirtualTime

/// The cases of a test with generated rows: how many are drawn, or all rows up to a length, or one that is repeated.
///
/// A number is enough: `cases: 500` draws 500 cases.
public struct Cases: Sendable, ExpressibleByIntegerLiteral {
  enum Kind: Sendable {
    case drawn(Int, seed: UInt64, permutes: Bool)
    case counted(frames: Int, limit: Int)
    case orders(limit: Int)
    case repeated(String)
  }
  let kind: Kind

  /// Draws a number of cases. The same seed draws the same cases on every machine.
  public init(integerLiteral count: Int) { self = .drawn(count) }

  /// Draws a number of cases.
  ///
  /// - Parameter count: The number of cases. `MARBLES_CASES` in the environment raises it.
  /// - Parameter seed: Another seed draws other cases.
  /// - Parameter permutes: Whether cases also permute the order at equal instants, as `seeds:` of a test does. If the
  ///   order of scheduling fails, too, the failure is shown in that order.
  public static func drawn(_ count: Int, seed: UInt64 = 0, permutingOrder permutes: Bool = false) -> Cases {
    Cases(kind: .drawn(count, seed: seed, permutes: permutes))
  }

  /// Runs every row of up to a number of frames, in all combinations if a test has several generated sources.
  ///
  /// - Parameter frames: The largest number of frames of a row. It replaces the number that a source names.
  /// - Parameter limit: The largest number of cases. A test with more cases fails, so that nothing is left out
  ///   silently.
  public static func all(frames: Int, atMost limit: Int = 100_000) -> Cases {
    Cases(kind: .counted(frames: frames, limit: limit))
  }

  /// Runs the test in every order of the actions that are due at one instant.
  ///
  /// At equal instants actions run in the order of scheduling, which is often an accident. Actions that one scheduler
  /// received at one instant for the same instant keep their order, as on any serial queue; so do the events of one
  /// source. It is no proof about threads: actions still run one at a time.
  ///
  /// Each step of a task is such an action. Two steps that share nothing which the run sees are run in both orders
  /// once, and that is all if the runs are alike: the run sees tasks, actors, timers, schedulers, sources and
  /// expectations. It sees neither locks and atomics nor an actor that is called by another actor: an outcome that
  /// takes several of such changes together, none of which shows by itself, may be missed.
  ///
  /// - Parameter limit: The largest number of orders. A test with more orders fails, so that nothing is left out
  ///   silently.
  public static func allOrders(atMost limit: Int = 10_000) -> Cases { Cases(kind: .orders(limit: limit)) }
  /// Runs the test in every order of the actions that are due at one instant, up to 10,000 orders; see
  /// ``allOrders(atMost:)``.
  public static var allOrders: Cases { allOrders() }

  /// Repeats one case.
  ///
  /// - Parameter text: The text that a failure names after `again:`.
  public static func again(_ text: String) -> Cases { Cases(kind: .repeated(text)) }

  private init(kind: Kind) { self.kind = kind }
}

/// A list of choices as a short text: one digit or letter for each choice below 35, and before the list the number of
/// frames if all rows were counted, or a `P` if the order at equal instants is the first choice, or an `O` if all
/// orders were counted: `7f3`, `6-7f3`, `P37f3`, `O01`.
struct CaseText: Hashable {
  var list: [Int]
  /// The number of frames, if all rows of so many frames are counted.
  var frames: Int?
  /// Whether the first choice is the order at equal instants.
  var permutes = false
  /// Whether choices decide each turn at equal instants.
  var takesTurns = false

  init(_ list: [Int], frames: Int?, permutes: Bool, takesTurns: Bool) {
    (self.list, self.frames, self.permutes, self.takesTurns) = (Choices.trimmed(list), frames, permutes, takesTurns)
  }

  /// Reads a text; `nil` if it is not one.
  init?(_ text: String) {
    var rest = text.utf8[...]
    if let dash = rest.firstIndex(of: UInt8(ascii: "-")) {
      guard let number = Int(Substring(rest[..<dash])), Self.lengths.contains(number) else { return nil }
      frames = number
      rest = rest[rest.index(after: dash)...]
    }
    if rest.first == UInt8(ascii: "P") {
      permutes = true
      rest.removeFirst()
    } else if rest.first == UInt8(ascii: "O") {
      takesTurns = true
      rest.removeFirst()
    }
    list = []
    if rest.isEmpty { return nil }
    while let digit = rest.popFirst() {
      guard let value = Self.value(digit) else { return nil }
      if value < 35 {
        list.append(value)
        continue
      }
      guard let count = rest.popFirst().flatMap(Self.value), count > 0, count <= 11 else { return nil }
      var number = 0
      for _ in 0..<count {
        guard let digit = rest.popFirst().flatMap(Self.value) else { return nil }
        number = number * 36 + digit
      }
      list.append(number)
    }
  }

  /// The lengths of a row, in frames.
  static let lengths = 1...1_000

  var text: String {
    (frames.map { "\($0)-" } ?? "") + (permutes ? "P" : takesTurns ? "O" : "")
      + (list.isEmpty ? "0" : list.map(Self.digits).joined())
  }

  private static func digits(_ number: Int) -> String {
    if number < 35 { return String(number, radix: 36) }
    let digits = String(number, radix: 36)
    return "z" + String(digits.count, radix: 36) + digits
  }
  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}

/// The number of cases and the share of them that the environment asks for.
package struct CaseSettings: Sendable {
  /// The smallest number of drawn cases: `MARBLES_CASES`.
  package var cases: Int?
  /// The share of the cases that run: `MARBLES_SHARD=3/8` is the third of eight.
  package var share: (number: Int, count: Int)?
  /// A sentence about a variable that cannot be read.
  package private(set) var problem: String?
  /// The time after which shrinking stops.
  package var patience: Duration = .seconds(2)

  package init(cases: String?, share: String?) {
    if let text = cases, !text.isEmpty {
      self.cases = Int(text)
      if (self.cases ?? 0) < 1 {
        problem = "MARBLES_CASES is '\(text)'\n  write a number of cases, such as MARBLES_CASES=10000"
      }
    }
    guard let text = share, !text.isEmpty else { return }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count {
      self.share = (number, count)
    } else {
      problem = "MARBLES_SHARD is '\(text)'\n  write which share of how many runs, such as MARBLES_SHARD=3/8"
    }
  }

  /// The settings of the environment.
  package static let environment = CaseSettings(
    cases: Files.environment("MARBLES_CASES"), share: Files.environment("MARBLES_SHARD"))
}

extension StringProtocol {
  /// The part before a text; everything if it is not there.
  func components(before text: String) -> String {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return String(self[..<index]) }
      index = self.index(after: index)
    }
    return String(self)
  }
  var trimmingEnd: String { last == " " ? String(dropLast()) : String(self) }
}
