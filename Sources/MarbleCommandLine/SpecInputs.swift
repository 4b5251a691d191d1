import MarbleSpecs
import Marbles

/// Finds and reads the specs of a call.
struct SpecInputs {
  /// The name of the operand `-` in messages. A file may have this name, too.
  static let inputName = "standard input"

  /// The highest exit code of the failures so far.
  private(set) var code: Int32 = 0
  /// The mistakes in the files.
  private(set) var errors: [Finding] = []
  private(set) var specs: [SpecText] = []
  /// The places for drawings in Markdown documents.
  private(set) var markers: [PictureMarker] = []
  /// Standard input, if it is a recorded run.
  private(set) var run: [UInt8]?
  /// The files that were read.
  private(set) var files: Set<Files.Identity> = []
  private var folders: Set<Files.Identity> = []
  private let wanted: Contents
  private let takesRun: Bool
  private let allowsNone: Bool
  private let longest: Int
  private let mostNames: Int
  /// How many more names may be looked at in the folder of the call, and in those in it.
  private var namesLeft = 0

  /// The parts of Markdown documents to find: specs, places for drawings, or both.
  enum Contents { case specs, markers, both }

  /// - Parameters:
  ///   - takesRun: Whether standard input may be a recorded run, whose first byte is a brace.
  ///   - allowsNone: Whether a folder may have no specs.
  ///   - longest: The largest number of bytes of a file.
  ///   - mostNames: The largest number of files and folders that are looked at in one folder and those in it. Without
  ///     it, the call would read the whole disk for the folder `/`.
  init(
    _ paths: [String], takes wanted: Contents = .specs, takesRun: Bool = false, allowsNone: Bool = false,
    longest: Int = 64 << 20,
    mostNames: Int = 100_000
  ) {
    self.wanted = wanted
    self.takesRun = takesRun
    self.allowsNone = allowsNone
    self.longest = longest
    self.mostNames = mostNames
    for path in paths { add(path) }
  }

  private mutating func fail(_ code: Int32, at place: Finding.Place? = nil, _ message: String) {
    fail(code, Finding(mistake: message, at: place))
  }
  private mutating func fail(_ code: Int32, _ finding: Finding) {
    self.code = max(self.code, code)
    errors.append(finding)
  }

  private mutating func add(_ path: String) {
    switch path == "-" ? .other : kind(of: path) {
    case nil: return
    case .file where MarbleTool.isEvents(path):
      fail(
        65, at: Finding.Place(file: path),
        "this is a recorded run, not a spec; draw it with 'marble render', or describe it with 'marble explain'"
      )
    case .file where SpecInputs.isDrawing(path):
      fail(
        65, at: Finding.Place(file: path),
        "this is a drawing, not a spec; a spec is a file *.marble, or is written in a *.md between ```marble and ```"
      )
    case .file, .other:
      if let text = read(path), !addSpecs(of: text, path) {
        fail(
          65, at: Finding.Place(file: path),
          wanted == .markers
            ? "the file has no place for a drawing, between <!-- marble render FILE --> and <!-- marble end -->"
            : "the file has no spec; a spec in Markdown is written between ```marble and ```")
      }
    case .folder:
      let (before, failures, known) = ((specs.count, markers.count), errors.count, folders)
      namesLeft = mostNames
      addFolder(path)
      if namesLeft < 0 {
        folders = known
        specs.removeLast(specs.count - before.0)
        markers.removeLast(markers.count - before.1)
        errors.removeLast(errors.count - failures)
        return fail(
          66, "The folder '\(path)' has more than \(mostNames) files and folders. Name the folder of the specs.")
      }
      if (specs.count, markers.count) == before, errors.count == failures, folders.count > known.count, !allowsNone {
        fail(
          65, at: Finding.Place(file: path),
          wanted == .markers
            ? "no *.md in the folder has a place for a drawing, between <!-- marble render FILE --> and <!-- marble end -->"
            : "the folder has no specs; a spec is a file *.marble, or is written in a *.md between ```marble and ```"
        )
      }
    }
  }

  /// The kind of a path of the call. Reports a message and returns `nil` if there is no file.
  private mutating func kind(of path: String) -> Files.Kind? {
    do {
      if let entry = try Files.entry(at: path) { return entry.kind }
      let nearest = nearest(to: path)
      fail(66, "There is no file or folder '\(path)'.\(nearest.isEmpty ? CommandGuess.path(path) : nearest)")
    } catch {
      fail(66, "'\(path)' cannot be read: \(error.reason).")
    }
    return nil
  }

  /// Whether the name of a file is that of a drawing.
  private static func isDrawing(_ path: String) -> Bool {
    Drawing.pixelFormats.union(["svg", "html"]).contains(path.fileExtension.lowercased())
  }

