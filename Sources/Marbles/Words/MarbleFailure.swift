import VirtualTime

/// A position in a source file: the call that created a row of marbles or an expectation.
public struct SourcePlace: Sendable {
  /// The module and the file, such as `SearchTests/DebounceTests.swift`.
  public var fileID: String { module.description }
  /// The full path of the file.
  public var filePath: String { file.description }
  package let file: StaticString
  private let module: StaticString
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1.
  public let column: Int

  @usableFromInline package init(_ fileID: StaticString, _ filePath: StaticString, _ line: Int, _ column: Int) {
    module = fileID
    file = filePath
    self.line = line
    self.column = column
  }

  /// Whether both are the same position of the same file.
  static func == (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.line, left.column) == (right.line, right.column) && left.filePath == right.filePath
  }

  /// The name of the file and the line, such as `DebounceTests.swift:9`.
  var short: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}

/// The error of a marble test: every problem that was found, in the order of the test.
public struct MarbleFailure: Error, Sendable, CustomStringConvertible {
  /// A problem of a test.
  public struct Problem: Sendable, CustomStringConvertible {
    /// The position in the source file.
    public let place: SourcePlace
    /// The text: the first line names the problem, the following ones show it.
    public let text: String
    let kind: Finding.Kind
    /// The rows of its call that would hold, if actual rows are asked for.
    var rewrite: RowRewrite?

    /// - Parameter kind: The kind; needed if the text has an instant, a number or a row of one run.
    package init(place: SourcePlace, text: String, kind: Finding.Kind? = nil) {
      self.place = place
      self.text = text
      self.kind = kind ?? .other(text)
    }

    func with(text: String) -> Self {
      var problem = Self(place: place, text: text, kind: kind)
      problem.rewrite = rewrite
      return problem
    }
    /// Whether both are of one kind, and of the same line.
    func isSame(as other: Self) -> Bool {
      kind == other.kind && place.line == other.place.line && place.fileID == other.place.fileID
    }

    /// The file and the line, then the text.
    public var description: String { "\(place.short): \(text)" }
  }

  /// The problems; never empty.
  public let problems: [Problem]

  /// The texts of all problems, separated by blank lines.
  public var description: String { problems.map(\.description).joined(separator: "\n\n") }
}

extension MarbleFailure.Problem {
  /// Creates the problem of a row of marbles that could not be read.
  init(_ error: NotationError, at place: SourcePlace) { self.init(place: place, text: "\(error)") }
}

extension MarbleFailure {
  /// Returns the failure with the seed of the random numbers, if the code has drawn some.
  func drawn(on timeline: Timeline) -> MarbleFailure {
    guard let seed = timeline.seedInUse, let first = problems.first else { return self }
    let text = "\(first.text)\n  the seed of its random numbers is \(seed): randomNumbers: .seed(\(seed))"
    return MarbleFailure(problems: [first.with(text: text)] + problems.dropFirst())
  }
  /// Returns the failure with a sentence about the seed, for a test that passed in the order of scheduling. Without a
  /// seed it is returned unchanged.
  func found(with seed: UInt64?) -> MarbleFailure {
    guard let seed else { return self }
    let again = "seed \(seed) shows one in which it fails, with seeds: \(seed)..<\(seed + 1)"
    let luck = "the test holds only in some orders at equal instants; \(again)"
    return MarbleFailure(problems: problems.map { $0.with(text: "\(luck)\n\($0.text)") })
  }
}

/// The rows of a call, and the rows that would match the actual events.
struct RowRewrite: Sendable {
  /// The place of the call of `toBe`.
  var place: SourcePlace
  var old: [String]
  /// The new rows; `nil` if the actual events cannot be written there.
  var new: [String]?
  /// The entries of the table that the new row needs, such as `"c": 20`.
  var added: [String] = []
  /// The values that cannot be given a name.
  var unnamed: [String] = []
}
