import PipesCore

/// The reason why a task is suspended.
enum TaskWait {
  /// The end of a task, by its address.
  case task(UInt)
  case continuation, group, turn
}

/// The functions on the stack of this thread, by the tables of the loaded libraries. Only for reports, because it takes
/// a while.
enum CallStack {
  /// The name of the innermost function on the stack that belongs to code under test, as `Poller.start()`; `nil` where
  /// it cannot be found.
  ///
  /// - Parameter modules: The modules whose functions are passed over.
  static func caller(outside modules: Set<String>) -> String? { innermost(of: addresses(), outside: modules) }
  /// The functions on the stack of this thread now, to be named later, on any thread.
  struct Snapshot: Sendable {
    private let addresses = CallStack.addresses()
    init() {}
    /// The name of the innermost function that belongs to code under test.
    func caller(outside modules: Set<String>) -> String? { innermost(of: addresses, outside: modules) }
  }
  /// The name of the innermost function of code under test with which a task goes on; `nil` where it cannot be found.
  ///
  /// - Parameters:
  ///   - task: The address of the task, which nothing resumes meanwhile.
  ///   - modules: The modules whose functions are passed over.
  static func function(ofTask task: UInt, outside modules: Set<String>) -> String? {
    var addresses = SuspendedTask.addresses(of: task)
    #if canImport(Glibc) && arch(x86_64)
      if let goal = TaskHop.goal(of: task) { addresses.insert(goal, at: 0) }
    #endif
    return innermost(of: addresses, outside: modules)
  }
  /// The functions in which a task waits, the innermost first. Libraries of Swift count.
  static func functions(ofTask task: UInt) -> [FunctionName] {
    SuspendedTask.addresses(of: task).compactMap { function(at: $0, alsoOfSwift: true) }
  }
  /// The name of the function that has made a task with a closure; `nil` where it cannot be found.
  static func maker(ofTask task: UInt, outside modules: Set<String>) -> String? {
    innermost(of: SuspendedTask.addresses(of: task).reversed(), outside: modules)
  }

