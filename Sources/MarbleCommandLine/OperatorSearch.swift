import MarbleSpecs
import Marbles
import PipesCore

/// Finds operators by the words of a purpose, such as "wait until typing stops".
struct OperatorSearch {
  /// One operator: how much each word says about it, and the words of each of its phrases.
  private struct Entry {
    let name: String
    var weights: [String: Int] = [:]
    var phrases: [Set<String>] = []

    mutating func add(_ text: String, _ weight: Int) {
      for word in OperatorSearch.words(of: text) { weights[word] = max(weights[word] ?? 0, weight) }
    }
  }
  private let entries: [Entry]
  private let known: Set<String>

  static let shared = OperatorSearch(.shared)

  init(_ table: OperatorTable) {
    var entries: [Entry] = [], places: [String: Int] = [:]
    for form in table.rows {
      let name = form.name.split(separator: ".").last.map { String($0) } ?? form.name
      let place = places[name] ?? entries.count
      if place == entries.count {
        places[name] = place
        entries.append(Entry(name: form.name))
        for phrase in Intentions.phrases[name] ?? [] {
          entries[place].add(phrase, 2)
          entries[place].phrases.append(Set(OperatorSearch.words(of: phrase)))
        }
      }
      for name in [form.name] + form.facts.rx {
        entries[place].add(name, 3)
        entries[place].weights[OperatorSearch.stem(name.lowercased())] = 3
      }
      entries[place].add(form.sentence, 1)
      entries[place].add(form.facts.use, 1)
    }
    self.entries = entries
    known = Set(entries.flatMap(\.weights.keys))
  }

  /// The names of the operators that fit to a text, the best first: those with exactly this phrase before all others.
  ///
  /// - Parameter guesses: Whether a word that nobody knows is taken as a word that was mistyped.
  func names(for text: String, guesses: Bool = true) -> [String] {
    let words = Set(OperatorSearch.words(of: text))
    var scores = [Double](repeating: 0, count: entries.count)
    // In the order of the letters, because a sum of decimals depends on it.
    for word in words.sorted() {
      let near = known.contains(word) ? [word] : guesses ? similar(to: word) : []
      let found = entries.map { entry in near.compactMap { entry.weights[$0] }.max() ?? 0 }
      // A word of few operators says more than one of many.
      let count = found.filter { $0 > 0 }.count
      for index in found.indices where found[index] > 0 {
        scores[index] += Double(found[index]) * (Double(entries.count) / Double(count)).squareRoot()
      }
    }
    for index in entries.indices where !words.isEmpty && entries[index].phrases.contains(words) {
      scores[index] += 1_000
    }
    let order = entries.indices.filter { scores[$0] > 0 }.sorted { (scores[$1], $0) < (scores[$0], $1) }
    return order.map { entries[$0].name }
  }
  /// Whether a text is a phrase of some operator.
  func isPhrase(_ text: String) -> Bool {
    let words = Set(OperatorSearch.words(of: text))
    return !words.isEmpty && entries.contains { $0.phrases.contains(words) }
  }
  private func similar(to word: String) -> [String] {
    guard word.count >= 4 else { return [] }
    let characters = Array(word), limit = max(1, word.count / 4)
    return known.filter { abs($0.count - word.count) <= 2 && NearestName.distance(characters, Array($0)) <= limit }
  }

  // MARK: Words

  private static let empty: Set<String> = [
    "a", "an", "the", "of", "to", "by", "in", "on", "for", "and", "or", "is", "are", "be", "it", "its", "my", "i", "do",
    "does", "how", "this", "that", "with", "as",
  ]
  /// The words of a text that say something, without their endings. A name such as `debounceTime` is two words.
  private static func words(of text: String) -> [String] {
    var words: [String] = [], word = ""
    func finish() {
      if !word.isEmpty, !empty.contains(word) { words.append(stem(word)) }
      word = ""
    }
    var wasLower = false
    for character in text {
      let isLetter = character.isLetter || character.isNumber
      if !isLetter || character.isUppercase && wasLower { finish() }
      if isLetter { word += character.lowercased() }
      wasLower = character.isLowercase
    }
    finish()
    return words
  }
  private static func stem(_ word: String) -> String {
    let ending = ["ing", "ed", "es", "s", "e"].first { word.hasSuffix($0) && word.count >= $0.count + 3 } ?? ""
    var stem = Array(word.dropLast(ending.count))
    if stem.count > 3, stem[stem.count - 1] == stem[stem.count - 2] { stem.removeLast() }
    return String(stem)
  }
}
