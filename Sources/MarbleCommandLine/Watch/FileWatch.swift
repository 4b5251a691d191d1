import Marbles

/// Finds the specs below some paths that were saved, created or removed.
///
/// It compares the stamps of the files, so it notices each way of saving: writing into the file, and replacing it by
/// another file. Folders are listed again only after they changed. A round over 10,000 files without a change reads
/// only their stamps and takes about 10 ms.
struct FileWatch {
  typealias Stamp = Files.Stamp

  private let paths: [String]
  private let isWanted: (String) -> Bool
  /// The files that were found, and the folders that were listed, each with its stamp.
  private var entries: [(path: String, stamp: Stamp)] = []
  /// Whether all paths of the call existed, and no folder has to be listed again.
  private var isComplete = false
  /// The contents of the folders at the time of their stamps: specs and folders. A folder is listed twice, because two
  /// changes may have the same time in the file system, and the first listing may miss the second change.
  private var folders: [String: (stamp: Stamp, paths: [String], isSettled: Bool)] = [:]

  init(_ paths: [String], where isWanted: @escaping (String) -> Bool) {
    self.paths = paths
    self.isWanted = isWanted
  }

  /// The files, in order.
  private(set) var files: [String] = []

  /// The changes since the last call. At the first call all files are new.
  mutating func changes() -> (saved: [String], gone: [String]) { savedInPlace().map { ($0, []) } ?? foundAnew() }

  /// The files whose stamps have changed, if no file was created or removed; else `nil`.
  private mutating func savedInPlace() -> [String]? {
    guard isComplete else { return nil }
    var saved: [(index: Int, stamp: Stamp)] = []
    for index in entries.indices {
      guard let stamp = Files.stamp(at: entries[index].path), stamp.kind == entries[index].stamp.kind else {
        return nil
      }
      if stamp == entries[index].stamp { continue }
      if stamp.kind == .folder { return nil }
      saved.append((index, stamp))
    }
    for (index, stamp) in saved { entries[index].stamp = stamp }
    return saved.map { entries[$0.index].path }
  }

  private mutating func foundAnew() -> (saved: [String], gone: [String]) {
    let old = Dictionary(entries.map { ($0.path, $0.stamp) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<Files.Identity> = []
    entries = []
    isComplete = true
    for path in paths { add(path, isNamed: true, &seen) }
    let found = entries.filter { $0.stamp.kind == .file }
    let now = Set(found.map(\.path))
    let gone = files.filter { !now.contains($0) }
    files = found.map(\.path)
    return (found.filter { old[$0.path] != $0.stamp }.map(\.path), gone)
  }

  private mutating func add(_ path: String, isNamed: Bool, _ seen: inout Set<Files.Identity>) {
    guard let stamp = Files.stamp(at: path) else {
      if isNamed { isComplete = false }
      return
    }
    guard stamp.kind == .folder else {
      if stamp.kind == .file, isNamed || isWanted(path) { entries.append((path, stamp)) }
      return
    }
    // A link may lead back to a folder that is being listed.
    guard seen.insert(stamp.identity).inserted else { return }
    entries.append((path, stamp))
    for inner in contents(of: path, stamp) { add(inner, isNamed: false, &seen) }
  }

  private mutating func contents(of folder: String, _ stamp: Stamp) -> [String] {
    let known = folders[folder]
    if let known, known.stamp == stamp, known.isSettled { return known.paths }
    let names = ((try? Files.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }
    let paths = names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
      .filter { isWanted($0) || Files.stamp(at: $0)?.kind == .folder }
    let isSettled = known?.stamp == stamp
    if !isSettled { isComplete = false }
    folders[folder] = (stamp, paths, isSettled)
    return paths
  }
}
