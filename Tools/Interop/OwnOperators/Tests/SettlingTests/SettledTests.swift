import MarblesTesting
import Settling
import Testing

@Test func whatIsTypedAgainIsSentOnce() throws {
  try marbles { m in
    let typed = m.cold("      -a-b-----c-b-----c---|")
    let settled = typed.settled(for: m.frames(3), scheduler: m.scheduler)
    m.expect(settled).toBe("  ------b-------------c|")
  }
}
