// The memory model of a run of Tools/Scripts/interleave: that of C11 and of Swift's atomics, with these limits.
// Stores enter the order of modification as they are executed, and a load returns a store that was executed before
// it, so a store never takes effect before an earlier load of its thread. Sequentially consistent operations are
// ordered a little more than the standard requires.
//
// 1. A clock has one counter for each thread. An event happens before another one if the clock of the later event has
//    reached the counter of the thread of the earlier one.
// 2. A store carries a message: the clock that a load with acquiring ordering joins to that of its thread. A
//    releasing store carries the clock of its thread, a relaxed store nothing. An operation that reads and writes
//    adds to the message of the store that it replaces.
// 3. A load returns any store that is not older than the newest one that its thread has seen, or that any thread has
//    seen before, in the sense of 1. Operations that write read the newest store; a comparison that fails may return
//    an older one, and a weak one may fail although the values are equal.
// 4. `choose` decides which one: option 0 is the newest store, the others are older. The harness repeats a run by
//    repeating its choices.
// 5. A lock carries the clock of the thread that released it last. The start and the end of a thread are ordered with
//    the thread `main`, which prepares and verifies a trial.
import Synchronization

extension Interleaving {
  package typealias Clock = SIMD8<UInt32>
  /// The thread that prepares and verifies; the threads of a run are 0 to 6.
  package static let main = 7
  /// The running thread.
  nonisolated(unsafe) package static var thread = main
  nonisolated(unsafe) static var clocks = [Clock](repeating: Clock(), count: 8)
  /// The number of the trial. Clocks of earlier trials mean nothing.
  nonisolated(unsafe) static var trial: UInt32 = 0
  /// Called when a load may return one of several stores: chooses among that number of options. `nil` while no
  /// threads run.
  nonisolated(unsafe) package static var choose: ((Int) -> Int)?
  /// The unordered accesses of this trial.
  nonisolated(unsafe) package static var findings: [String] = []

  /// Begins a trial: everything before it happened before everything in it.
  package static func begin() {
    trial += 1
    clocks = [Clock](repeating: Clock(), count: 8)
    (thread, findings) = (main, [])
    tick()
  }
  /// Orders the start of the threads after the thread `main`.
  package static func fork(_ threads: Int) {
    for thread in 0..<threads {
      clocks[thread] = clocks[main]
      clocks[thread][thread] += 1
    }
    tick()
  }
  /// Orders the thread `main` after the end of the threads.
  package static func join(_ threads: Int) {
    for thread in 0..<threads { clocks[main].join(clocks[thread]) }
    thread = main
    tick()
  }
  static func report(_ finding: String) { if !findings.contains(finding) { findings.append(finding) } }
  static var now: Clock {
    get { clocks[thread] }
    set { clocks[thread] = newValue }
  }
  static func tick() { clocks[thread][thread] += 1 }
}
extension Interleaving.Clock {
  package mutating func join(_ other: Self) { self = pointwiseMax(self, other) }
  /// Whether one of the events that this clock notes, one of each thread, happens before the other clock. Zero notes
  /// no event.
  func notesAnEvent(before other: Self) -> Bool { any((self .!= 0) .& (self .<= other)) }
}

extension Interleaving {
  /// The order that an operation makes between threads.
  package struct Order: Hashable, CustomStringConvertible {
    package var acquires = false
    package var releases = false
    package var isTotal = false
    package init(acquires: Bool = false, releases: Bool = false) {
      (self.acquires, self.releases) = (acquires, releases)
    }
    package var description: String {
      isTotal
        ? "sequentiallyConsistent"
        : acquires ? (releases ? "acquiringAndReleasing" : "acquiring") : releases ? "releasing" : "relaxed"
    }
    /// The orders that order less, the weakest first.
    package var weaker: [Order] {
      var all: [Order] = []
      if acquires || releases || isTotal { all.append(Order()) }
      if (acquires && releases) || isTotal { all += [Order(acquires: true), Order(releases: true)] }
      if isTotal { all.append(Order(acquires: true, releases: true)) }
      return all
    }
  }
  /// An atomic operation in the source.
  package struct Site: Hashable {
    package let operation: StaticString
    package let file: StaticString
    package let function: StaticString
    package let line: UInt
    @usableFromInline package init(
      _ operation: StaticString, _ file: StaticString, _ function: StaticString, _ line: UInt
    ) {
      (self.operation, self.file, self.function, self.line) = (operation, file, function, line)
    }
    private static func isSame(_ a: StaticString, _ b: StaticString) -> Bool {
      a.utf8Start == b.utf8Start || a.description == b.description
    }
    package static func == (a: Site, b: Site) -> Bool {
      a.line == b.line && isSame(a.operation, b.operation) && isSame(a.file, b.file)
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(line) }

    private func effective(_ order: Order) -> Order {
      visit?(self, order)
      if let weakened, weakened.site == self { return weakened.order }
      return order
    }
    @usableFromInline package func effective(_ ordering: AtomicLoadOrdering) -> Order {
      var order = Order(acquires: ordering != .relaxed)
      order.isTotal = ordering == .sequentiallyConsistent
      return effective(order)
    }
    @usableFromInline package func effective(_ ordering: AtomicStoreOrdering) -> Order {
      var order = Order(releases: ordering != .relaxed)
      order.isTotal = ordering == .sequentiallyConsistent
      return effective(order)
    }
    @usableFromInline package func effective(_ ordering: AtomicUpdateOrdering) -> Order {
      var order = Order(
        acquires: ordering != .relaxed && ordering != .releasing,
        releases: ordering != .relaxed && ordering != .acquiring)
      order.isTotal = ordering == .sequentiallyConsistent
      return effective(order)
    }
  }
  /// The operation whose ordering is weakened, as a planted fault.
  nonisolated(unsafe) package static var weakened: (site: Site, order: Order)?
  /// Called for each operation, to list them.
  nonisolated(unsafe) package static var visit: ((Site, Order) -> Void)?
  /// The clock of all sequentially consistent operations.
  nonisolated(unsafe) private static var total = HandedClock()

