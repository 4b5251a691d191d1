// What a page calls. A text goes in and out as a pointer to UTF-8; an answer begins with its code and its length.

@_extern(c, "marble_alloc") func marbleAlloc(_ size: Int) -> UnsafeMutableRawPointer?

private func answer(_ code: Int32, _ text: String) -> UnsafeMutableRawPointer {
  var text = text
  return text.withUTF8 { bytes in
    let place = marbleAlloc(bytes.count + 8)!
    place.storeBytes(of: code, as: Int32.self)
    place.storeBytes(of: Int32(bytes.count), toByteOffset: 4, as: Int32.self)
    if bytes.count > 0 { (place + 8).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count) }
    return place
  }
}

/// Runs a spec. Format: 0 text, 1 SVG, 3 JSON, 4 check, 5 for the page, 8 as a Swift test, 9 what its operators are
/// confused with, 11 the shortest input on which its two pipelines differ, 13 a step of the search for pipelines that send its row, whose number is the name, 14 what else fits in place of the call
/// whose line and column are the name, 15 what its rows do not exercise; 6 tells of the language, 7 edits a row by the
/// command that is the name, 10 is the style of pictures. Flags: 1 stages, 2 timers, 4 causes, 8 ASCII, 32 for
/// somebody who predicts the outcome; all from 256 on are the width that the page has for a picture.
@_cdecl("marble_run")
public func run(
  _ start: UnsafePointer<UInt8>, _ count: Int32, _ name: UnsafePointer<UInt8>, _ nameCount: Int32, _ format: Int32,
  _ flags: Int32
)
  -> UnsafeMutableRawPointer
{
  let source = String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  let file = String(decoding: UnsafeBufferPointer(start: name, count: Int(nameCount)), as: UTF8.self)
  let text = SpecText(source, file: file)
  switch format {
  case 5:
    let width = flags < 256 ? PosterLayout.width : Double(flags >> 8)
    let room = PosterLayout.Room(width: width, hasInputs: true, isCovered: flags & 32 != 0)
    return answer(0, SpecPage.json(of: text, room: room))
  case 6: return answer(0, SpecPage.about)
  case 10: return answer(0, SpecPage.styles)
  case 9: return answer(0, SpecPage.swaps(of: text))
  case 14: return answer(0, SpecPage.others(of: text, at: file))
  case 15: return answer(0, SpecPage.strength(of: text))
  case 11: return answer(0, SpecPage.difference(of: text))
  case 13: return answer(0, SpecPage.pipelines(for: text, step: Int(file) ?? 0))
  case 7: return SpecPage.edited(source, file).map { answer(0, $0) } ?? answer(1, "")
  default: break
  }
  do throws(SpecProblem) {
    if format == 8 {
      var names: Set<String> = []
      let test = try SwiftTest.code(of: try ExecutedSpec(text), taken: &names)
      let body = (test.contains("Failed") ? SwiftTest.failure + "\n" : "") + test
      return answer(0, SwiftTest.imports(for: body) + "\n" + body)
    }
    if format == 4 {
      let failures = SpecCheck(try ExecutedSpec(text)).failures
      return answer(failures.isEmpty ? 0 : 1, failures.joined(separator: "\n"))
    }
    var style = TextStyle()
    style.showsStages = flags & 1 != 0
    style.showsTimers = flags & 2 != 0
    style.showsCauses = flags & 4 != 0
    style.isASCII = flags & 8 != 0
    let spec = try ExecutedSpec(text, isTraced: style.needsTrace || format != 0)
    let diagram = spec.diagram
    let code: Int32 = spec.outcomes.contains { $0.runaway != nil } ? 1 : 0
    switch format {
    case 1:
      return answer(code, SVGRenderer.text(of: PosterLayout.picture(of: diagram, width: PosterLayout.width)))
    case 3: return answer(code, JSONRenderer.text(of: diagram, program: spec.file.program))
    default: return answer(code, TextRenderer.text(of: diagram, style: style))
    }
  } catch {
    return answer(65, error.description)
  }
}