  #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    /// Whether a function of a library, given by the beginning of its name, is on the stack.
    static func isInside(_ library: String) -> Bool {
      let images = JumpSlots.images.filter { $0.name.hasPrefix(library) }
      return !images.isEmpty && addresses().contains { address in images.contains { $0.contains(address) } }
    }
    /// Whether Foundation has called the function of Dispatch that was called here, for `OperationQueue.main`, or
    /// URLSession has called whatever was called. Each call of a queue asks, so few functions are looked at.
    static func isCalledByFoundation(isMainQueue: Bool) -> Bool {
      if networking.isEmpty, !isMainQueue { return false }
      let addresses = addresses(atMost: 24)
      func contains(_ segments: [Range<UInt>], _ address: UInt) -> Bool { segments.contains { $0.contains(address) } }
      if addresses.contains(where: { contains(networking, $0) }) { return true }
      if !isMainQueue { return false }
      let caller = addresses.drop { !contains(overlay, $0) }.first { !contains(overlay, $0) }
      return caller.map { contains(foundation, $0) } ?? false
    }
    private static let networking = segments(of: "libFoundationNetworking."),
      foundation = segments(of: ReplacedFunction.foundation), overlay = segments(of: ReplacedFunction.overlay)
    private static func segments(of library: String) -> [Range<UInt>] {
      JumpSlots.images.first { $0.name.hasPrefix(library) }?.segments ?? []
    }
    /// Whether a library, given by the beginning of its name, has called another one, in which this call was made.
    static func isCalled(from caller: String, through library: String) -> Bool {
      let images = JumpSlots.images
      guard let inner = images.first(where: { $0.name.hasPrefix(library) }) else { return false }
      let outer = addresses().drop { !inner.contains($0) }.first { !inner.contains($0) }
      return outer.map { address in images.contains { $0.name.hasPrefix(caller) && $0.contains(address) } } ?? false
    }
    /// The function of a library that its caller has called, as `Thread.start()`.
    static func entry(of library: String) -> String? {
      guard let image = JumpSlots.images.first(where: { $0.name.hasPrefix(library) }),
        let symbols = LoadedSymbols.of(image)
      else {
        return nil
      }
      let inside = addresses().drop { !image.contains($0) }.prefix { image.contains($0) }
      return inside.reversed().lazy.compactMap {
        symbols.name(at: $0 &- image.base).flatMap(demangled).flatMap(FunctionName.init)?.text
      }
      .first
    }
  #endif
  /// The name of the first function that belongs to no library of Swift and to none of the modules.
  private static func innermost(of addresses: some Sequence<UInt>, outside modules: Set<String>) -> String? {
    addresses.lazy.compactMap { function(at: $0) }.first { !modules.contains($0.module) }?.text
  }
  private static let known = Guarded<[Place: FunctionName?]>([:])
  private struct Place: Hashable { let address: UInt, isAlsoOfSwift: Bool }
  /// The function at an address, unless it belongs to a library of Swift.
  private static func function(at address: UInt, alsoOfSwift: Bool = false) -> FunctionName? {
    let place = Place(address: address, isAlsoOfSwift: alsoOfSwift)
    if let function = known.with({ $0[place] }) { return function }
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      let image = JumpSlots.images.first { $0.contains(address) && (alsoOfSwift || !$0.isPartOfSwift) }
      let symbol = image.flatMap { LoadedSymbols.of($0)?.name(at: address &- $0.base) }
      let function = symbol.flatMap(demangled).flatMap(FunctionName.init)
    #else
      let function: FunctionName? = nil
    #endif
    known.with { $0[place] = .some(function) }
    return function
  }
  private static func addresses(atMost limit: Int = 128) -> [UInt] {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      typealias Backtrace = @convention(c) (UnsafeMutablePointer<UInt>?, CInt) -> CInt
      guard let backtrace = Host.function("backtrace", Backtrace.self) else { return [] }
      // The return address is behind the call.
      return [UInt](unsafeUninitializedCapacity: limit) { $1 = Int(backtrace($0.baseAddress, CInt(limit))) }.map {
        $0 &- 1
      }
    #else
      return []
    #endif
  }
  private static func demangled(_ symbol: String) -> String? {
    typealias Demangle =
      @convention(c) (
        UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
      ) -> UnsafeMutablePointer<CChar>?
    guard let demangle = Host.function("swift_demangle", Demangle.self) else { return nil }
    var room = 4_096
    let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = 0
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard demangle(symbol, symbol.utf8.count, buffer.baseAddress, &room, 0) != nil else { return }
        count = buffer.firstIndex(of: 0) ?? 0
      }
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}

/// The name of a function as its author wrote it, from its demangled name: `Poller.load(from:)` of
/// `closure #1 () -> () in Tests.Poller.load(from: Swift.String) -> ()`.
struct FunctionName {
  let module: String
  let text: String

