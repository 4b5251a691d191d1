/// The places from which the loaded libraries jump to a function of another library.
///
/// 1. Nothing is replaced before the first run. From then on each replaced function checks whether its thread has
///    announced a run, and calls the function that it has replaced if not. While no thread has, the check is one load.
/// 2. All functions are replaced, or none: if a page cannot be written, or if the caller's probes fail, everything is
///    put back.
/// 3. The loader binds most slots at the first call. A thread that makes that first call while the functions are
///    replaced may put the real one back; therefore each run looks at all slots when it begins, and replaces what has
///    changed.
/// 4. The C library, Dispatch and the kits for tests keep the real functions for themselves. A thread of a run that
///    blocks lets the run go on meanwhile. If the run has nothing else to do, a thread that only sleeps does not wait, and
///    one with a time limit waits for real, because a thread outside may end the wait.
enum JumpSlots {}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  extension JumpSlots {
    private struct Slot {
      let place: UnsafeMutablePointer<UInt>
      /// Whether the loader has made the page read-only.
      let isProtected: Bool
      let content: UInt
      let standIn: UInt
    }
    private struct State {
      var slots: [Slot] = []
      /// The numbers of libraries that had been loaded and unloaded.
      var loads: (UInt64, UInt64) = (0, 0)
      var refusal: String?
    }
    private static let state = Guarded(State())

    /// Replaces the functions in all libraries that are loaded now. Returns the reason if that is impossible.
    static func install() -> String? {
      // Made before a slot is written: the function that would wait for it reads it.
      _ = RunOfThread.parked.load(ordering: .relaxed)
      return state.with { state in
        if state.refusal != nil { return state.refusal }
        let loads = loads()
        if loads == state.loads, state.slots.allSatisfy({ $0.place.pointee == $0.standIn }) { return nil }
        if let refusal = replace(&state) { putBack(refusal, &state) }
        state.loads = loads
        return state.refusal
      }
    }
    /// Puts everything back, for good.
    static func remove(because reason: String) { state.with { putBack(reason, &$0) } }
    private static func putBack(_ reason: String, _ state: inout State) {
      for slot in state.slots { _ = write(slot.content, into: slot) }
      state.slots = []
      state.refusal = reason
    }

    /// The libraries and the program that are loaded now. They are read anew when one has been loaded or unloaded: a loop
    /// that waits an hour of virtual time asks tens of thousands of times who has called it.
    static var images: [LoadedImage] {
      let loads = loads()
      if let images = known.with({ $0.loads == loads ? $0.images : nil }) { return images }
      let images = libraries().map(LoadedImage.init)
      known.with { $0 = (images, loads) }
      return images
    }
    private static let known = Guarded<(images: [LoadedImage]?, loads: (UInt64, UInt64))>((nil, (0, 0)))
    private static func loads() -> (UInt64, UInt64) {
      libraries(atMost: 1).first.map { ($0.adds, $0.removals) } ?? (0, 0)
    }
    static func libraries(atMost count: Int = .max) -> [LoadedLibrary] {
      typealias Visitor = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> CInt
      typealias Iterate = @convention(c) (Visitor, UnsafeMutableRawPointer?) -> CInt
      final class List {
        var all: [LoadedLibrary] = []
        let limit: Int
        init(_ limit: Int) { self.limit = limit }
      }
      let list = List(count)
      guard let iterate = Host.function("dl_iterate_phdr", Iterate.self) else { return [] }
      _ = iterate(
        { library, _, list in
          guard let library, let list = list.map({ Unmanaged<List>.fromOpaque($0).takeUnretainedValue() }) else {
            return 1
          }
          list.all.append(library.load(as: LoadedLibrary.self))
          return list.all.count < list.limit ? 0 : 1
        }, Unmanaged.passUnretained(list).toOpaque())
      return list.all
    }

    private static func replace(_ state: inout State) -> String? {
      for function in ReplacedFunction.all {
        guard let address = Host.symbol(function.name) else {
          if function.isNeeded { return "it has no function '\(function.name)'" }
          continue
        }
        if function.original.address.load(ordering: .relaxed) == 0 {
          function.original.address.store(UInt(bitPattern: address), ordering: .releasing)
        }
      }
      let known = Dictionary(uniqueKeysWithValues: state.slots.map { ($0.place, $0) })
      var slots: [Slot] = []
      let functions = Dictionary(grouping: ReplacedFunction.all) { LoadedImage.digest($0.name) }
      for image in images {
        // The C library and the loader call their own functions; test kits measure real time.
        let exempt = [
          "libc.so", "ld-linux", "linux-vdso", "libpthread", "librt", "libTesting.", "libXCTest.", "libclang_rt.",
        ]
        if exempt.contains(where: image.name.hasPrefix) { continue }
        for (place, function) in image.slots(of: functions) {
          let content = place.pointee
          if content == function.standIn || content == function.otherStandIn {
            if let slot = known[place] { slots.append(slot) }
            continue
          }
          let original = function.original.address.load(ordering: .relaxed)
          if original == 0 { continue }
          var standIn = function.standIn
          if content != original, !image.contains(content), !isOfCLibrary(content) {
            let address = function.original.other.load(ordering: .relaxed)
            if function.otherStandIn == 0 { continue }
            if address != 0, address != content { return "two other libraries have replaced '\(function.name)'" }
            function.original.other.store(content, ordering: .releasing)
            standIn = function.otherStandIn
          }
          let slot = Slot(place: place, isProtected: image.isProtected(place), content: content, standIn: standIn)
          slots.append(slot)
          if !write(standIn, into: slot) {
            state.slots = slots
            return "a page of \(image.name) with the address of '\(function.name)' cannot be written"
          }
        }
      }
      state.slots = slots
      return nil
    }
    /// Whether an address is in the C library or the loader. A slot holds one function of a pair with different
    /// versions.
    private static func isOfCLibrary(_ address: UInt) -> Bool {
      images.contains { image in
        ["libc.so", "linux-vdso", "ld-linux", "libdispatch."].contains(where: image.name.hasPrefix)
          && image.contains(address)
      }
    }
    private static func write(_ address: UInt, into slot: Slot) -> Bool {
      guard slot.isProtected else {
        slot.place.pointee = address
        return true
      }
      let size = LoadedImage.pageSize
      let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: slot.place) & ~(size - 1))
      guard mprotect(page, Int(size), PROT_READ | PROT_WRITE) == 0 else { return false }
      slot.place.pointee = address
      return mprotect(page, Int(size), PROT_READ) == 0
    }
  }
#else
  extension JumpSlots {
    static func install() -> String? {
      #if canImport(Glibc)
        "real clocks are not virtual on this processor: x86-64 and arm64 are supported"
      #elseif canImport(Musl)
        "real clocks are not virtual on Linux with musl: use a toolchain for glibc"
      #elseif canImport(Darwin)
        "real clocks are not virtual on Apple's platforms: pass the clock of the run"
      #else
        "real clocks are not virtual on this platform: pass the clock of the run"
      #endif
    }
    static func remove(because reason: String) {}
  }
#endif
