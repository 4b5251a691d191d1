#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
#endif

/// The functions in which a suspended task waits, which are not on the stack of any thread.
///
/// A task has the context of its innermost function at a fixed offset, which the compiler knows, too. Each context
/// begins with two pointers: the context of the caller, and the place at which the caller continues. They are read by
/// way of a file, so that an address which is wrong in another runtime gives no name instead of a crash.
enum SuspendedTask {
  private static let offsetOfContext: UInt = 64
  private static let depth = 64
  /// The place of the pointer to the first record of a task's state.
  private static let offsetOfRecord: UInt = 104
  /// The kind of a record that has the name of a task.
  private static let nameKind: UInt = 6

  /// The places at which the functions continue, the innermost function first.
  static func addresses(of task: UInt) -> [UInt] {
    guard let memory = Memory() else { return [] }
    defer { memory.end() }
    // In front of the context is the place at which the task itself continues.
    var found = memory.words(at: task &+ offsetOfContext &- 8).map { [$0.0] } ?? []
    var context = memory.words(at: task &+ offsetOfContext)?.0
    while found.count < depth, let place = context, let (caller, resumption) = memory.words(at: place) {
      found.append(resumption)
      context = caller
    }
    return found
  }
  /// The name of a task, which is in one of its records. Each of them begins with its kind and the next record.
  static func name(of task: UInt) -> String? {
    guard let memory = Memory() else { return nil }
    defer { memory.end() }
    return record(of: task, kind: nameKind, memory).flatMap { memory.words(at: $0) }.flatMap { memory.text(at: $0.0) }
  }
  /// The place of the contents of the first record of a kind.
  private static func record(of task: UInt, kind wanted: UInt, _ memory: Memory) -> UInt? {
    var record = memory.words(at: task &+ offsetOfRecord)?.0
    for _ in 0..<depth {
      guard let place = record, let (kind, next) = memory.words(at: place) else { return nil }
      if kind & 0xff == wanted { return place &+ 16 }
      record = next
    }
    return nil
  }
  /// The kind of a record that says what the task waits for. It has the object, and the kind of the wait.
  private static let waitKind: UInt = 0
  /// The reason why a task is suspended; `nil` if it is not.
  static func wait(of task: UInt) -> TaskWait? {
    guard let memory = Memory() else { return nil }
    defer { memory.end() }
    guard let place = record(of: task, kind: waitKind, memory), let object = memory.words(at: place)?.0,
      let kind = memory.words(at: place &+ 16)?.0
    else { return nil }
    switch kind & 0xff {
    case 1: return .task(object)
    case 2: return .continuation
    case 3: return .group
    case 4: return .turn
    default: return nil
    }
  }
  /// Whether the task with a number still exists at an address: its memory begins with the type that another task
  /// has, and contains one half of the number.
  static func isTask(_ address: UInt, _ number: UInt64, like other: UInt) -> Bool {
    guard let memory = Memory() else { return false }
    defer { memory.end() }
    guard let type = memory.words(at: address)?.0, type == memory.words(at: other)?.0,
      let word = memory.words(at: address &+ offsetOfKind)?.0
    else { return false }
    return word & 0xff == 0 && word >> 32 == UInt(truncatingIfNeeded: number) & 0xffff_ffff
  }

  /// The kinds of a job that runs the tasks which wait for an actor, and of one that lets a task go on, as for
  /// `Task.yield()`. Behind the fields of every job the first has the actor, the second a task and the one that goes on.
  private static let actorKind: UInt = 193, continuationKinds: ClosedRange<UInt> = 194...199
  private static let offsetOfKind: UInt = 32, offsetOfNext: UInt = 16, offsetOfActor: UInt = 64,
    offsetOfContinuation: UInt = 72
  /// The places in an actor and in the description of its class.
  private static let offsetOfNewest: UInt = 40, offsetOfFirst: UInt = 64, offsetOfDescription: UInt = 40

  /// The address of the actor for whose tasks a job is; `nil` where it is another job.
  static func actor(ofJob job: UInt) -> UInt? {
    guard let memory = Memory() else { return nil }
    defer { memory.end() }
    guard let kind = memory.words(at: job &+ offsetOfKind)?.0, kind & 0xff == actorKind else { return nil }
    return memory.words(at: job &+ offsetOfActor)?.0
  }
  /// The addresses of the tasks that wait for an actor, in the order in which they run; none where it is no actor.
  ///
  /// The actor has a queue, and a list of what came since its last job, the newest first. More urgent tasks run
  /// earlier.
  static func tasks(waitingFor actor: UInt) -> [UInt] {
    guard let memory = Memory() else { return [] }
    defer { memory.end() }
    guard isActor(actor, memory) else { return [] }
    func chain(_ first: UInt) -> [(address: UInt, priority: UInt)] {
      var found: [(UInt, UInt)] = [], next = memory.words(at: first)?.0
      while found.count < depth, let task = next.map({ $0 & ~7 }), task != 0,
        let kind = memory.words(at: task &+ offsetOfKind)?.0, kind & 0xff == 0
      {
        found.append((task, kind >> 8 & 0xff))
        next = memory.words(at: task &+ offsetOfNext)?.0
      }
      return found
    }
    let tasks = chain(actor &+ offsetOfFirst) + chain(actor &+ offsetOfNewest).reversed()
    return tasks.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
      .map(\.element.address)
  }
  /// The address of the task that a job lets go on; `nil` where the job is of another kind.
  static func continuation(ofJob job: UInt) -> UInt? {
    guard let memory = Memory() else { return nil }
    defer { memory.end() }
    guard let kind = memory.words(at: job &+ offsetOfKind)?.0, continuationKinds.contains(kind & 0xff),
      let task = memory.words(at: job &+ offsetOfContinuation)?.0,
      let own = memory.words(at: task &+ offsetOfKind)?.0, own & 0xff == 0
    else { return nil }
    return task
  }
  /// Whether an address is that of an actor: its class is described as one.
  private static func isActor(_ address: UInt, _ memory: Memory) -> Bool {
    guard let type = memory.words(at: address)?.0,
      let description = memory.words(at: type &+ offsetOfDescription)?.0,
      let flags = memory.words(at: description & ~7)
    else { return false }
    let own = description % 8 == 0 ? flags.0 : flags.0 >> 32
    // A class, that is an actor without an executor of its own.
    return own & 0x1f == 16 && own >> 24 & 1 == 1
  }

  #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    private struct Memory {
      private let file: CInt
      init?() {
        file = open("/proc/self/mem", O_RDONLY)
        if file < 0 { return nil }
      }
      func end() { close(file) }
      func words(at place: UInt) -> (UInt, UInt)? {
        var words: (UInt, UInt) = (0, 0)
        let size = MemoryLayout.size(ofValue: words)
        guard place != 0, place % 8 == 0, pread(file, &words, size, Int(bitPattern: place)) == size else {
          return nil
        }
        return words
      }
      /// A text of at most 100 bytes that ends with a zero.
      func text(at place: UInt) -> String? {
        var bytes = [UInt8](repeating: 0, count: 101)
        let count = pread(file, &bytes, 100, Int(bitPattern: place))
        guard count > 0, let end = bytes.firstIndex(of: 0), end > 0 else { return nil }
        return String(validating: bytes[..<end], as: UTF8.self)
      }
    }
  #else
    /// Nothing is read where nobody has tried the offsets.
    private struct Memory {
      init?() { return nil }
      func end() {}
      func words(at place: UInt) -> (UInt, UInt)? { nil }
      func text(at place: UInt) -> String? { nil }
    }
  #endif
}
