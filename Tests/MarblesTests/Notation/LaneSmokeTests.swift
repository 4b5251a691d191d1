import Marbles
import Testing

@Test func readsAndPrints() throws {
  for (text, role) in [
    ("-a--b--(c|)", Lane.Role.cold), ("a[bc]'two words'#'no'", .cold), ("a^b-(cd|)", .hot), ("(^!)", .window), ("3-'12'-*", .demand),
    ("-{ab}?|", .expectation), ("a @500us b 1500ms c", .cold),
  ] {
    #expect(try Lane(parsing: text, as: role).description == text)
  }
}
