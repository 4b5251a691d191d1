import Pipes
import VirtualTime

/// A parameter of your own operator: its form in a spec, and the type of the argument in your closure.
public struct SpecParameter<Bound>: Sendable {
  let base: Parameter<Bound>

  /// Returns the same parameter, which a spec may omit.
  ///
  /// - Parameter fallback: The argument if a spec omits it.
  public func optional(_ fallback: @escaping @Sendable @autoclosure () -> Bound) -> SpecParameter {
    SpecParameter(base: base.optional(fallback()))
  }

  init(base: Parameter<Bound>) { self.base = base }
  /// Creates a parameter that converts the argument of another one.
  fileprivate init<Inner>(_ inner: Parameter<Inner>, _ outer: @escaping @Sendable (Inner) -> Bound) {
    base = Parameter(info: inner.info) { outer(try inner.convert($0, $1)) }
  }
}

extension SpecParameter<SpecValue> {
  /// A value.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func value(_ label: String = "") -> SpecParameter {
    SpecParameter(Parameter<Carried>.value(label)) { SpecValue($0) }
  }
}
extension SpecParameter<Int> {
  /// An integer.
  ///
  /// - Parameters:
  ///   - label: The label that a spec writes before the argument; empty for none.
  ///   - least: The smallest integer that a spec may write; a smaller one is an error.
  public static func integer(_ label: String = "", atLeast least: Int = .min) -> SpecParameter {
    SpecParameter(base: .integer(label, atLeast: least))
  }
}
extension SpecParameter<Bool> {
  /// `true` or `false`.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func bool(_ label: String = "") -> SpecParameter { SpecParameter(base: .bool(label)) }
}
extension SpecParameter<VirtualInstant.Stride> {
  /// A duration such as `300ms`, or an integer, which counts frames.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func duration(_ label: String = "") -> SpecParameter { SpecParameter(base: .duration(label)) }
}
extension SpecParameter<SpecScheduler> {
  /// The virtual scheduler, labeled `scheduler`. A spec may omit it.
  public static var scheduler: SpecParameter { SpecParameter(base: .scheduler) }
}
extension SpecParameter<AnyPublisher<SpecValue, SpecFailure>> {
  /// A stream.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func stream(_ label: String = "") -> SpecParameter {
    SpecParameter(Parameter<SpecPublisher>.stream(label)) { $0.own }
  }
}
extension SpecParameter<AnyPublisher<Bool, SpecFailure>> {
  /// A stream of `true` and `false`. Any other value stops the run with a problem.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func bools(_ label: String = "") -> SpecParameter { SpecParameter(base: .bools(label)) }
}
extension SpecParameter<(SpecValue) -> SpecValue> {
  /// A closure that returns a value for a value, such as `{ $0 * 2 }`.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func transform(_ label: String = "") -> SpecParameter {
    SpecParameter(closure(.value, label)) { closure in { SpecValue(closure($0.carried)) } }
  }
}
extension SpecParameter<(SpecValue) -> Bool> {
  /// A closure that returns `true` or `false` for a value, such as `{ $0 > 2 }`.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func condition(_ label: String = "") -> SpecParameter {
    SpecParameter(closure(.bool, label)) { closure in { closure($0.carried) } }
  }
}
extension SpecParameter<(SpecValue) -> AnyPublisher<SpecValue, SpecFailure>> {
  /// A closure that returns a stream for a value, such as `{ v in other.map { $0 + v } }`.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func streams(_ label: String = "") -> SpecParameter {
    SpecParameter(closure(.stream, label)) { closure in { closure($0.carried).own } }
  }
}
extension SpecParameter<(SpecValue, SpecValue) -> SpecValue> {
  /// A closure that returns a value for two values, such as `{ $0 + $1 }`.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func combination(_ label: String = "") -> SpecParameter {
    SpecParameter(closure2(.value, label)) { closure in { SpecValue(closure($0.carried, $1.carried)) } }
  }
}
extension SpecParameter<(SpecValue, SpecValue) -> Bool> {
  /// A closure that compares two values, such as `{ $0 == $1 }`.
  ///
  /// - Parameter label: The label that a spec writes before the argument; empty for none.
  public static func comparison(_ label: String = "") -> SpecParameter {
    SpecParameter(closure2(.bool, label)) { closure in { closure($0.carried, $1.carried) } }
  }
}

extension SpecPublisher {
  /// The same stream with the types that operators of others use.
  var own: AnyPublisher<SpecValue, SpecFailure> { map { SpecValue($0) }.eraseToAnyPublisher() }
}
