import MarblesTesting
import Settling
import Testing

@Test(arguments: [
  ("-a-b-----c---|", "------b-----c|"),
  ("-a---a---|", "----a----|"),
  ("-a-|", "---|"),
])
func severalRows(typed: String, settled: String) throws {
  try marbles { m in
    let values = m.cold(typed)
    m.expect(values.settled(for: m.frames(3), scheduler: m.scheduler)).toBe(settled)
  }
}