  /// A question with the file of the same folder whose name is nearly that of a path.
  private func nearest(to path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false), name = parts.last.map(String.init) ?? ""
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : ""
    let names = ((try? Files.names(in: folder.isEmpty ? "." : folder)) ?? []).filter {
      $0.hasSuffix(".marble") || Markdown.isName($0)
    }
    let whole = ["\(name).marble", "\(name).md"].first { names.contains($0) }
    return (whole ?? Suggestion.nearest(to: name, among: names)).map { " Did you mean '\(folder)\($0)'?" } ?? ""
  }

  /// Adds the files of a folder and of the folders in it. Links are followed, but no folder is read twice.
  private mutating func addFolder(_ folder: String) {
    let names: [String]
    do {
      guard let entry = try Files.entry(at: folder), folders.insert(entry.identity).inserted else { return }
      names = try Files.names(in: folder)
    } catch {
      return fail(66, "The folder '\(folder)' cannot be read: \(error.reason).")
    }
    for name in names where !name.hasPrefix(".") {
      namesLeft -= 1
      if namesLeft < 0 { return }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let isSpec = name.hasSuffix(".marble") || Markdown.isName(name)
      do {
        switch try Files.entry(at: path)?.kind {
        case .folder: addFolder(path)
        case .file where isSpec:
          if let text = read(path) { _ = addSpecs(of: text, path) }
        default: break
        }
      } catch {
        if isSpec { fail(66, "'\(path)' cannot be read: \(error.reason).") }
      }
    }
  }

  /// Adds the specs of a file. Returns `false` if it has none.
  private mutating func addSpecs(of text: String, _ path: String) -> Bool {
    guard Markdown.isName(path) else {
      if wanted != .markers { specs.append(SpecText(text, file: path == "-" ? SpecInputs.inputName : path)) }
      return wanted != .markers
    }
    let (found, places) = Markdown.contents(of: text, file: path)
    var count = 0
    if wanted != .markers {
      specs += found
      count = found.count
      for (line, message) in Markdown.problems(in: text, file: path) {
        fail(65, at: Finding.Place(file: path, line: line), message)
        count += 1
      }
    }
    if wanted != .specs {
      markers += places.found
      for problem in places.problems { fail(65, problem.finding) }
      count += places.found.count + places.problems.count
    }
    return count > 0
  }

  /// Whether bytes look like UTF-16: they have its mark, or every other one of the first is zero, as in text of Latin
  /// letters.
  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let first = bytes.prefix(200)
    guard first.count >= 4 else { return false }
    return [0, 1].contains { zero in first.indices.allSatisfy { (first[$0] == 0) == ($0 % 2 == zero) } }
  }

  private mutating func read(_ path: String) -> String? {
    do {
      // A file that cannot be a spec is not read completely, because a device may have no end.
      let bytes = try Files.read(path) { $0.count > longest || $0.suffix(65_536).contains(0) }
      if path != "-", let entry = try Files.entry(at: path), entry.kind == .file { files.insert(entry.identity) }
      let file = path == "-" ? SpecInputs.inputName : path
      if takesRun, path == "-", bytes.first == UInt8(ascii: "{") {
        run = bytes
        return nil
      }
      let isUTF16 = SpecInputs.isUTF16(bytes)
      if bytes.contains(0) || isUTF16 {
        fail(
          65, at: Finding.Place(file: file),
          "this is " + (isUTF16 ? "UTF-16, not UTF-8; save it as UTF-8" : "a binary file, not text")
        )
        return nil
      }
      if bytes.count > longest {
        fail(65, at: Finding.Place(file: file), "this is longer than \(longest) bytes, and no more are read")
        return nil
      }
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      let place = SpecInputs.firstInvalid(bytes)
      fail(
        65, at: Finding.Place(file: file, line: place.line, column: place.column),
        "this is not UTF-8: byte 0x\(String(place.byte, radix: 16, uppercase: true))"
      )
    } catch {
      fail(66, "'\(path)' cannot be read: \(error.reason).")
    }
    return nil
  }

  /// The position of the first byte that is not part of a character.
  private static func firstInvalid(_ bytes: [UInt8]) -> (line: Int, column: Int, byte: UInt8) {
    // The bytes before it are the longest valid prefix; each shorter prefix that ends with a character is valid, too.
    var start = 0
    var line = 1
    for row in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      guard String(validating: row, as: UTF8.self) == nil else {
        line += 1
        start += row.count + 1
        continue
      }
      let valid = (0..<row.count).last { String(validating: row.prefix($0), as: UTF8.self) != nil } ?? 0
      let column = String(decoding: row.prefix(valid), as: UTF8.self).count + 1
      return (line, column, bytes[start + valid])
    }
    return (1, 1, 0)
  }
}