  init?(_ demangled: String) {
    // A conversion that the compiler has written has no author.
    let conversions = ["reabstraction thunk", "thunk for", "protocol witness for"]
    if conversions.contains(where: { demangled.contains($0) }) { return nil }
    // The function around closures.
    let plain = Self.withoutDiscriminators(demangled)
    var rest = Substring(plain)
    // A copy of a function for one use: what it is for stands first, with other functions in it.
    if rest.range(of: " specialization <") != nil {
      while let place = rest.range(of: "> of ") { rest = rest[place.upperBound...] }
    }
    while let place = rest.range(of: " in ", after: "(extension") { rest = rest[place.upperBound...] }
    // A part of a function that the compiler has split, such as `(1) suspend resume partial function for`.
    while let place = rest.range(of: " for ") { rest = rest[place.upperBound...] }
    if let place = rest.range(of: " of ") { rest = rest[place.upperBound...] }
    let isInitialValue = demangled.contains("variable initialization expression of ")
    if rest.hasPrefix("static ") { rest = rest.dropFirst(7) }
    var extending: Substring?
    if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ")") {
      extending = rest[..<end].dropFirst(14)
      rest = rest[end...].dropFirst(2)
    }
    guard let dot = rest.firstIndex(of: ".") else { return nil }
    module = String(extending ?? rest[..<dot])
    var (name, parameters) = Self.split(rest[rest.index(after: dot)...])
    if let parameters {
      for fix in [" infix", " prefix", " postfix"] where name.hasSuffix(fix) { name.removeLast(fix.count) }
      text = name.replacing("__allocating_init", with: "init") + "(" + Self.labels(parameters) + ")"
    } else if let accessor = Self.accessors.first(where: { name.hasSuffix($0) }) {
      text = String(name.dropLast(accessor.count))
    } else if isInitialValue || name.hasSuffix(".deinit") {
      text = name
    } else {
      return nil
    }
  }
  private static let accessors = [".getter", ".setter", ".didset", ".willset", ".modify", ".read"]
  /// The name without generic parameters, and what stands behind its parenthesis.
  private static func split(_ text: Substring) -> (name: String, parameters: Substring?) {
    var name = "", depth = 0, last: Character = " "
    for index in text.indices {
      let character = text[index]
      switch character {
      // An operator has no letter before it.
      case "<" where last.isLetter || last.isNumber || depth > 0: depth += 1
      case ">" where depth > 0: if last != "-" { depth -= 1 }
      case "(" where depth == 0: return (name, text[text.index(after: index)...])
      case ":" where depth == 0 && last == " ": return (String(name.dropLast()), nil)
      case _ where depth == 0: name.append(character)
      default: break
      }
      last = character
    }
    return (name, nil)
  }
  /// The text without the marks of private declarations: `(Poller in _4CA3)` is written `Poller`.
  private static func withoutDiscriminators(_ text: String) -> String {
    var rest = Substring(text), plain = ""
    while let place = rest.range(of: " in _") {
      let hex = rest[place.upperBound...].prefix(while: \.isHexDigit), end = rest[hex.endIndex...]
      // The innermost parenthesis around a name, which may be followed by others of its own.
      guard !hex.isEmpty, end.first == ")", let open = Self.open(in: rest[..<place.lowerBound]) else {
        plain += rest[..<place.upperBound]
        rest = rest[place.upperBound...]
        continue
      }
      plain += rest[..<open] + rest[rest.index(after: open)..<place.lowerBound]
      rest = end.dropFirst()
    }
    return plain + rest
  }
  /// The last parenthesis that is not closed.
  private static func open(in text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices.reversed() {
      switch text[index] {
      case ")": depth += 1
      case "(" where depth == 0: return index
      case "(": depth -= 1
      default: break
      }
    }
    return nil
  }
  /// The labels of parameters, such as `from:_:`, of a text that continues with their types.
  private static func labels(_ parameters: Substring) -> String {
    var depth = 0, labels = "", word = "", isLabel = true, hasAny = false, last: Character = " "
    for character in parameters {
      defer { last = character }
      switch character {
      case "(", "<", "[": depth += 1
      case ")" where depth == 0:
        if hasAny, isLabel { labels += "_:" }
        return labels
      case ">" where last == "-": break
      case ")", ">", "]": depth -= 1
      case ":" where depth == 0 && isLabel:
        labels += word + ":"
        isLabel = false
      case "," where depth == 0:
        if isLabel { labels += "_:" }
        word = ""
        isLabel = true
        continue
      default: break
      }
      hasAny = true
      if isLabel, character != " " { word.append(character) }
    }
    return labels
  }
}

extension Substring {
  /// The first place of a text that does not follow another one.
  fileprivate func range(of text: String, after excluded: String? = nil) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text), excluded.map(self[..<start].hasSuffix) != true {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
