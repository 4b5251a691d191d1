#if canImport(Glibc) && arch(x86_64)
  import Glibc
  import PipesCore
  import Synchronization

  /// A hop of a task to an actor, from another one or from none. The runtime enters an actor that is free at once. In a
  /// search of orders the hop is a turn, because on several threads another task may enter first.
  ///
  /// 1. `swift_task_switch` is replaced. It is called by a jump, with the context of the task in a register that no other
  ///    function has, and jumps to the place at which the task goes on. Swift code cannot do that, so the stand-in is a
  ///    page of machine code. It only asks `kind(of:)` and `goal(_:)`.
  /// 2. The task leaves its actor, which others may enter then. It hops to an executor of the kit, which enqueues it as a
  ///    turn of its own, so the runtime does all bookkeeping. In that turn it enters the other actor if that is free.
  /// 3. It does not wait for that actor before its turn: nobody could overtake it there.
  final class TaskHop: SerialExecutor {
    private enum Kind: CUnsignedInt {
      /// The runtime decides.
      case ordinary = 0
      /// The task leaves its actor first.
      case leaving = 1
      /// The task is on no actor, or gives up its executor when it is enqueued.
      case entering = 2
    }
    /// The place at which a task goes on, and the actor.
    private typealias Goal = (function: UInt, actor: Executor)
    private typealias Executor = (identity: UInt, implementation: UInt)
    private typealias Current = @convention(thin) () -> UnownedSerialExecutor

    private static let shared = TaskHop()
    /// The goals of the tasks that hop, by the numbers of the tasks.
    private static let goals = Guarded<[UInt64: Goal]>([:])
    /// The number of runs that search. The machine code reads it.
    private nonisolated(unsafe) static let searches: UnsafeMutablePointer<Atomic<Int>> = {
      let place = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
      place.initialize(to: Atomic(0))
      return place
    }()
    private static let current = Host.function("swift_task_getCurrentExecutor", Current.self)

    static func beginSearch() { searches.pointee.wrappingAdd(1, ordering: .relaxed) }
    static func endSearch() { searches.pointee.wrappingSubtract(1, ordering: .relaxed) }

    private static func kind(of function: UInt, to next: Executor) -> Kind {
      guard next.identity != 0, let run = RunOfThread.current, run.mayHop, let current else { return .ordinary }
      let here = unsafeBitCast(current(), to: Executor.self)
      let (task, prefers) = withUnsafeCurrentTask { ($0.map(RuntimeHooks.taskID(of:)), $0?.unownedTaskExecutor != nil) }
      guard here.identity != next.identity, let task else { return .ordinary }
      // At first, another executor than an actor's own is entered in a turn anyway.
      if here.identity == 0, next.implementation != 0, !run.hasBeenOnActor { return .ordinary }
      goals.with { $0[task] = (function, next) }
      let isOnActor = here.identity != 0 && here.implementation == 0
      return isOnActor && !prefers ? .leaving : .entering
    }
    /// The place at which a task that hops will go on.
    static func goal(of task: UInt) -> UInt? {
      goals.with { $0[RuntimeHooks.taskID(of: unsafeBitCast(task, to: UnownedJob.self))]?.function }
    }
    /// The actor without an executor of its own to which a task hops.
    static func actor(of task: UInt64) -> UInt? {
      goals.with { $0[task].flatMap { $0.actor.implementation == 0 ? $0.actor.identity : nil } }
    }
    func enqueue(_ job: consuming ExecutorJob) { RuntimeHooks.enqueue(UnownedJob(job), on: .hop) }
    private static func takeGoal() -> Goal {
      let task = withUnsafeCurrentTask { $0.map(RuntimeHooks.taskID(of:)) }
      guard let task, let goal = goals.with({ $0.removeValue(forKey: task) }) else {
        fatalError("a task that hops has a goal")
      }
      return goal
    }

    // MARK: The machine code

    /// The address of the stand-in; zero where the system allows no code that is made at run time.
    static let standIn: UInt = {
      let ask: @convention(c) (UInt, UInt, UInt) -> CUnsignedInt = { function, identity, implementation in
        TaskHop.kind(of: function, to: (identity, implementation)).rawValue
      }
      let goal: @convention(c) (UnsafeMutablePointer<UInt>) -> Void = { place in
        let goal = TaskHop.takeGoal()
        place[0] = goal.function
        place[1] = goal.actor.identity
        place[2] = goal.actor.implementation
      }
      let own = unsafeBitCast(shared.asUnownedSerialExecutor(), to: Executor.self)
      let original = Host.symbol("swift_task_switch").map { UInt(bitPattern: $0) } ?? 0
      var code = MachineCode()
      code.add([0xf3, 0x0f, 0x1e, 0xfa])  // endbr64
      code.add([0x48, 0xb8], UInt(bitPattern: searches))  // mov rax, searches
      code.add([0x48, 0x83, 0x38, 0x00])  // cmp qword [rax], 0
      code.jump(0x74, to: "ordinary")  // je
      code.add([0x57, 0x56, 0x52])  // push rdi, rsi, rdx; the stack is aligned now
      code.add([0x48, 0xb8], unsafeBitCast(ask, to: UInt.self))  // mov rax, ask
      code.add([0xff, 0xd0])  // call rax
      code.add([0x5a, 0x5e, 0x5f])  // pop rdx, rsi, rdi
      code.add([0x85, 0xc0])  // test eax, eax
      code.jump(0x74, to: "ordinary")
      code.add([0x83, 0xf8, 0x02])  // cmp eax, 2
      code.jump(0x74, to: "wait")
      code.add([0x48, 0x8d, 0x3d], distanceTo: "wait")  // lea rdi, [wait]
      code.add([0x31, 0xf6, 0x31, 0xd2])  // xor esi, esi; xor edx, edx: to no executor
      code.label("ordinary")
      code.add([0x48, 0xb8], original)  // mov rax, swift_task_switch
      code.add([0xff, 0xe0])  // jmp rax
      code.label("wait")
      code.add([0xf3, 0x0f, 0x1e, 0xfa])
      code.add([0x48, 0x8d, 0x3d], distanceTo: "enter")  // lea rdi, [enter]
      code.add([0x48, 0xbe], own.identity)  // mov rsi, identity
      code.add([0x48, 0xba], own.implementation)  // mov rdx, implementation
      code.jump(0xeb, to: "ordinary")  // jmp
      code.label("enter")
      code.add([0xf3, 0x0f, 0x1e, 0xfa])
      code.add([0x48, 0x83, 0xec, 0x18])  // sub rsp, 24; the stack is aligned now
      code.add([0x48, 0x89, 0xe7])  // mov rdi, rsp
      code.add([0x48, 0xb8], unsafeBitCast(goal, to: UInt.self))  // mov rax, goal
      code.add([0xff, 0xd0])  // call rax
      code.add([0x5f, 0x5e, 0x5a])  // pop rdi, rsi, rdx
      code.jump(0xeb, to: "ordinary")
      return original == 0 || current == nil ? 0 : code.load() ?? 0
    }()
  }

  /// Bytes of machine code with short jumps.
  private struct MachineCode {
    private var bytes: [UInt8] = []
    private var labels: [String: Int] = [:]
    private var uses: [(place: Int, size: Int, label: String)] = []

    mutating func add(_ code: [UInt8]) { bytes += code }
    mutating func add(_ code: [UInt8], _ operand: UInt) {
      bytes += code + withUnsafeBytes(of: operand.littleEndian) { Array($0) }
    }
    mutating func add(_ code: [UInt8], distanceTo label: String) {
      bytes += code
      uses.append((bytes.count, 4, label))
      bytes += [0, 0, 0, 0]
    }
    mutating func jump(_ code: UInt8, to label: String) {
      bytes.append(code)
      uses.append((bytes.count, 1, label))
      bytes.append(0)
    }
    mutating func label(_ name: String) { labels[name] = bytes.count }

    /// Puts the code into a page of its own, for good. Returns its address; `nil` if the system refuses.
    func load() -> UInt? {
      var bytes = bytes
      for (place, size, label) in uses {
        let distance = Int32(labels[label]! - place - size)
        for index in 0..<size { bytes[place + index] = UInt8(truncatingIfNeeded: distance >> Int32(8 * index)) }
      }
      let size = Int(LoadedImage.pageSize)
      guard let page = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), page != MAP_FAILED
      else { return nil }
      page.copyMemory(from: bytes, byteCount: bytes.count)
      return mprotect(page, size, PROT_READ | PROT_EXEC) == 0 ? UInt(bitPattern: page) : nil
    }
  }

  /// A task that begins on an actor. The runtime puts it into the line of the actor, which runs it as soon as the actor's
  /// thread is done with what is before it. In a search of orders it is a turn, because other code may run between.
  enum TaskStart {
    /// The two results are the task and its context.
    typealias Create =
      @convention(c) (UInt, UnsafePointer<UInt>?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> ldiv_t
    typealias Enqueue = @convention(c) (UInt, UInt, UInt) -> Void
    static let create = OriginalFunction<Create>()
    /// The flag of a task that is enqueued when it is created.
    static let isEnqueued: UInt = 1 << 12
    static let enqueue = Host.function("swift_task_enqueue", Enqueue.self)

    /// The actor on which a task begins, of its options: a list of records with flags, the next record, and a content,
    /// for the kind zero an executor.
    static func actor(_ options: UnsafePointer<UInt>?) -> UInt? {
      var record = options
      while let current = record {
        if current[0] & 0xff == 0, current[2] != 0, current[3] == 0 { return current[2] }
        record = UnsafePointer(bitPattern: current[1])
      }
      return nil
    }
  }
  extension ReplacedFunction {
    static let hops: [ReplacedFunction] =
      TaskHop.standIn == 0
      ? []
      : [
        ReplacedFunction("swift_task_switch", standIn: TaskHop.standIn),
        ReplacedFunction("swift_task_create", TaskStart.create, sparing: [concurrencyItself]) {
          flags, options, type, function, context in
          let create = TaskStart.create.function
          guard flags & TaskStart.isEnqueued != 0, let run = RunOfThread.current, run.mayHop,
            TaskStart.enqueue != nil, let actor = TaskStart.actor(options)
          else { return create(flags, options, type, function, context) }
          let made = create(flags & ~TaskStart.isEnqueued, options, type, function, context)
          // A job that is enqueued has a reference of its own.
          let task = UnsafeRawPointer(bitPattern: made.quot)!
          _ = Unmanaged<AnyObject>.fromOpaque(task).retain()
          let job = unsafeBitCast(task, to: UnownedJob.self)
          if !run.begin(job, onActor: actor) { RuntimeHooks.enqueue(job, onActor: actor) }
          return made
        },
      ]
  }
#endif
