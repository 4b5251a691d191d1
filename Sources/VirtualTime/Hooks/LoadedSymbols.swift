#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  /// The functions of a program, from its file: those that it keeps to itself are not loaded.
  final class LoadedSymbols: Sendable {
    private struct Function {
      let start, size: UInt64
      let name: Int
    }
    private let functions: [Function]
    /// The names, each ended by a zero.
    private let names: [UInt8]
    private static let known = Guarded<[String: LoadedSymbols?]>([:])

    /// The table of a library that is loaded; `nil` if its file has none.
    static func of(_ image: LoadedImage) -> LoadedSymbols? {
      known.with { known in
        if let table = known[image.path] { return table }
        let table = OwnWork.perform { LoadedSymbols(file: image.path.isEmpty ? "/proc/self/exe" : image.path) }
        known[image.path] = .some(table)
        return table
      }
    }

    private init?(file path: String) {
      let file = open(path, O_RDONLY)
      if file < 0 { return nil }
      defer { close(file) }
      let length = Int(lseek(file, 0, SEEK_END))
      guard length > MemoryLayout<Elf64_Ehdr>.size, let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, file, 0),
        start != MAP_FAILED
      else {
        return nil
      }
      defer { munmap(start, length) }
      let bytes = UnsafeRawBufferPointer(start: start, count: length)
      let header = bytes.loadUnaligned(as: Elf64_Ehdr.self)
      func section(_ index: Int) -> Elf64_Shdr? {
        let place = Int(header.e_shoff) + index * Int(header.e_shentsize)
        return place + MemoryLayout<Elf64_Shdr>.size <= length
          ? bytes.loadUnaligned(fromByteOffset: place, as: Elf64_Shdr.self) : nil
      }
      // 2: a table of symbols.
      guard let table = (0..<Int(header.e_shnum)).lazy.compactMap(section).first(where: { $0.sh_type == 2 }),
        let texts = section(Int(table.sh_link)), Int(texts.sh_offset) + Int(texts.sh_size) <= length,
        Int(table.sh_offset) + Int(table.sh_size) <= length
      else { return nil }
      // A part of a buffer is copied byte by byte, a buffer in one piece.
      let part = bytes[Int(texts.sh_offset)..<Int(texts.sh_offset) + Int(texts.sh_size)]
      names = Array(UnsafeRawBufferPointer(rebasing: part))
      var found: [Function] = []
      for place in stride(
        from: Int(table.sh_offset), to: Int(table.sh_offset) + Int(table.sh_size), by: MemoryLayout<Elf64_Sym>.size)
      {
        let symbol = bytes.loadUnaligned(fromByteOffset: place, as: Elf64_Sym.self)
        // 2: a function.
        if symbol.st_info & 15 == 2, symbol.st_size > 0 {
          found.append(
            Function(start: UInt64(symbol.st_value), size: UInt64(symbol.st_size), name: Int(symbol.st_name)))
        }
      }
      functions = found.sorted { $0.start < $1.start }
    }

    /// The name of the function at a place after the beginning of the library.
    func name(at place: UInt) -> String? {
      var low = 0, high = functions.count
      while low < high {
        let middle = (low + high) / 2
        if functions[middle].start <= UInt64(place) { low = middle + 1 } else { high = middle }
      }
      guard low > 0, UInt64(place) < functions[low - 1].start + functions[low - 1].size else { return nil }
      return String(decoding: names[functions[low - 1].name...].prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
