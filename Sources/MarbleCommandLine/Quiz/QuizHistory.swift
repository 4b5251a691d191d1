import Marbles

/// The questions that were answered wrongly in earlier sessions: one line for each, in the user's state folder.
struct QuizHistory {
  private let folder: String?
  private var missed: [String] = []
  private var before: [String] = []
  /// The reason for which the history could not be read.
  private(set) var problem: String?

  /// Reads the history in a folder; it is empty without a folder.
  init(_ folder: String?) {
    self.folder = folder
    guard let folder else { return }
    do {
      guard try Files.entry(at: "\(folder)/quiz") != nil else { return }
      missed = String(decoding: try Files.read("\(folder)/quiz"), as: UTF8.self).split(separator: "\n").map(String.init)
      before = missed
    } catch {
      problem = "The history of the quiz cannot be read: \(error.reason)."
    }
  }

  /// The questions with the missed ones first.
  func missedFirst<Question>(_ questions: [Question], identity: (Question) -> String) -> [Question] {
    let missed = Set(missed)
    return questions.filter { missed.contains(identity($0)) } + questions.filter { !missed.contains(identity($0)) }
  }

  mutating func record(_ identity: String, isRight: Bool) {
    missed.removeAll { $0 == identity }
    if !isRight { missed.append(identity) }
  }

  /// Writes the missed questions. Returns a message if that fails.
  func save() -> String? {
    guard let folder, missed != before else { return nil }
    do {
      let parents = folder.split(separator: "/", omittingEmptySubsequences: false)
      for count in 2...max(2, parents.count) where count <= parents.count {
        let path = parents.prefix(count).joined(separator: "/")
        if !path.isEmpty { try Files.makeFolder(path) }
      }
      // The last thousand questions are kept.
      try Files.write(missed.suffix(1_000).map { $0 + "\n" }.joined(), to: "\(folder)/quiz")
      return nil
    } catch {
      return "The history of the quiz cannot be written: \(error.reason). '--no-history' runs the quiz without it."
    }
  }
}
