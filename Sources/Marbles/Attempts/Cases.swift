import VirtualTime

/// The cases of a test with generated rows: how many are drawn, or all rows up to a length, or one that is repeated.
///
/// A number is enough: `cases: 500` draws 500 cases.
public struct Cases: Sendable, ExpressibleByIntegerLiteral {
  enum Kind: Sendable {
    case drawn(Int, seed: UInt64, permutes: Bool)
    case counted(frames: Int, limit: Int)
    case orders(OrderLimits)
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

  /// Runs the test in every order of the actions that are due at one instant, those with the fewest switches first.
  ///
  /// At equal instants actions run in the order of scheduling, which is often an accident. A *switch* is a turn of
  /// another action than that order has. All orders with up to a number of switches run, and then some of the others: all
  /// of those with one more switch if they are few, otherwise some by chance. The result says how many of how many ran,
  /// and a limit that is too small makes no test fail unless `mustComplete` says so.
  ///
  /// Actions that one scheduler received at one instant for the same instant keep their order, as on any serial queue; so
  /// do the events of one source. It is no proof about threads: a turn is not interrupted.
  ///
  /// - Parameter switches: The number of switches up to which all orders run.
  /// - Parameter limit: The largest number of orders. A twentieth is kept for orders with more switches. Of many, as many
  ///   are drawn as were counted, or that twentieth if it is more.
  /// - Parameter time: The real time after which no further order begins; by default there is no such limit.
  /// - Parameter mustComplete: Whether the test fails if the limit is too small for all orders with so many switches.
  public static func allOrders(
    switches: Int = 2, atMost limit: Int = 10_000, within time: Duration? = nil, mustComplete: Bool = false
  ) -> Cases {
    Cases(kind: .orders(OrderLimits(switches: switches, orders: limit, time: time, mustComplete: mustComplete)))
  }
  /// Runs the test in every order with up to two switches, and in some of the others; see
  /// ``allOrders(switches:atMost:within:mustComplete:)``.
  public static var allOrders: Cases { allOrders() }

  /// Repeats one case.
  ///
  /// - Parameter text: The text that a failure names after `again:`.
  public static func again(_ text: String) -> Cases { Cases(kind: .repeated(text)) }

  private init(kind: Kind) { self.kind = kind }
}

/// The limits of a search of all orders.
struct OrderLimits: Sendable {
  var switches: Int, orders: Int
  var time: Duration?
  var mustComplete = false
}

/// A list of choices as a short text: one digit or letter for each choice below 35, and before the list the number of
/// frames if all rows were counted, or a `P` if the order at equal instants is the first choice: `7f3`, `6-7f3`,
/// `P37f3`.
///
/// The text of an order has two digits for each switch, the choices before it that are 0, and its own: `O71` takes the
/// second of the turns at the eighth choice. `R5` is the fifth order that is drawn.
struct CaseText: Hashable {
  var list: [Int]
  /// The number of frames, if all rows of so many frames are counted.
  var frames: Int?
  /// Whether the first choice is the order at equal instants.
  var permutes = false
  /// Whether choices decide each turn at equal instants.
  var takesTurns = false
  /// The number of an order that is drawn.
  var drawn: Int?

  init(_ list: [Int], frames: Int?, permutes: Bool, takesTurns: Bool) {
    self.list = Choices.trimmed(list)
    self.frames = frames
    self.permutes = permutes
    self.takesTurns = takesTurns
  }
  /// The text of a case that is about to run.
  init(of choices: Choices, frames: Int?, permutes: Bool, takesTurns: Bool) {
    self.init(choices.start, frames: frames, permutes: permutes, takesTurns: takesTurns)
    drawn = choices.drawnOrder
  }
  /// The choices that repeat the case.
  var choices: Choices { drawn.map { Choices(drawingTurns: $0) } ?? Choices(repeating: list) }

  /// Reads a text; `nil` if it is not one.
  init?(_ text: String) {
    var rest = text.utf8[...]
    if let dash = rest.firstIndex(of: UInt8(ascii: "-")) {
      guard let number = Int(Substring(rest[..<dash])), RowGenerator.lengths.contains(number) else { return nil }
      frames = number
      rest = rest[rest.index(after: dash)...]
    }
    if rest.first == UInt8(ascii: "P") {
      permutes = true
      rest.removeFirst()
    } else if rest.first == UInt8(ascii: "O") {
      takesTurns = true
      rest.removeFirst()
    } else if rest.first == UInt8(ascii: "R") {
      guard let number = Int(Substring(rest.dropFirst())), number > 0 else { return nil }
      takesTurns = true
      drawn = number
      list = []
      return
    }
    list = []
    if rest.isEmpty { return nil }
    if takesTurns, Array(rest) == [UInt8(ascii: "0")] { return }
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
    if takesTurns {
      if list.count % 2 == 1 || list.contains(where: { $0 > 1_000_000 }) { return nil }
      list = stride(from: 0, to: list.count, by: 2).flatMap { [list] place in
        Array(repeating: 0, count: list[place]) + [list[place + 1]]
      }
    }
  }

  var text: String {
    if let drawn { return "R\(drawn)" }
    return (frames.map { "\($0)-" } ?? "") + (permutes ? "P" : takesTurns ? "O" : "")
      + (list.isEmpty ? "0" : (takesTurns ? switches : list).map(Self.digits).joined())
  }
  /// For each choice that is not 0, the number of those before it that are, and the choice.
  private var switches: [Int] {
    var switches: [Int] = [], zeros = 0
    for choice in list {
      if choice > 0 { switches += [zeros, choice] }
      zeros = choice > 0 ? 0 : zeros + 1
    }
    return switches
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
  var cases: Int?
  /// The share of the cases that run: `MARBLES_SHARD=3/8` is the third of eight.
  var share: (number: Int, count: Int)?
  /// A sentence about a variable that cannot be read.
  private(set) var problem: String?
  /// The number of actions after which shrinking stops. Each case counts as a hundred actions more.
  var effort = 300_000

  init(cases: String?, share: String?) {
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

  static let environment = CaseSettings(
    cases: Files.environment("MARBLES_CASES"), share: Files.environment("MARBLES_SHARD"))
}

extension StringProtocol {
  var trimmingEnd: String { last == " " ? String(dropLast()) : String(self) }
}
