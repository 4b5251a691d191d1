import Testing
import VirtualTime

@testable import MarbleSpecs

/// The values that an operator of a user receives, and may send.
struct SpecValueTests {
  @Test func aValueIsReadAsWhatItIs() {
    #expect(
      SpecValue(3).integer == 3 && SpecValue(3).decimal == 3.0 && SpecValue(3).string == nil && SpecValue(3).bool == nil
    )
    #expect(SpecValue(2.5).decimal == 2.5 && SpecValue(2.5).integer == nil)
    #expect(SpecValue("x").string == "x" && SpecValue("x").elements == nil)
    #expect(SpecValue(true).bool == true && SpecValue(true).decimal == nil)
    #expect(SpecValue([SpecValue(1), SpecValue("x")]).elements == [SpecValue(1), SpecValue("x")])
    #expect(SpecValue(Carried(.tuple([.integer(1), .bool(false)]))).elements == [SpecValue(1), SpecValue(false)])
    #expect(SpecValue.nil.integer == nil && SpecValue.nil.elements == nil)
  }

  /// As everywhere in the language, `1` is not `1.0`.
  @Test func equalityIsThatOfTheLanguage() {
    #expect(SpecValue(1) == SpecValue(1) && SpecValue(1) != SpecValue(1.0) && SpecValue("1") != SpecValue(1))
    #expect(Set([SpecValue(1), SpecValue(1), SpecValue("1")]).count == 2)
  }

  @Test func aValueIsPrintedAsASpecWritesIt() {
    let values = [
      SpecValue(-1), SpecValue(2.5), SpecValue("two \"words\""), SpecValue(true), .nil, SpecValue(.milliseconds(300)),
      SpecValue([SpecValue(1), SpecValue("x")]),
    ]
    #expect(values.map(\.description) == ["-1", "2.5", #""two \"words\"""#, "true", "nil", "300ms", #"[1, "x"]"#])
  }

  @Test func whatAnOperatorMaySend() {
    #expect(7.specValue == SpecValue(7) && 0.5.specValue == SpecValue(0.5) && "x".specValue == SpecValue("x"))
    #expect(false.specValue == SpecValue(false) && VirtualInstant.Stride.seconds(1).specValue == SpecValue(.seconds(1)))
    #expect([1, 2].specValue == SpecValue([SpecValue(1), SpecValue(2)]))
    #expect((nil as Int?).specValue == .nil && (3 as Int?).specValue == SpecValue(3))
    #expect([[1], []].specValue.description == "[[1], []]")
    #expect(SpecValue("same").specValue == SpecValue("same"))
  }

  /// A value that is sent as it came keeps where it came from; an array keeps that of its elements.
  @Test func aValueKeepsWhereItCameFrom() throws {
    let tracer = Tracer(Timeline())
    let (one, two) = (CausingEvents(0, tracer), CausingEvents(1, tracer))
    let values = [SpecValue(Carried(.integer(1), one)), SpecValue(Carried(.integer(2), two))]
    #expect(values[0].specValue.carried.causes === one)
    #expect(values.specValue.carried.causes?.events == [0, 1])
    #expect((values.last.specValue).carried.causes === two)
    #expect(try #require(values.specValue.elements?.first).carried.causes?.events == [0, 1])
    #expect(SpecValue(1).carried.causes == nil)
  }

  @Test func aFailureOfAnyKindIsOne() {
    struct Broken: Error, CustomStringConvertible { let description = "broken" }
    #expect(SpecFailure(any: Broken()) == SpecFailure("broken"))
    #expect(SpecFailure(any: SpecFailure("as it is")).value == .string("as it is"))
  }
}
