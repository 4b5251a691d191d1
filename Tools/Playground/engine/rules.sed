# What turns a copy of the sources into Embedded Swift: rules for sed -E, each for one thing that Embedded Swift lacks.

# --- Everything is specialized, also what a build with run-time generics leaves alone.
/^ *@_semantics\("optimize\.sil\.specialize\.generic\.never"\)$/d

# --- The engine is one module: what is specialized for each other has to be compiled together.
s/^( *import Pipes)Core$/\1/

# --- No reflection, no coding, no Any: whole declarations go.
/playgroundDescription: Any/d
/^ *extension .*: *[A-Za-z, ]*(Codable|Encodable|Decodable)\b.*\{ *\}$/d
/^extension .*: *[A-Za-z, ]*(Codable|Encodable|Decodable)\b.*\{$/,/^\}$/d
s/\bCodable\b/MaybeCodable/g
/enum [A-Za-z]+: String, CodingKey\b/d
s/String\(describing: /Pipes.name(of: /g
s/"\\\(recording\.output\)"/Pipes.name(of: recording.output)/

# --- No weak references: a strong one. The module runs one spec and is then made anew.
s/\bweak (var|let) /\1 /g
s/\[weak ([a-z]+)\]/[\1 = Optional(\1)]/g
s/\[unowned ([a-z]+)\]/[\1]/g

# --- No key paths: closures.
s/(^|[^\\])\\\.self\b/\1{ $0 }/g
s/(^ *|[(,:] ?)\\\.([A-Za-z0-9_][A-Za-z0-9_.?]*)/\1{ $0.\2 }/g

# --- No existentials of structures: any error is a box.
s/\bany Error\b/Thrown/g
s/\$0 as Thrown/thrown($0)/g

# --- No casts to protocols.
s/\(scheduler as\? any MovableTimers\)\.flatMap \{ RestartableTimer\.timer\(on: \$0, interval, action\) \}/scheduler.movable(after: interval, action)/
s/\(base as\? any MovableTimers\)\.flatMap \{ Self\.timer\(on: \$0, interval, action\) \}/base.movable(after: interval, action)/
/^  private static func timer<Moving: MovableTimers>/,/^  \}$/d
s/(upstream|suffix) is any SendingOnRequest \? nil : link/link/

# --- Classes only behind `any Cancellable`.
s/^public protocol Cancellable \{/public protocol Cancellable: AnyObject {/
s/init<C: Cancellable>\(_ canceller: C\)/init(_ canceller: any Cancellable)/
s/^public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible \{/public protocol Subscription: Cancellable {/
s/^public protocol Scheduler<SchedulerTimeType> \{/&\
  func movable(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (any MovableTimer)?/
s/^@usableFromInline package protocol MovableTimer\b/public protocol MovableTimer/
s/^@usableFromInline package final class NumberedAction\b/public final class NumberedAction/
s/if let erased = publisher as\? AnyPublisher \{ self = erased \} else \{ (.*) \}$/\1/


# --- No tasks, and nothing that throws any error.
/^public func explore</,/^\}$/d
/^public struct Exploration</,/^\}$/d

# --- Small rather than fast: the optimizer says what is inlined, but for `receive(subscriber:)`, whose types it would not specialize then.
/\b(func|var)\b/s/@inline\(__always\) ?//
