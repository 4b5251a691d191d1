extension MarbleReport {
  /// The rows of a call, and the rows that would match the actual events.
  struct Rewrite {
    /// The place of the call of `toBe`.
    var place: SourcePlace
    var old: [String]
    /// The new rows; `nil` if the actual events cannot be written there.
    var new: [String]?
  }

  /// Returns the problem of a comparison, if there is one. In a recording run it rewrites the rows instead, where that is possible.
  func problem(_ headline: String, _ comparison: Comparison, at place: SourcePlace, _ rewrite: Rewrite?) -> [MarbleFailure.Problem] {
    guard let text = text(headline, comparison) else { return [] }
    guard let rewrite, test.recordsRows else { return [.init(place: place, text: text)] }
    do throws(LiteralEdit.Refusal) {
      return [.init(place: place, text: try record(rewrite))]
    } catch {
      return [.init(place: place, text: "\(text)\n  not recorded: \(error.reason)")]
    }
  }

  /// Writes the new rows into the source file. Returns a text about it.
  private func record(_ rewrite: Rewrite) throws(LiteralEdit.Refusal) -> String {
    guard let new = rewrite.new else { throw .init(reason: "the symbols of the row cannot express the outcome") }
    let edit = LiteralEdit(line: rewrite.place.line, column: rewrite.place.column, old: rewrite.old, new: new)
    var refusal: LiteralEdit.Refusal?
    do throws(Files.Failure) {
      try Files.update(rewrite.place.filePath) { source in
        do throws(LiteralEdit.Refusal) {
          return try edit.applied(to: source)
        } catch {
          refusal = error
          return nil
        }
      }
    } catch {
      throw .init(reason: error.reason)
    }
    if let refusal { throw refusal }
    let rows = zip([rewrite.old, new], ["was", "is "]).map { rows, verb in
      rows.map { "  \(verb)  \($0)" }.joined(separator: "\n")
    }
    return (["recorded, run again"] + rows.filter { !$0.isEmpty }).joined(separator: "\n")
  }

  /// Returns the row of a lane with the leading blanks of the row that it replaces.
  static func row(_ lane: Lane, inPlaceOf old: String) -> String { String(old.prefix { $0 == " " }) + lane.description }
}
