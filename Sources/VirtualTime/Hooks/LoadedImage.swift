#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc

  /// The beginning of `dl_phdr_info` of the C library, which its module does not declare.
  struct LoadedLibrary {
    var base: UInt
    var name: UnsafePointer<CChar>?
    var headers: UnsafePointer<Elf64_Phdr>?
    var headerCount: UInt16
    var adds: UInt64
    var removals: UInt64
  }

  /// A library or the program, as the loader describes it.
  struct LoadedImage {
    static let pageSize = UInt(sysconf(CInt(_SC_PAGESIZE)))
    let base: UInt
    let path, name: String
    private var dynamic: UnsafePointer<Elf64_Dyn>?
    private(set) var segments: [Range<UInt>] = []
    private var readOnly: Range<UInt> = 0..<0

    init(_ library: LoadedLibrary) {
      base = library.base
      path = library.name.map { String(cString: $0) } ?? ""
      name = path.split(separator: "/").last.map(String.init) ?? ""
      for index in 0..<Int(library.headerCount) {
        guard let header = library.headers?[index] else { continue }
        let start = base &+ UInt(header.p_vaddr), end = start &+ UInt(header.p_memsz)
        switch header.p_type {
        case 1: segments.append(start..<end)
        case 2: dynamic = UnsafePointer(bitPattern: start)
        case 0x6474_e552:
          // The loader protects whole pages only.
          let first = start & ~(Self.pageSize - 1)
          readOnly = first..<max(first, end & ~(Self.pageSize - 1))
        default: break
        }
      }
    }
    /// Whether it belongs to the toolchain or the system, and not to the program.
    var isPartOfSwift: Bool {
      !path.isEmpty
        && ["libswift", "lib_", "libFoundation", "libTesting", "libXCTest", "libdispatch", "libc.", "libBlocks", "ld-"]
          .contains(
            where: name.hasPrefix)
    }
    /// Whether it is the program or one of its own libraries.
    var isOfProgram: Bool { !isPartOfSwift && !["/usr/", "/lib"].contains(where: path.hasPrefix) }
    func contains(_ address: UInt) -> Bool { segments.contains { $0.contains(address) } }
    func isProtected(_ place: UnsafeMutablePointer<UInt>) -> Bool { readOnly.contains(UInt(bitPattern: place)) }

    /// The slots of this library that hold the addresses of functions.
    func slots(of functions: [UInt64: [ReplacedFunction]]) -> [(UnsafeMutablePointer<UInt>, ReplacedFunction)] {
      guard var entry = dynamic else { return [] }
      var names: UInt = 0, symbols: UInt = 0
      var tables: (jumps: UInt, jumpBytes: UInt, others: UInt, otherBytes: UInt) = (0, 0, 0, 0)
      while entry.pointee.d_tag != 0 {
        let value = UInt(entry.pointee.d_un.d_val)
        switch entry.pointee.d_tag {
        case 23: tables.jumps = address(value)
        case 2: tables.jumpBytes = value
        case 7: tables.others = address(value)
        case 8: tables.otherBytes = value
        case 5: names = address(value)
        case 6: symbols = address(value)
        case 20 where value != 7: return []  // relocations without addends, which these processors do not use
        default: break
        }
        entry += 1
      }
      guard let names = UnsafePointer<CChar>(bitPattern: names),
        let symbols = UnsafePointer<Elf64_Sym>(bitPattern: symbols)
      else {
        return []
      }
      var found: [(UnsafeMutablePointer<UInt>, ReplacedFunction)] = []
      for (table, bytes) in [(tables.jumps, tables.jumpBytes), (tables.others, tables.otherBytes)] {
        guard let table = UnsafePointer<Elf64_Rela>(bitPattern: table) else { continue }
        for index in 0..<Int(bytes) / MemoryLayout<Elf64_Rela>.stride {
          let relocation = table[index]
          let symbol = Int(relocation.r_info >> 32)
          guard Self.kinds.contains(relocation.r_info & 0xffff_ffff), symbol != 0 else { continue }
          let text = names + Int(symbols[symbol].st_name)
          guard
            let function = functions[Self.digest(text)]?.first(where: {
              strcmp(text, $0.name) == 0 && $0.isReplaced(in: self)
            }),
            let place = UnsafeMutablePointer<UInt>(bitPattern: base &+ UInt(relocation.r_offset))
          else { continue }
          found.append((place, function))
        }
      }
      return found
    }
    /// A number by which a function is found among many: the libraries have some ten thousand slots.
    static func digest(_ name: UnsafePointer<CChar>) -> UInt64 {
      var digest: UInt64 = 14_695_981_039_346_656_037, place = name
      while place.pointee != 0 {
        digest = (digest ^ UInt64(UInt8(bitPattern: place.pointee))) &* 1_099_511_628_211
        place += 1
      }
      return digest
    }
    /// The loader has added the base to the addresses of most libraries.
    private func address(_ value: UInt) -> UInt { value < base ? value &+ base : value }
    /// The relocations of slots: for a jump, and for an address.
    #if arch(x86_64)
      private static let kinds: [UInt64] = [7, 6]
    #else
      private static let kinds: [UInt64] = [1026, 1025]
    #endif
  }
#endif