  /// The clock that a store or a lock hands on. In a later trial it is empty.
  struct HandedClock {
    private var clock = Clock()
    private var trial: UInt32 = 0
    var isEmpty: Bool { trial != Interleaving.trial || clock == Clock() }
    func receive() { if trial == Interleaving.trial { now.join(clock) } }
    mutating func add() {
      if trial != Interleaving.trial { (clock, trial) = (Clock(), Interleaving.trial) }
      clock.join(now)
    }
    mutating func replace() { (clock, trial) = (now, Interleaving.trial) }
  }
  fileprivate static func start(_ order: Order) {
    tick()
    if order.isTotal { total.receive() }
  }
  /// The next event of the thread is a later one, so that another thread that acquires this one is not ordered after
  /// the next.
  fileprivate static func finish(_ order: Order) {
    if order.isTotal { total.add() }
    tick()
  }

  /// An event of the running thread.
  package struct ThreadEvent {
    private let source = Interleaving.thread
    private let time = Interleaving.now[Interleaving.thread]
    private let trial = Interleaving.trial
    package init() {}
    /// Whether the event happened before what the running thread does now.
    package var isBefore: Bool { trial != Interleaving.trial || time <= now[source] }
  }

  /// Orders what the threads do that call it, as the lock of an object does that is not part of the engine.
  @usableFromInline package final class Lock {
    private var message = HandedClock()
    @usableFromInline package init() {}
    @usableFromInline package func acquire() {
      changes += 1
      message.receive()
    }
    @usableFromInline package func release() {
      changes += 1
      message.add()
      tick()
    }
  }

  /// The stores of one atomic, in the order of modification.
  final class History<Value: Equatable> {
    private struct Store {
      var value: Value
      /// The times at which the threads saw the store first; zero for a thread that has not seen it.
      var seen = Clock()
      var message = HandedClock()
    }
    private var stores: [Store]
    private var trial = Interleaving.trial
    init(_ value: Value) {
      stores = [Store(value: value)]
      see(0)
    }
    private var last: Int { stores.count - 1 }
    private func see(_ place: Int) { if stores[place].seen[thread] == 0 { stores[place].seen[thread] = now[thread] } }
    /// Begins an operation. Forgets the stores that no thread can return any more.
    private func start(_ order: Order) {
      Interleaving.start(order)
      if trial != Interleaving.trial { (trial, stores) = (Interleaving.trial, [Store(value: stores[last].value)]) }
      if choose == nil, stores.count > 1 { stores.removeFirst(last) }
    }
    /// The oldest store that may be returned.
    private var oldest: Int { stores.lastIndex { $0.seen.notesAnEvent(before: now) } ?? 0 }

    func load(_ order: Order) -> Value {
      start(order)
      defer { finish(order) }
      return read(older { order.acquires || $0 != stores[last].value }, order)
    }
    /// Chooses the newest store or one of the older ones for which the condition holds.
    private func older(_ isOption: (Value) -> Bool) -> Int {
      guard let choose, case let oldest = oldest, oldest < last else { return last }
      let options = (oldest..<last).reversed().filter { isOption(stores[$0].value) }
      if options.isEmpty { return last }
      let choice = choose(options.count + 1)
      return choice == 0 ? last : options[choice - 1]
    }
    private func read(_ place: Int, _ order: Order) -> Value {
      see(place)
      if order.acquires { stores[place].message.receive() }
      return stores[place].value
    }
    func store(_ value: Value, _ order: Order) {
      start(order)
      append(Store(value: value), order)
      finish(order)
    }
    private func append(_ store: Store, _ order: Order) {
      var store = store
      if order.releases { store.message.add() }
      stores.append(store)
      see(last)
    }
    private func replace(_ value: Value, _ order: Order) {
      _ = read(last, order)
      append(Store(value: value, message: stores[last].message), order)
    }
    func change(_ order: Order, _ new: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
      start(order)
      defer { finish(order) }
      let old = stores[last].value, value = new(old)
      replace(value, order)
      return (old, value)
    }
    func compareExchange(
      _ expected: Value, _ desired: Value, _ order: Order, mayFailForNoReason: Bool
    ) -> (exchanged: Bool, original: Value) {
      start(order)
      defer { finish(order) }
      let place = older { $0 != expected && (order.acquires || $0 != stores[last].value) }
      if place == last, stores[last].value == expected {
        if mayFailForNoReason, let choose, choose(2) == 1 { return (false, read(last, order)) }
        replace(desired, order)
        return (true, expected)
      }
      return (false, read(place, order))
    }
  }
}
