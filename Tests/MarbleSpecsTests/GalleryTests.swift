import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// The specs in `Diagrams/`: they hold, and they notice every change.
struct GalleryTests {
  /// `.ci/run` checks all of them, by the command.
  @Test func everySpecHolds() throws {
    for text in try Gallery.few() { #expect(SpecCheck(try Gallery.traced(text)).failures == [], "\(text.file)") }
  }

  @Test func everySpecSaysWhatItIs() throws {
    func families(_ texts: [SpecText]) throws -> Set<String> {
      Set(
        try texts.map { text in
          let headers = try SpecFile(text).headers
          #expect(headers["title"] != nil && headers["family"] != nil && headers["note"] != nil, "\(text.file)")
          return headers["family"] ?? ""
        })
    }
    let all = try families(Gallery.specs()), few = try families(Gallery.few())
    #expect(all == few, "no diagram of some family is among those that differ in kind")
  }

  /// The first picture of the README shows the pipeline that stands above it.
  @Test func theFirstPictureIsOfTheFirstSpec() throws {
    let readme = try Gallery.text("../README.md")
    let fence = try #require(readme.split(separator: "```marble\n").dropFirst().first?.split(separator: "\n```").first)
    let picture = try #require(readme.split(separator: "](Diagrams/").dropFirst().first?.prefix { $0 != "." })
    let drawn = try Gallery.text("\(picture).marble")
    func runs(_ text: String) throws -> [[String]] {
      try ExecutedSpec(SpecText(text, file: "a.marble")).diagram.runs.map(\.pipeline)
    }
    #expect(try runs(String(fence)) == runs(drawn))
  }

  /// A drawing is a spec that holds, and drawing it again changes nothing.
  @Test func whatIsDrawnIsASpecAgain() throws {
    for text in try Gallery.few() {
      let drawn = TextRenderer.text(of: try Gallery.rerun(text, isTraced: false).diagram)
      let again = try ExecutedSpec(SpecText(drawn, file: text.file))
      #expect(SpecCheck(again).failures == [])
      #expect(TextRenderer.text(of: again.diagram) == drawn)
    }
  }

  /// No marble and no end of any `=` can be moved, removed or renamed, and no subscription moved or removed, without a
  /// failure.
  @Test func everyChangeIsNoticed() throws {
    var count = 0
    for text in try Gallery.few() {
      let spec = try Gallery.traced(text)
      for (block, subscriber, lane) in spec.file.expectations {
        for mutant in lane.mutants() {
          var file = spec.file
          file.blocks[block].subscribers[subscriber].expected!.lane = mutant
          #expect(!SpecCheck(ExecutedSpec(file, spec.outcomes)).failures.isEmpty, "\(text.file): \(lane) → \(mutant)")
          count += 1
        }
      }
      for block in spec.file.blocks.indices {
        for window in spec.file.blocks[block].windows.indices {
          for mutant in spec.file.blocks[block].windows[window].row.lane.mutants() {
            var file = spec.file
            file.blocks[block].windows[window].row.lane = mutant
            #expect(!SpecCheck(ExecutedSpec(file, spec.outcomes)).failures.isEmpty, "\(text.file): subs \(mutant)")
            count += 1
          }
        }
      }
    }
    #expect(count > (Gallery.isLong ? 300 : 100))
  }

  /// The same through the whole of the command, on one text.
  @Test func aChangedTextFails() throws {
    let text = "frame: 100ms\na: -1-2-|\n> a.delay(for: 300ms)\n= ----1-2-|\n"
    #expect(SpecCheck(try ExecutedSpec(SpecText(text, file: "a.marble"))).failures == [])
    for (old, new) in [
      ("= ----1-2-|", "= ---1-2-|"), ("= ----1-2-|", "= ----1-2-#"), ("= ----1-2-|", "= ----1---|"),
      ("= ----1-2-|", "= ----2-2-|"),
    ] {
      let changed = text.split(separator: "\n").map { $0 == old ? new : String($0) }.joined(separator: "\n")
      #expect(SpecCheck(try ExecutedSpec(SpecText(changed, file: "a.marble"))).failures.count == 1)
    }
  }

  /// Every operator of the table is shown, in the form of each of its rows.
  @Test func everyOperatorHasADiagram() throws {
    var shown: Set<String> = []
    for text in try Gallery.specs() {
      let file = try SpecFile(text)
      for block in file.blocks { block.pipeline.expression.collectForms(&shown) }
      for case .derived(let derived) in file.definitions { derived.pipeline.expression.collectForms(&shown) }
    }
    #expect(OperatorTable.shared.rows.map(\.signature).filter { !shown.contains($0) } == [])
  }
}

extension SpecFile {
  /// All rows that say what should happen, with their places.
  var expectations: [(block: Int, subscriber: Int, lane: Lane)] {
    blocks.indices.flatMap { block in
      blocks[block].subscribers.indices.compactMap { subscriber in
        blocks[block].subscribers[subscriber].expected.map { (block, subscriber, $0.lane) }
      }
    }
  }
}

extension Lane {
  /// The lanes that differ in one mark: it is moved by a frame, taken out, or is another one.
  fileprivate func mutants() -> [Lane] {
    var mutants: [Lane] = []
    for (index, moment) in moments.enumerated() {
      for step in [-frame, frame] { mutants.append(changing(index) { $0.instant.nanoseconds += step }) }
      for place in moment.marks.indices {
        mutants.append(changing(index) { $0.marks.remove(at: place) })
        if let other = moment.marks[place].other { mutants.append(changing(index) { $0.marks[place] = other }) }
      }
    }
    return mutants
  }

  private func changing(_ index: Int, _ change: (inout Moment) -> Void) -> Lane {
    var lane = self
    change(&lane.moments[index])
    if lane.moments[index].marks.isEmpty { lane.moments.remove(at: index) }
    var merged: [Moment] = []
    for moment in lane.moments.sorted(by: { $0.instant < $1.instant }) {
      if merged.last?.instant == moment.instant {
        merged[merged.count - 1].marks += moment.marks
      } else {
        merged.append(moment)
      }
    }
    return Lane(frame: frame, moments: merged)
  }
}

extension Mark {
  /// Something else in its place; nil where that would be no other meaning.
  fileprivate var other: Mark? {
    switch kind {
    case .value(let symbol): Mark(.value(Symbol(symbol.text == "Ω" ? "Ψ" : "Ω")))
    case .finished: Mark(.failure("another"))
    case .failure: Mark(.finished)
    default: nil
    }
  }
}

extension Expression {
  /// The signatures of all operators in it.
  fileprivate func collectForms(_ found: inout Set<String>) {
    if case .call(let callee, let arguments) = kind {
      var name = ""
      if case .name(let origin) = callee.kind { name = origin }
      if case .member(let base, let member, _, _) = callee.kind {
        name = member
        if case .name(let space) = base.kind, !OperatorTable.shared.forms(of: "\(space).\(member)").isEmpty {
          name = "\(space).\(member)"
        }
      }
      if let form = OperatorTable.shared.forms(of: name).bound(to: arguments)?.form {
        found.insert(form.signature)
      }
    }
    if case .member(_, let name, _, _) = kind {
      found.formUnion(OperatorTable.shared.forms(of: name, on: .value).map(\.signature))
    }
    for child in kind.children { child.collectForms(&found) }
  }
}
