// The only file of this module that talks to the C library.
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Functions of the C library whose names are taken here.
private enum C {
  #if canImport(Glibc)
    static func read(_ handle: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { Glibc.read(handle, buffer, count) }
    static func write(_ handle: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { Glibc.write(handle, bytes, count) }
    static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
  #elseif canImport(Musl)
    static func read(_ handle: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { Musl.read(handle, buffer, count) }
    static func write(_ handle: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { Musl.write(handle, bytes, count) }
    static func exit(_ code: Int32) -> Never { Musl.exit(code) }
  #elseif canImport(Darwin)
    static func read(_ handle: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { Darwin.read(handle, buffer, count) }
    static func write(_ handle: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { Darwin.write(handle, bytes, count) }
    static func exit(_ code: Int32) -> Never { Darwin.exit(code) }
  #endif
}

/// Files and folders, as the command needs them.
package enum Files {
  /// A pipe, a device and the like are neither file nor folder: reading one may wait for somebody.
  package enum Kind: Sendable { case file, folder, other }

  /// Which file or folder something is, whatever path leads to it.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// Why something could not be read or written.
  package struct Failure: Error, Sendable {
    package var reason: String
  }

  /// What is at a path; nil if there is nothing.
  package static func entry(at path: String) throws(Failure) -> (kind: Kind, identity: Identity)? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(reason: reason())
    }
    let type = info.st_mode & S_IFMT
    return (
      type == S_IFDIR ? .folder : type == S_IFREG ? .file : .other,
      Identity(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(truncatingIfNeeded: info.st_ino))
    )
  }

  /// The names in a folder, sorted.
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

  /// All bytes of a file; of standard input for `-`.
  package static func read(_ path: String) throws(Failure) -> [UInt8] {
    let handle = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    defer { if path != "-" { close(handle) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = C.read(handle, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(reason: reason()) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Replaces a file by a text.
  package static func write(_ text: String, to path: String) throws(Failure) {
    let handle = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    let isWritten = put(text, handle)
    guard close(handle) == 0, isWritten else { throw Failure(reason: reason()) }
  }

  /// Replaces the bytes of a file by what a closure makes of them, or leaves them if it returns nil. No other process that does the same comes
  /// between.
  package static func update(_ path: String, _ change: ([UInt8]) -> [UInt8]?) throws(Failure) {
    let handle = open(path, O_RDWR)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    defer { close(handle) }
    guard flock(handle, LOCK_EX) == 0 else { throw Failure(reason: reason()) }
    let old = try read(path)
    guard let new = change(old), new != old else { return }
    guard ftruncate(handle, 0) == 0, put(String(decoding: new, as: UTF8.self), handle) else { throw Failure(reason: reason()) }
  }

  /// Replaces a file as a whole: whoever reads it finds the old text or the new one. Links are followed, the rights and the owner stay; what may
  /// not be written is left alone.
  package static func replace(_ path: String, by text: String) throws(Failure) {
    guard let resolved = realpath(path, nil) else { throw Failure(reason: reason()) }
    defer { free(resolved) }
    var info = stat()
    guard stat(resolved, &info) == 0, access(resolved, W_OK) == 0 else { throw Failure(reason: reason()) }
    // The owner of the machine may write all files; one without the right to be written is meant to stay.
    if info.st_mode & 0o222 == 0 { throw Failure(reason: "It is read-only") }
    let name = String(cString: resolved) + ".update-\(getpid())"
    let handle = open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    _ = fchown(handle, info.st_uid, info.st_gid)
    let isWritten = put(text, handle) && fchmod(handle, info.st_mode & 0o7777) == 0
    guard close(handle) == 0, isWritten, rename(name, resolved) == 0 else {
      let failure = Failure(reason: reason())
      unlink(name)
      throw failure
    }
  }

  /// The value of a variable of the environment.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Makes a folder, unless there is one.
  package static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 { return }
    let failure = Failure(reason: reason())
    if try entry(at: path)?.kind != .folder { throw failure }
  }

  /// Writes to standard error.
  package static func printError(_ text: String) { _ = put(text, STDERR_FILENO) }

  package static let standardOutput = STDOUT_FILENO

  /// Writes to what is open already, such as standard output. A reader that has gone needs no more, which is no failure.
  static func print(_ text: String, to handle: Int32) throws(Failure) {
    if !put(text, handle), errno != EPIPE { throw Failure(reason: reason()) }
  }

  private static func put(_ text: String, _ handle: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = C.write(handle, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return false }
        done += count
      }
      return true
    }
  }
  private static func reason() -> String { String(cString: strerror(errno)) }

  /// Whether standard output, or standard error, is a terminal.
  package static func isTerminal(error: Bool) -> Bool { isatty(error ? STDERR_FILENO : STDOUT_FILENO) == 1 }

  /// How many columns the terminal has; nil if standard output is none.
  package static var terminalWidth: Int? {
    guard isTerminal(error: false) else { return nil }
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Calls a body with all numbers below a count, on all cores, and returns when every call has.
  package static func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let work = Work(count, body)
    var threads: [pthread_t] = []
    for _ in 1..<max(2, min(count, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) {
      if let thread = start(work) { threads.append(thread) }
    }
    work.run()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Calls that any thread may take over.
  private final class Work: Sendable {
    private let next = Atomic(0)
    private let count: Int
    private let body: @Sendable (Int) -> Void

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) { (self.count, self.body) = (count, body) }

    func run() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if index >= count { return }
        body(index)
      }
    }
  }

  /// A thread that works too; nil if the system has none left.
  private static func start(_ work: Work) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let argument = Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
      let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
        Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }
    #else
      var thread = pthread_t()
      let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }
    #endif
    if pthread_create(&thread, &attributes, body, argument.toOpaque()) == 0 { return thread }
    argument.release()
    return nil
  }

  /// Ends the process.
  package static func exit(_ code: Int32) -> Never { C.exit(code) }
}
