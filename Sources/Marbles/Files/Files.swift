// The only file of this module that talks to the C library.
import Synchronization

import PipesCore
import VirtualTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif !hasFeature(Embedded)
  #error("No branch for the C library of this platform; see Sources/Marbles/Marbles.docc/AllPages.md#platforms")
#endif

// Functions of the C library whose names are taken inside `Files`.
private func readBytes(_ handle: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(handle, buffer, count)
}
private func writeBytes(_ handle: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(handle, bytes, count) }

/// Files, folders and the environment, as far as recording needs them. The functions that only the command needs are in
/// its module.
package enum Files {
  /// The kind of a file system entry. Pipes and devices are `other`: reading one may block.
  package enum Kind: Sendable { case file, folder, other }

  /// The identity of a file or folder, which does not depend on the path.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64

    package init(_ info: stat) {
      device = UInt64(truncatingIfNeeded: info.st_dev)
      number = UInt64(truncatingIfNeeded: info.st_ino)
    }
  }

  /// The error of a file operation.
  package struct Failure: Error, Sendable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Returns the kind of the entry at a path; `nil` if there is none.
  package static func entry(at path: String) throws(Failure) -> (kind: Kind, identity: Identity)? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(reason: reason())
    }
    return (info.kind, Identity(info))
  }

  /// Returns the names of the entries of a folder, sorted.
  package static func names(in folder: String) throws(Failure) -> [String] {
    guard let handle = opendir(folder) else { throw Failure(reason: reason()) }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Reads all bytes of a file, or of standard input if the path is `-`.
  ///
  /// - Parameter isEnough: Returns true to stop reading. Called with the bytes so far after each 64 KB.
  package static func read(_ path: String, until isEnough: ([UInt8]) -> Bool = { _ in false }) throws(Failure)
    -> [UInt8]
  {
    let handle = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    defer { if path != "-" { close(handle) } }
    var bytes: [UInt8] = []
    while true {
      let more = try readSome(handle)
      if more.isEmpty { return bytes }
      bytes += more
      if isEnough(bytes) { return bytes }
    }
  }
  /// Reads the next bytes of an open file, at most a number of them; none at its end.
  package static func readSome(_ handle: Int32, most: Int = 65_536) throws(Failure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: most)
    while true {
      let count = readBytes(handle, &buffer, most)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(reason: reason()) }
      return Array(buffer[..<count])
    }
  }

  /// Replaces the content of a file with a text, or creates the file; see ``replace(_:by:put:)``.
  package static func write(_ text: String, to path: String) throws(Failure) {
    if let kind = try entry(at: path)?.kind, kind != .file {
      // A device or a pipe cannot be replaced. A folder is refused by the system.
      let handle = open(path, O_WRONLY)
      guard handle >= 0 else { throw Failure(reason: reason()) }
      let isWritten = put(text, handle)
      guard close(handle) == 0, isWritten else { throw Failure(reason: reason()) }
      return
    }
    try replace(path, by: text)
  }

  /// The number of files that this process has begun to replace.
  private static let replacements = Atomic(0)

  /// Replaces a file atomically, the only way in which the kit writes files: the new text is written beside it and
  /// renamed. So a reader finds the old text or the new one, and the old one stays if the new one cannot be written.
  /// Links are followed, and the rights and the owner stay. A file without the right to be written stays unchanged,
  /// which is an error.
  ///
  /// - Parameter put: Writes the text to an open file; returns whether all of it was written. A test lets it fail.
  package static func replace(
    _ path: String, by text: String, put: (String, Int32) -> Bool = { Files.put($0, $1) }
  ) throws(Failure) {
    var info = stat(), target = path, isNew = false
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      target = String(cString: resolved)
      guard stat(target, &info) == 0, access(target, W_OK) == 0 else { throw Failure(reason: reason()) }
      // An administrator may write all files, but a file without the right to be written is meant to stay.
      if info.st_mode & 0o222 == 0 { throw Failure(reason: "It is read-only") }
    } else {
      guard errno == ENOENT else { throw Failure(reason: reason()) }
      isNew = true
    }
    let name = target + ".update-\(getpid())-\(replacements.wrappingAdd(1, ordering: .relaxed).newValue)"
    let handle = open(name, O_WRONLY | O_CREAT | O_EXCL, isNew ? 0o666 : 0o600)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    if !isNew { _ = fchown(handle, info.st_uid, info.st_gid) }
    let isWritten = put(text, handle) && (isNew || fchmod(handle, info.st_mode & 0o7777) == 0)
    guard close(handle) == 0, isWritten, rename(name, target) == 0 else {
      let failure = Failure(reason: reason())
      unlink(name)
      throw failure
    }
  }

  /// Replaces the bytes of a file with the result of a closure, or keeps them if it returns `nil`. A file lock excludes
  /// other processes that call this function.
  static func update(_ path: String, _ change: ([UInt8]) -> [UInt8]?) throws(Failure) {
    try locked(path, O_RDWR) { (old) throws(Failure) in
      guard let new = change(old), new != old else { return }
      try replace(path, by: String(decoding: new, as: UTF8.self))
    }
  }

  /// Changes the bytes of a file, which is created if there is none, and removed if no byte is left. A file lock
  /// excludes other processes that call this function.
  ///
  /// - Parameter change: Returns the new bytes, or `nil` to change nothing. The old bytes are empty if there is no
  ///   file.
  static func updateOrRemove(_ path: String, _ change: ([UInt8]) -> [UInt8]?) throws(Failure) {
    // Without a file and a change, none is created.
    if try entry(at: path) == nil, change([]) == nil { return }
    try locked(path, O_RDWR | O_CREAT) { (old) throws(Failure) in
      guard let new = change(old) else { return }
      if new.isEmpty {
        guard unlink(path) == 0 else { throw Failure(reason: reason()) }
      } else {
        try replace(path, by: String(decoding: new, as: UTF8.self))
      }
    }
  }

  /// Calls a body with the bytes of a file while its lock is held.
  private static func locked(_ path: String, _ flags: Int32, _ body: ([UInt8]) throws(Failure) -> Void) throws(Failure)
  {
    while true {
      let handle = open(path, flags, 0o666)
      guard handle >= 0 else { throw Failure(reason: reason()) }
      defer { close(handle) }
      guard flock(handle, LOCK_EX) == 0 else { throw Failure(reason: reason()) }
      var info = stat()
      guard fstat(handle, &info) == 0 else { throw Failure(reason: reason()) }
      // Another process may have replaced or removed the file while this one waited.
      guard try entry(at: path)?.identity == Identity(info) else { continue }
      return try body(try read(path))
    }
  }

  /// Returns the value of an environment variable.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Creates a folder, unless it exists.
  package static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 { return }
    let failure = Failure(reason: reason())
    if try entry(at: path)?.kind != .folder { throw failure }
  }

  /// Writes a text to an open file. Returns whether all of it was written.
  package static func put(_ text: String, _ handle: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = writeBytes(handle, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return false }
        done += count
      }
      return true
    }
  }

  /// Whether an open file is a terminal.
  static func isTerminal(_ handle: Int32) -> Bool { isatty(handle) == 1 }

  /// Returns the message for the error of the last system call.
  package static func reason() -> String { String(cString: strerror(errno)) }

  /// Writes a text to standard error and ends the process with exit code 1.
  static func fail(_ text: String) -> Never {
    _ = put(text, STDERR_FILENO)
    exit(1)
  }

  /// A text that the processes of one `swift test` have in common: the process that has started them, and the version of
  /// the program. A process whose parent has gone is alone.
  static let session: String = {
    let parent = getppid() == 1 ? getpid() : getppid()
    var info = stat()
    guard stat(CommandLine.arguments.first ?? "", &info) == 0 else { return "\(getuid())-\(parent)" }
    return "\(getuid())-\(parent)-\(info.changed.tv_sec)-\(info.changed.tv_nsec)"
  }()

  /// Registers a function to be called when the process exits normally.
  package static func atEnd(_ body: @escaping @convention(c) () -> Void) { atexit(body) }
}

