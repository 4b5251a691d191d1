#if canImport(Glibc)
  import Foundation
  import Testing
  @testable import VirtualTime

  /// The ways into the system that the toolchain at hand has, compared with the ones that were looked through.
  @Suite struct RuntimeEntriesTests {
    /// The symbols of the libraries that code under test uses, by the tool that reads them; `nil` where it is missing.
    static func symbols(of library: String, _ option: String) throws -> [String]? {
      guard let tool = ["/usr/bin/nm", "/usr/bin/llvm-nm"].first(where: FileManager.default.isExecutableFile) else {
        return nil
      }
      // A file of the system has no length, and `String(contentsOfFile:)` may read only its beginning.
      let maps = try #require(FileHandle(forReadingAtPath: "/proc/self/maps")).readDataToEndOfFile()
      let path = try #require(
        String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
          line.firstIndex(of: "/").map { String(line[$0...]) }
        }.first { $0.hasSuffix("/\(library).so") })
      let process = Process(), pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: tool)
      process.arguments = ["-D", option, path]
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.split(separator: "\n").compactMap {
        $0.split(separator: " ").last?.split(separator: "@").first.map(String.init)
      }
    }
    static let libraries = [
      "libswift_Concurrency", "libswiftCore", "libswiftDispatch", "libFoundation", "libFoundationEssentials",
      "libdispatch",
    ]

    /// Whether the name of a function says that it may read time, wait with a limit, or give work to a timer or a
    /// thread.
    static func isSuspect(_ name: String) -> Bool {
      let exact: Set = [
        "time", "times", "alarm", "select", "pselect", "poll", "ppoll", "stat", "fstat", "lstat", "statx", "fstatat",
        "syscall",
      ]
      let parts = [
        "sleep", "clock_", "timer", "timed", "clockwait", "timeofday", "timespec", "epoll_", "epoll_wait",
        "pthread_create", "utime",
      ]
      let work = [
        "_async", "_after", "_sync", "_wait", "_notify", "_apply", "_timer", "walltime", "dispatch_time",
        "dispatch_source_create",
      ]
      if name.hasPrefix("$s") || name.hasPrefix("_Z") || name.hasPrefix("swift_") { return false }
      if name.hasPrefix("dispatch_") { return work.contains(where: name.contains) }
      return exact.contains(name) || parts.contains(where: name.contains)
    }

    @Test func everyHookWasLookedThrough() throws {
      guard let symbols = try Self.symbols(of: "libswift_Concurrency", "--defined-only") else { return }
      let hooks = Set(symbols.filter { $0.hasPrefix("swift_task_") && $0.hasSuffix("_hook") })
      #expect(hooks.count > 5)
      let known = Set(RuntimeEntries.hooks.map(\.name))
      #expect(
        hooks.subtracting(known).sorted() == [],
        "hooks of this runtime that nobody looked through: see RuntimeEntries.swift")
    }
    @Test func everyFunctionWasLookedThrough() throws {
      var all: Set<String> = []
      for library in Self.libraries {
        guard let symbols = try Self.symbols(of: library, "--undefined-only") else { return }
        let suspects = Set(symbols.filter(Self.isSuspect))
        all.formUnion(suspects)
        #expect(
          suspects.subtracting(Self.harmless).filter { !RuntimeEntries.knows($0) }.sorted() == [],
          "functions that \(library) imports and nobody looked through: see RuntimeEntries.swift")
      }
      #expect(all.contains("clock_gettime") && all.contains("timerfd_settime"))
    }
    /// Functions whose names are suspect, and which neither read time nor wait.
    static let harmless: Set = ["_dispatch_source_type_timer"]
    @Test func eachEntryIsThereOnce() {
      let names = (RuntimeEntries.hooks + RuntimeEntries.functions).map(\.name)
      #expect(Set(names).count == names.count)
      #expect(RuntimeEntries.hooks.count == 11)
      #expect((RuntimeEntries.hooks + RuntimeEntries.functions).allSatisfy { !$0.reason.isEmpty })
    }
    /// A function that the table calls virtual or reported is replaced, and no other one is.
    @Test func theTableSaysWhatIsReplaced() {
      let replaced = Set(RuntimeEntries.replaced)
      let said = Set(RuntimeEntries.functions.filter { $0.treatment != .harmless }.map(\.name))
      #expect(said.subtracting(replaced).sorted() == [])
      #expect(
        replaced.subtracting(said).sorted() == [
          "dispatch_set_context", "dispatch_source_set_event_handler_f",
        ],
        "steps of a sleep with a tolerance")
    }
    /// Each function of the C library that is replaced is called by a test. The tests call the
    /// functions of Dispatch and of Foundation by Swift's names for them.
    @Test func aTestCallsEachFunction() throws {
      let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let matrix = own.deletingLastPathComponent().appendingPathComponent("MarblesTestingTests/WorldMatrix")
      let files = [own, matrix].flatMap {
        (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
      }
      // The tests may be run without their sources.
      if files.isEmpty { return }
      let text = try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
        .joined()
      let calls = Set(
        text.matches(of: /(?:func )?(\w+)\(/).filter { !$0.output.0.hasPrefix("func ") }.map { String($0.output.1) })
      let names = RuntimeEntries.functions.filter { $0.treatment != .harmless }.map(\.name)
      let other = ["dispatch_", "CFRunLoop", "_CF", "_foundation", "swift_"]
      let uncalled = names.filter { name in !other.contains(where: name.hasPrefix) && !calls.contains(name) }
      #expect(Set(uncalled) == Self.uncalled, "functions of the table that no test calls")
    }
    /// The functions that no test calls.
    private static let uncalled: Set = [
      // The same function by another name, for large files.
      "aio_read64", "aio_write64", "lio_listio64",
      // The standard library calls it: a program cannot, because its parameters vary.
      "syscall",
      // NSCondition calls them.
      "pthread_cond_broadcast", "pthread_cond_signal", "pthread_cond_timedwait", "pthread_cond_wait",
    ]
    @Test func namesOfFunctions() {
      let names = [
        "Tests.load() -> ()": "load()", "closure #1 () -> () in Tests.Poller.start() -> ()": "Poller.start()",
        "(1) suspend resume partial function for closure #2 () async -> () in Tests.Poller.load(from: Swift.String, Swift.Int) async throws -> ()":
          "Poller.load(from:_:)",
        "function signature specialization <Arg[1] = [Closure Propagated : closure #1 () -> () in Tests.Other.wait(), Argument Types : [Tests.Other]> of Tests.Poller.park(_: Tests.Other) -> ()":
          "Poller.park(_:)",
        "static Tests.Poller.shared<A>(of: (Swift.Int, Swift.Int) -> A) -> A": "Poller.shared(of:)",
        "(extension in Tests):Foundation.Date.later(by: Swift.Double) -> Foundation.Date": "Date.later(by:)",
        "closure #1 () async -> () in Tests.Poller.current.getter : (Swift.Int) -> Swift.Bool": "Poller.current",
        "closure #1 () async -> () in Tests.Poller.subscript.getter : (Swift.Int) -> Swift.Int": "Poller.subscript",
        "closure #1 () async -> () in Tests.Poller.deinit": "Poller.deinit",
        "closure #1 () async -> () in variable initialization expression of static Tests.Poller.task : Swift.Task<(), Swift.Never>":
          "Poller.task",
        "closure #1 () async -> () in static Tests.Poller.== infix(Tests.Poller, Tests.Poller) -> Swift.Bool":
          "Poller.==(_:_:)",
        "static Tests.Poller.< infix(Tests.Poller, Tests.Poller) -> Swift.Bool": "Poller.<(_:_:)",
        "(extension in Tests):Tests.Box<A where A == (Swift.Int) -> ()>.load(_: A) -> ()": "Box.load(_:)",
        "Tests.Poller.__allocating_init(by: (Swift.Int) -> Swift.Bool, of: Swift.Int) async -> Tests.Poller":
          "Poller.init(by:of:)",
        // Private types, and a private function.
        "Tests.(Poller in _0123456789ABCDEF).start() -> ()": "Poller.start()",
        "closure #1 () async -> () in Tests.(Poller in _0123456789ABCDEF).start() -> ()": "Poller.start()",
        "static Tests.Poller.(Helper in _0123456789ABCDEF).go(from: Swift.Int) -> ()": "Poller.Helper.go(from:)",
        "Tests.(Poller in _01AB).(Helper in _01AB).(load in _01AB)(from: Tests.(Place in _01AB)) -> ()":
          "Poller.Helper.load(from:)",
      ]
      for (demangled, name) in names { #expect(FunctionName(demangled)?.text == name) }
      #expect(FunctionName("main") == nil)
      #expect(FunctionName("type metadata accessor for Tests.Poller") == nil)
      let thunk =
        "reabstraction thunk helper <A, B where A: Swift.Sendable, B == Swift.Never> from @escaping @callee_guaranteed @async () -> (@out A) to @escaping @callee_guaranteed @async () -> (@out A, @error B)"
      #expect(FunctionName("(1) await resume partial function for \(thunk)") == nil)
    }
  }
#endif
