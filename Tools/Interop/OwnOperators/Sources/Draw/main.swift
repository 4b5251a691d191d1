import MarbleDiagrams
import Marbles
import Settling

marblesOrExit { m in
  let typed = m.cold("       -a-b-----c-b-----c---|")
  let settled = m.expect(typed.settled(for: m.frames(3), scheduler: m.scheduler), name: "typed.settled(for: 3)")
  settled.toBe("             ------b-------------c|")
  try m.run()
  print(m.diagram(of: settled, title: "Settled sends what stays").svg(), terminator: "")
}