extension stat {
  package var kind: Files.Kind {
    let type = st_mode & S_IFMT
    return type == S_IFDIR ? .folder : type == S_IFREG ? .file : .other
  }
  /// The time of the last change of the content.
  package var changed: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

// MARK: Threads

extension Files {
  /// Calls a body with all numbers below a count, on all cores, and returns when all calls have returned.
  ///
  /// - Parameter most: The number of threads; by default one for each core, and at least two.
  package static func concurrently(_ count: Int, threads most: Int? = nil, _ body: @escaping @Sendable (Int) -> Void) {
    let work = SharedCalls(count, body)
    var threads: [pthread_t] = []
    for _ in 1..<(most ?? max(2, min(count, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))) {
      if let thread = Host.makeThread({ work.run() }) { threads.append(thread) }
    }
    work.run()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Lets other threads run.
  static func yieldThread() { _ = sched_yield() }
}

/// The run of a test, for the event that the process ends in it: a trap, a failed precondition, a double resume.
///
/// 1. A note is bytes of one place in memory that is never freed. A thread writes its own place; the length comes last.
/// 2. A signal handler writes the note of its thread to standard error and to a file. If its thread has none, it was
///    perhaps a test that is no marble test, and the handler says what was running. Then the handler before it has its
///    turn. It allocates nothing and takes no lock.
final class CrashNote: @unchecked Sendable {
  // Unchecked: one run at a time writes it.
  private static let size = 2048, count = 64
  private nonisolated(unsafe) static let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: size * count)
  private nonisolated(unsafe) static let lengths: UnsafeMutablePointer<Int> = zeros()
  /// The thread of each note; 0 if none is known.
  private nonisolated(unsafe) static let threads: UnsafeMutablePointer<UInt> = zeros()
  private static func zeros<Number: BinaryInteger>() -> UnsafeMutablePointer<Number> {
    let zeros = UnsafeMutablePointer<Number>.allocate(capacity: count)
    zeros.initialize(repeating: 0, count: count)
    return zeros
  }
  private static let taken = Guarded(Set<Int>())
  private nonisolated(unsafe) static let path: UnsafeMutablePointer<CChar>? = strdup(file)
  /// The file that has the notes of the latest process that has ended in a run.
  static let file = (Files.environment("TMPDIR") ?? "/tmp") + "/marbles-again.txt"

