// Checks the laws of the operators of some files of Pipes, as a user checks those of an own operator: `checkLaws` and
// nothing else. `Tools/Scripts/mutate --laws` builds it with planted faults. It prints the number of symbols in the
// first row that breaks a law, and ends with 1 if there is one.
import Marbles
import Pipes
import VirtualTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct Subject {
  /// The file of the operator, without its ending.
  let file: String
  let problem: () throws -> String?

  init<P: Publisher>(_ file: String, except: Set<OperatorLaw> = [], _ build: @escaping (LawSource<Int>) -> P) {
    self.file = file
    problem = {
      var first: String?
      try checkLaws(except: except, report: { first = first ?? $0.text }, build)
      return first
    }
  }
}

typealias Source = LawSource<Int>
func later(_ source: Source) -> some Publisher<Int, LawFailure> {
  source.test.cold("-7|").map { _ in 7 }.setFailureType(to: LawFailure.self)
}
func just(_ value: Int) -> Publishers.SetFailureType<Just<Int>, LawFailure> {
  Just(value).setFailureType(to: LawFailure.self)
}

let timed: Set<OperatorLaw> = [.everyDemand, .timers]
var subjects: [Subject] = [
  Subject("Buffer", except: [.completionWithoutDemand]) {
    $0.buffer(size: 20, prefetch: .keepFull, whenFull: .dropNewest)
  },
  Subject("Buffer", except: [.completionWithoutDemand]) {
    $0.buffer(size: 20, prefetch: .byRequest, whenFull: .dropOldest)
  },
  Subject("Buffer", except: [.completionWithoutDemand]) {
    $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
  },
  Subject("Buffer", except: [.completionWithoutDemand, .everyDemand]) {
    $0.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)
  },
  Subject("Buffer", except: [.completionWithoutDemand, .everyDemand]) {
    $0.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
  },
  Subject("Buffer", except: [.completionWithoutDemand, .everyDemand]) {
    $0.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { LawFailure() })
  },
  Subject("Merger") { $0.flatMap { just($0) } },
  Subject("Merger", except: [.everyDemand]) { source in
    let inner = later(source)
    return source.flatMap { _ in inner }
  },
  Subject("Merger") { source in source.concatMap { just($0) } },
  Subject("FlatMap") { $0.flatMap { just($0) } },
  Subject("SwitchToLatest", except: [.everyDemand, .initialValues]) { $0.map { just($0) }.switchToLatest() },
  Subject("SwitchToLatest", except: [.everyDemand, .initialValues]) { source in
    let inner = source.other()
    return source.map { _ in inner }.switchToLatest()
  },
  Subject("CollectByTime", except: timed) { $0.collect(.byTime($0.scheduler, $0.frames(2))) },
  Subject("CollectByTime", except: timed) { $0.collect(.byTimeOrCount($0.scheduler, $0.frames(2), 2)) },
  Subject("CollectByCount") { $0.collect(2) },
  Subject("Collect") { $0.collect() },
  Subject("Merger") { $0.replaceError(with: 4).flatMap { Just($0) } },
  Subject("Merger", except: [.order]) { $0.merge(with: $0.other()) },
  Subject("Merger", except: [.order]) { source in
    let inner = source.other()
    return source.flatMap { _ in inner }
  },
  Subject("Merger", except: [.progress]) { source in
    let inner = source.other()
    return source.flatMap(maxPublishers: .max(1)) { _ in inner }
  },
  Subject("Merge+Arities", except: [.order]) { $0.merge(with: $0.other(), $0.other()) },
  Subject("Merge+Arities", except: [.order]) { $0.merge(with: $0.other(), $0.other(), $0.other()) },
  Subject("Merge+Arities", except: [.order]) { $0.merge(with: $0.other(), $0.other(), $0.other(), $0.other()) },
  Subject("Merge+Arities", except: [.order]) {
    $0.merge(with: $0.other(), $0.other(), $0.other(), $0.other(), $0.other())
  },
  Subject("Merge+Arities", except: [.order]) {
    $0.merge(with: $0.other(), $0.other(), $0.other(), $0.other(), $0.other(), $0.other())
  },
  Subject("Merge+Arities", except: [.order]) {
    $0.merge(with: $0.other(), $0.other(), $0.other(), $0.other(), $0.other(), $0.other(), $0.other())
  },
  Subject("Throttle", except: timed) { $0.throttle(for: $0.frames(2), scheduler: $0.scheduler, latest: true) },
  Subject("Throttle", except: timed) { $0.throttle(for: $0.frames(2), scheduler: $0.scheduler, latest: false) },
  Subject("Race") { $0.race(with: $0.other()) },
  Subject("Timeout", except: timed) { $0.timeout($0.frames(3), scheduler: $0.scheduler) },
  Subject("Debounce", except: timed) { $0.debounce(for: $0.frames(2), scheduler: $0.scheduler) },
  Subject("Output") { $0.output(in: 1...2) },
  Subject("Output") { $0.prefix(2) },
  Subject("Output") { $0.output(at: 1) },
  Subject("Drop") { $0.dropFirst(1) },
  Subject("DropWhile") { $0.drop { $0 == 1 } },
  Subject("TryDropWhile") { $0.tryDrop { $0 == 1 } },
  Subject("PrefixWhile") { $0.prefix { $0 < 3 } },
  Subject("TryPrefixWhile") { $0.tryPrefix { $0 < 3 } },
  Subject("HandleEvents") { $0.handleEvents() },
  Subject("HandleEvents") {
    $0.handleEvents(
      receiveSubscription: { _ in }, receiveOutput: { _ in }, receiveCompletion: { _ in }, receiveCancel: {},
      receiveRequest: { _ in })
  },
  Subject("Retry") { $0.retry(1) },
  Subject("Catch", except: [.failure]) { $0.catch { _ in just(5) } },
  Subject("TryCatch", except: [.failure]) { $0.tryCatch { _ in just(5) } },
  Subject("Zip") { $0.zip($0.other()) { $0 + $1 } },
  Subject("Zip") { $0.zip([4, 5, 6].publisher.setFailureType(to: LawFailure.self)) },
  Subject("CombineLatest", except: [.everyDemand, .completionWithoutDemand]) { $0.combineLatest(just(4)) { $0 + $1 } },
  Subject("Repeat", except: [.completionWithoutDemand]) { $0.repeat(2) },
  Subject("Repeat", except: [.completionWithoutDemand]) { $0.repeat(1) },
  Subject("PrefixThrough") { $0.prefix(while: { $0 < 3 }, behavior: .inclusive) },
  Subject("PrefixThrough") { $0.prefix(while: { $0 < 3 }, behavior: .exclusive) },
  Subject("ReplaceEmpty") { $0.replaceEmpty(with: 4) },
  Subject("Concatenate") { $0.append(just(4)) },
  Subject("Concatenate") { $0.prepend(just(4)) },
  Subject("Concatenate") { $0.append($0.other()) },
  Subject("RemoveDuplicates") { $0.removeDuplicates() },
  Subject("TryRemoveDuplicates") { $0.tryRemoveDuplicates { $0 == $1 } },
  Subject("Last") { $0.last() },
  Subject("First") { $0.first() },
  Subject("First") { $0.first { $0 > 1 } },
  Subject("TryFirstWhere") { $0.tryFirst { $0 > 1 } },
  Subject("TryLastWhere") { $0.tryLast { $0 > 1 } },
  Subject("Contains") { $0.contains(2) },
  Subject("TryContainsWhere") { $0.tryContains { $0 == 2 } },
  Subject("Comparison") { $0.max() },
  Subject("TryComparison") { $0.tryMax { $0 < $1 } },
  Subject("TryScan") { $0.tryScan(0) { $0 + $1 } },
  Subject("TryMap") { $0.tryMap { $0 } },
  Subject("TryFilter") { $0.tryFilter { $0 > 1 } },
  Subject("TryCompactMap") { $0.tryCompactMap { $0 } },
  Subject("Reduce") { $0.reduce(0) { $0 + $1 } },
  Subject("TryReduce") { $0.tryReduce(0) { $0 + $1 } },
  Subject("ReceiveOn", except: [.timers]) { $0.receive(on: $0.scheduler) },
  Subject("Delay", except: [.timers]) { $0.delay(for: $0.frames(2), scheduler: $0.scheduler) },
  Subject("MeasureInterval", except: [.everyDemand]) { $0.measureInterval(using: $0.scheduler).map { $0.nanoseconds } },
  Subject("GroupBy", except: [.everyDemand]) { $0.groupBy { $0 }.map(\.key) },
  Subject("Distinct") { $0.distinct() },
  Subject("Pairwise") { $0.pairwise() },
]

var arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--list" {
  for file in Set(subjects.map(\.file)).sorted() { print(file) }
  exit(0)
}
var failed = false
for subject in subjects where arguments.isEmpty || arguments.contains(subject.file) {
  guard let text = try subject.problem() else { continue }
  failed = true
  let row = text.split(separator: "\n").first { $0.hasPrefix("  source") } ?? ""
  let symbols = row.split(separator: " ").last.map { $0.count { !"-()[]".contains($0) } } ?? 0
  print("\(subject.file): \(symbols) symbols: \(text)")
  if !arguments.isEmpty { break }
}
exit(failed ? 1 : 0)
