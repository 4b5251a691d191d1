import Marbles

/// Notices which of the specs below some paths were saved, made or removed.
///
/// It compares what the file system says of each file, so it sees every way of saving: writing into the file, and writing another one that takes its
/// name. Folders are listed again only after they changed. One round over 10,000 files takes about 10 ms.
struct FileWatch {
  /// The identity of one version of a file.
  typealias Stamp = Files.Stamp

  private let paths: [String]
  private let isWanted: (String) -> Bool
  private var stamps: [String: Stamp] = [:]
  /// The contents of the folders at the time of their stamps: wanted files, and folders.
  private var folders: [String: (stamp: Stamp, paths: [String])] = [:]

  init(_ paths: [String], where isWanted: @escaping (String) -> Bool) {
    (self.paths, self.isWanted) = (paths, isWanted)
  }

  /// The files, in order.
  private(set) var files: [String] = []

  /// The changes since the last call; at the first one all files are new.
  mutating func changes() -> (saved: [String], gone: [String]) {
    var found: [(path: String, stamp: Stamp)] = []
    var seen: Set<Files.Identity> = []
    for path in paths { add(path, isNamed: true, &found, &seen) }
    let saved = found.filter { stamps[$0.path] != $0.stamp }.map(\.path)
    let now = Dictionary(found, uniquingKeysWith: { first, _ in first })
    let gone = files.filter { now[$0] == nil }
    stamps = now
    files = found.map(\.path)
    return (saved, gone)
  }

  private mutating func add(
    _ path: String, isNamed: Bool, _ found: inout [(path: String, stamp: Stamp)], _ seen: inout Set<Files.Identity>
  ) {
    guard let stamp = Files.stamp(at: path) else { return }
    guard stamp.kind == .folder else {
      if stamp.kind == .file, isNamed || isWanted(path) { found.append((path, stamp)) }
      return
    }
    // A link may lead back to a folder that is being looked through.
    guard seen.insert(stamp.identity).inserted else { return }
    for inner in contents(of: path, stamp) { add(inner, isNamed: false, &found, &seen) }
  }

  private mutating func contents(of folder: String, _ stamp: Stamp) -> [String] {
    if let known = folders[folder], known.stamp == stamp { return known.paths }
    let names = ((try? Files.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }
    let paths = names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
      .filter { isWanted($0) || Files.stamp(at: $0)?.kind == .folder }
    folders[folder] = (stamp, paths)
    return paths
  }
}
