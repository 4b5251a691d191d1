/// The names of the tasks of a run, which are the same in each order in which the run may go.
///
/// 1. The first task is the body.
/// 2. A task that has a name of its own, which no other task has, is called by it.
/// 3. Each other one is called by its text, which is its own name or the function that has made it, and by its number:
///    how many tasks with this text its creator has made up to then. A creator that is not the body is named behind it.
/// 4. A task whose creator has many creators before it counts as made by an earlier one, so that names stay short.
struct TaskNames {
  /// The maker of a task: another task, a named action of the timeline, or one that is not known.
  enum Creator: Hashable {
    case task(UInt64), action(String), unknown
  }
  private struct Entry {
    let text: String
    let isOwn: Bool
    let creator: Creator
    /// The number of creators before it.
    let depth: Int
    let number: Int
  }
  private struct Series: Hashable {
    let creator: Creator
    let text: String
  }
  private var entries: [UInt64: Entry] = [:]
  private var body: UInt64?
  private var counts: [Series: Int] = [:]
  /// How many tasks have each name of their own.
  private var namesakes: [String: Int] = [:]
  private static let mostCreators = 2, unknown = "a task"

  var isEmpty: Bool { entries.isEmpty }
  subscript(task: UInt64) -> String? {
    guard let entry = entries[task] else { return nil }
    if task == body || entry.isOwn && namesakes[entry.text] == 1 { return entry.text }
    let name = "\(entry.text) #\(entry.number)"
    return switch entry.creator {
    case .task(let task): self[task].map { "\(name) of \($0)" } ?? name
    case .action(let action): "\(name) of \(action)"
    case .unknown: name
    }
  }
  /// Whether a task has no name, or only one that says nothing: where a closure is converted first, its function is not
  /// known before the task has begun.
  func mayBeNamed(_ task: UInt64) -> Bool { entries[task].map { $0.text == Self.unknown } ?? true }
  /// Names a task after itself, else after the function that has made it.
  mutating func add(_ task: UInt64, name: String?, maker: String?, by creator: Creator = .unknown) {
    let old = entries[task], isBody = body == nil
    if !mayBeNamed(task) || old != nil && name == nil && maker == nil { return }
    let (creator, depth) = old.map { ($0.creator, $0.depth) } ?? place(below: creator)
    let text = isBody ? "the body" : name ?? maker ?? Self.unknown
    let series = Series(creator: creator, text: text)
    counts[series, default: 0] += 1
    if name != nil { namesakes[text, default: 0] += 1 }
    if isBody { body = task }
    entries[task] = Entry(
      text: text, isOwn: name != nil, creator: creator, depth: depth, number: counts[series] ?? 1)
  }
  private func place(below creator: Creator) -> (Creator, depth: Int) {
    guard case .task(let task) = creator else { return (creator, creator == .unknown ? 0 : 1) }
    guard task != body, let entry = entries[task] else { return (.unknown, 0) }
    return entry.depth < Self.mostCreators ? (creator, entry.depth + 1) : (entry.creator, entry.depth)
  }
}