  private var place: Int?
  private static let ended: StaticString = ": the process ended in "
  private static let wasRunning: StaticString = ": perhaps in another test the process ended, beside "
  private var head = "", turns: [String] = []
  private static let mostTurns = 20

  /// The handlers are installed outside of the runs, in which signals are virtual.
  init() { _ = Self.handlers }
  /// Says what runs next: its words, and its place.
  func name(_ text: String, at place: String) {
    head = place + "\0" + text
    turns = []
  }
  /// Called on the thread of a run when it begins.
  func begin() {
    place = Self.taken.with { taken in (0..<Self.count).first { taken.insert($0).inserted } }
    store()
    if let place { Self.threads[place] = currentThread() }
  }
  func end() {
    guard let place else { return }
    self.place = nil
    Self.lengths[place] = 0
    Self.threads[place] = 0
    Self.taken.with { _ = $0.remove(place) }
  }
  /// Adds a turn of the run. The latest ones are kept.
  func add(_ turn: String) {
    if turns.count == 2 * Self.mostTurns { turns.removeFirst(Self.mostTurns) }
    turns.append(turn)
    store()
  }
  private var text: String {
    if turns.isEmpty { return head }
    let isCut = turns.count > Self.mostTurns
    let shown = (isCut ? ["…"] : []) + turns.suffix(Self.mostTurns)
    return "\(head)  in the last of these turns: \(shown.joined(separator: "; "))\n"
  }
  private func store() {
    guard let place else { return }
    Self.lengths[place] = 0
    let start = Self.bytes + place * Self.size
    let bytes = text.utf8.prefix(Self.size)
    for (index, byte) in bytes.enumerated() { start[index] = byte }
    Self.lengths[place] = bytes.count
  }

  /// The handlers that were there before, by signal.
  private nonisolated(unsafe) static let handlers: UnsafeMutablePointer<sigaction> = {
    _ = (bytes, lengths, threads, path)
    let handlers = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
    handlers.initialize(repeating: sigaction(), count: 32)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      sigaction(number, nil, handlers + Int(number))
      signal(number) { number in
        CrashNote.writeAll()
        sigaction(number, CrashNote.handlers + Int(number), nil)
        raise(number)  // comes when this handler has returned
      }
      var own = sigaction()
      sigaction(number, nil, &own)
      own.sa_flags |= .init(SA_ONSTACK)  // a stack that is used up has no room for a handler
      sigaction(number, &own, nil)
    }
    return handlers
  }()
  private static func writeAll() {
    guard (0..<count).contains(where: { lengths[$0] > 0 }) else { return }
    if let path { unlink(path) }
    let file = path.map { open($0, O_WRONLY | O_CREAT | O_EXCL, 0o600) } ?? -1
    let own = currentThread(), isKnown = (0..<count).contains { lengths[$0] > 0 && threads[$0] == own }
    for place in 0..<count where lengths[place] > 0 && (!isKnown || threads[place] == own) {
      tell(place, isKnown ? ended : wasRunning, on: 2)
      if file >= 0 { tell(place, isKnown ? ended : wasRunning, on: file) }
    }
    if file >= 0 { close(file) }
  }
  private static func tell(_ place: Int, _ verb: StaticString, on file: CInt) {
    let note = bytes + place * size, length = lengths[place], end = (0..<length).first { note[$0] == 0 } ?? length - 1
    _ = writeBytes(file, note, end)
    _ = writeBytes(file, verb.utf8Start, verb.utf8CodeUnitCount)
    _ = writeBytes(file, note + end + 1, length - end - 1)
  }
}
