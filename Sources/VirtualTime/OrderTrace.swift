/// The actions of a run and the objects that they use, as far as the run sees them: tasks, actors with a job, timers,
/// what a scheduler receives for one instant, sources and expectations. Memory that code shares by itself is not seen.
///
/// A number stands for the same action or object in each order. So it comes from the action that has scheduled or
/// created it, never from the one that happens to use it first.
struct OrderTrace {
  enum Kind {
    /// The job of a task.
    case task
    /// The job of an actor, which runs the tasks that wait for it.
    case actor
    /// The end of a sleep.
    case wake
    /// Everything else. Unless it only starts a task, it may use anything that other actions of this kind use.
    case other

    init(name: UInt32) { self = name == Timeline.sleep ? .wake : name == Timeline.task ? .task : .other }
  }
  enum Object: Hashable {
    case task(UInt64)
    case object(ObjectIdentifier)
  }
  private static let anything: UInt64 = 1
  /// All objects about whose creation nothing is known: each of them may be any other one.
  private static let stranger: UInt64 = 2
  /// All actors, for a task that enters one: the run does not see which.
  private static let entrance: UInt64 = 3

  /// The objects that the actions of the turn have used.
  private var uses: Set<UInt64> = []
  private var numbers: [Object: UInt64] = [:]
  /// The actions that have used an object, in order, as one number.
  private var histories: [UInt64: UInt64] = [:]
  private var actions: UInt64 = 0
  /// The jobs of actors for which more tasks may wait than the one that made the job.
  private var crowded: Set<UInt64> = []

  // The action that runs, or the description of the test.
  private var action: UInt64 = 0
  private var kind = Kind.other
  private var owner: UInt64 = 0
  /// The numbers of actions that it has scheduled, and of objects that it has created.
  private var created: UInt64 = 0, found: UInt64 = 0
  private(set) var isInside = false
  /// Whether the action only starts a task.
  var isHarmless = false
  /// Whether it is known where the task is that has run: it sleeps, or has a job.
  private var isAccountedFor = false

  /// Returns the number of an action that the running one schedules.
  mutating func create(_ name: UInt32, _ kind: Kind) -> UInt64 {
    if kind == .wake { isAccountedFor = true }
    created += 1
    return Self.mix(action, created, UInt64(name))
  }
  func number(of object: Object) -> UInt64 { numbers[object] ?? Self.stranger }
  /// Returns the number of an object that the running action creates. An object that had its address before is over.
  @discardableResult mutating func create(_ object: Object) -> UInt64 {
    found += 1
    let number = Self.mix(action, found, 3)
    numbers[object] = number
    return number
  }
  /// Returns the number of a task with a job. It has the first one from the action that has started it.
  mutating func number(ofTask task: UInt64) -> UInt64 { numbers[.task(task)] ?? create(.task(task)) }
  mutating func use(_ object: UInt64) {
    uses.insert(object)
    histories[object] = Self.mix(histories[object] ?? 0, action, object)
  }
  mutating func begin(_ id: UInt64, _ kind: Kind, owner: UInt64, at instant: Int64) {
    (action, created, found, self.kind, self.owner, isInside, isAccountedFor) = (id, 0, 0, kind, owner, true, false)
    isHarmless = false
    actions &+= Self.mix(id, UInt64(bitPattern: instant), 4)
    use(id)
    if owner != 0 { use(owner) }
  }
  /// Called when a task has entered an actor that had no job. In another order another task has made its job.
  mutating func entered() { use(Self.entrance) }
  mutating func resumed(_ task: UInt64, isOwn: Bool) {
    if isOwn || task == owner || kind == .wake { isAccountedFor = true }
  }
  /// `actors` are the jobs of actors that are pending.
  mutating func end(_ actors: () -> [UInt64]) {
    isInside = false
    if kind == .other, !isHarmless { use(Self.anything) }
    guard kind != .other, !isAccountedFor || kind == .actor && crowded.contains(owner) else { return }
    for actor in actors() {
      use(actor)
      crowded.insert(actor)
    }
  }
  mutating func takeUses() -> Set<UInt64> {
    defer { uses = [] }
    return uses
  }
  /// The same for two runs if each object was used by the same actions in the same order.
  var signature: UInt64 {
    histories.reduce(actions) { $0 &+ Self.mix($1.key, $1.value, 5) }
  }

  static func mix(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> UInt64 {
    var mixed: UInt64 = 0x9e37_79b9_7f4a_7c15
    for part in [first, second, third] {
      mixed = (mixed ^ part) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 29) &* 0x94d0_49bb_1331_11eb
      mixed ^= mixed >> 32
    }
    return mixed
  }
}
