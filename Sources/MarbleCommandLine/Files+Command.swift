// The only file of this module that uses the C library.
import Marbles
import Synchronization

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

// A function of the C library whose name means something else inside `Files`.
private func endProcess(_ code: Int32) -> Never { exit(code) }

/// The signal that has arrived since ``Files/catchInterrupt()``; 0 if none has.
private let interrupt = Atomic<Int32>(0)

/// The file functions of the command, in addition to the functions of recording.
extension Files {
  /// The identity of a version of a file, and its kind.
  struct Stamp: Hashable {
    let kind: Kind
    let identity: Identity
    let seconds: Int
    let nanoseconds: Int
    let size: Int64
  }

  /// The current state of a file or folder; `nil` if there is none, or if it may not be read.
  static func stamp(at path: String) -> Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return Stamp(
      kind: info.kind, identity: Identity(info), seconds: Int(info.changed.tv_sec),
      nanoseconds: Int(info.changed.tv_nsec), size: Int64(info.st_size))
  }

  /// Waits for a time, or until a signal arrives.
  static func pause(milliseconds: Int) {
    var rest = timespec()
    rest.tv_nsec = .init(milliseconds * 1_000_000)
    nanosleep(&rest, nil)
  }

  /// The bytes that have arrived on standard input. With `waits`, the call blocks until the first one arrives. The
  /// result is empty at the end of the input, and `nil` if no byte has arrived.
  static func input(waits: Bool) throws(Failure) -> [UInt8]? {
    if !waits {
      var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&state, 1, 0) <= 0 { return nil }
    }
    return try readSome(STDIN_FILENO)
  }

  /// Waits for a key of the terminal; `nil` at the end of the input, and for Control-C and Control-D. A key that sends
  /// several bytes, such as an arrow, is the character of Escape.
  static func key() -> Character? {
    var old = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &old) == 0
    defer { if isTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &old) } }
    if isTerminal {
      var raw = old
      // Control-C is a key here: a signal would end the process while the terminal shows no input.
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    }
    func next() -> UInt8? { (try? readSome(STDIN_FILENO, most: 1))?.first }
    guard let first = next(), first != 3, first != 4 else { return nil }
    if first < 0x80, first != 0x1B { return Character(UnicodeScalar(first)) }
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&state, 1, 20) > 0, next() != nil {}
    return "\u{1B}"
  }

  /// Reads the bytes of a file from a place on.
  static func read(_ path: String, from offset: Int, most: Int) throws(Failure) -> [UInt8] {
    let handle = open(path, O_RDONLY)
    guard handle >= 0 else { throw Failure(reason: reason()) }
    defer { close(handle) }
    guard lseek(handle, off_t(offset), SEEK_SET) >= 0 else { throw Failure(reason: reason()) }
    return try readSome(handle, most: most)
  }

  /// Writes to standard error.
  static func printError(_ text: String) { _ = put(text, STDERR_FILENO) }

  static let standardOutput = STDOUT_FILENO

  /// Writes to an open file, such as standard output. It is not a failure if the reader has closed its end.
  static func print(_ text: String, to handle: Int32) throws(Failure) {
    if !put(text, handle), errno != EPIPE { throw Failure(reason: reason()) }
  }

  /// Lets a write fail if the reader has closed its end, instead of ending the process with a signal.
  static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Lets Control-C set ``isInterrupted``. The second one ends the process, as always. If the process ignores the signal
  /// since its start, as with `nohup`, it stays ignored.
  static func catchInterrupt() {
    interrupt.store(0, ordering: .relaxed)
    let old = signal(SIGINT) { number in
      interrupt.store(number, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
    if unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGINT, SIG_IGN) }
  }
  static var isInterrupted: Bool { interrupt.load(ordering: .relaxed) != 0 }

  /// Whether standard output, or standard error, is a terminal.
  static func isTerminal(error: Bool) -> Bool { isatty(error ? STDERR_FILENO : STDOUT_FILENO) == 1 }

  /// Whether standard input is a terminal.
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The number of columns of the terminal; `nil` if standard output is not a terminal.
  static var terminalWidth: Int? {
    guard isTerminal(error: false) else { return nil }
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  static func exit(_ code: Int32) -> Never { endProcess(code) }
}
