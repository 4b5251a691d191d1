extension FiftyRule {
  /// About connections, sessions, values and protocols.
  static let second: [FiftyRule] = [
    FiftyRule(
      "Beams, webhook timeouts and retries",
      "https://docs.bird.com/pusher/beams/beams/webhooks/beams-webhook-timeouts-and-retries",
      "A webhook is delivered five times at most: once, and four retries.",
      "at most 5 delivery", frame: "10s",
      holds: "hot delivery: -ab--c-------d----e-|",
      breaks: "hot delivery: -ab--c---d---e----f-|"),
    FiftyRule(
      "Nominatim usage policy", "https://operations.osmfoundation.org/policies/nominatim/",
      "There is at most one request per second.",
      "at most 1 request within 1s", frame: "500ms",
      holds: "hot request: -a-b---c-|",
      breaks: "hot request: -ab----c-|"),
    FiftyRule(
      "lightdash/lightdash#26881", "https://github.com/lightdash/lightdash/pull/26881",
      "Nobody logs in to a locked account for 30 minutes.",
      "no login within 30m after locked", frame: "5m",
      holds: "hot login: -------a-|\nhot locked: -x-------|",
      breaks: "hot login: ----a----|\nhot locked: -x-------|"),
    FiftyRule(
      "HHS/Head-Start-TTADP#79", "https://github.com/HHS/Head-Start-TTADP/issues/79",
      "After 25 minutes without an action a warning is shown.",
      "each action is followed by warning within 25m, or by the next action", frame: "5m",
      holds: "hot action: -a--b--------|\nhot warning: ---------w---|",
      breaks: "hot action: -a--b--------|\nhot warning: -----------w-|"),
    FiftyRule(
      "openopps/openopps-platform#1649", "https://github.com/openopps/openopps-platform/pull/1649",
      "A user is warned three minutes before he is logged out.",
      "no logout within 3m after warning", frame: "1m",
      holds: "hot logout: -----x-|\nhot warning: --w----|",
      breaks: "hot logout: ---x---|\nhot warning: --w----|"),
    FiftyRule(
      "BoundfoxStudios/flugwacht#194", "https://github.com/BoundfoxStudios/flugwacht/issues/194",
      "A deletion is committed after six seconds, unless it is undone.",
      "each delete is followed by commit within 6s, unless undo", frame: "1s",
      holds: "hot delete: -a------b---------|\nhot undo: ----------u-------|\nhot commit: -------c----------|",
      breaks: "hot delete: -a----------|\nhot undo: ------------\nhot commit: ----------c-|"),
    FiftyRule(
      "tutao/tutanota#10156", "https://github.com/tutao/tutanota/issues/10156",
      "Sending can be undone for ten seconds; a new message replaces the offer.",
      "each sent is followed by hidden within 10s, or by the next sent", frame: "1s",
      holds: "hot sent: -a---b-----------|\nhot hidden: ---------------h-|",
      breaks: "hot sent: -a---b--------------|\nhot hidden: ------------------h-|"),
    FiftyRule(
      "Transkribus/TranskribusSwtGui#243", "https://github.com/Transkribus/TranskribusSwtGui/issues/243",
      "There is no save if nothing has changed since the last one.",
      "at most 1 save after each change", frame: "1s",
      holds: "hot change: -a----b--|\nhot save: ---s----t|",
      breaks: "hot change: -a----b--|\nhot save: ---ss---t|"),
    FiftyRule(
      "ycode/opensource#134", "https://github.com/ycode/opensource/issues/134",
      "A change that is made while an earlier one is being saved is saved, too.",
      "each change is followed by save", frame: "1s",
      holds: "hot change: -a-b------|\nhot save: --s---t---|",
      breaks: "hot change: -a-b------|\nhot save: --s-------|"),
    FiftyRule(
      "microsoft/vscode#46717", "https://github.com/microsoft/vscode/issues/46717",
      "Progress never goes backwards.",
      "always steps.0 <= steps.1", frame: "1s",
      holds: "hot progress: -a-b-c-|\n  a = 20   b = 40   c = 80\nlet steps = progress.pairwise()",
      breaks: "hot progress: -a-b-c-|\n  a = 20   b = 80   c = 40\nlet steps = progress.pairwise()"),
    FiftyRule(
      "ArcBlock/forge-js#80", "https://github.com/ArcBlock/forge-js/issues/80",
      "The progress of a download is 100 % when it has finished.",
      "always progress = 100 at the end", frame: "1s",
      holds: "hot progress: -a-b-|\n  a = 40   b = 100",
      breaks: "hot progress: -a-b-|\n  a = 40   b = 99"),
    FiftyRule(
      "borgia-app/Borgia#4", "https://github.com/borgia-app/Borgia/issues/4",
      "The stock of a product is never negative.",
      "always stock >= 0", frame: "1s",
      holds: "hot sale: -a-b-|\n  a = 2   b = 3\nlet stock = sale.scan(5) { $0 - $1 }",
      breaks: "hot sale: -a-b-|\n  a = 2   b = 4\nlet stock = sale.scan(5) { $0 - $1 }"),
    FiftyRule(
      "SurgeDM/Surge#590", "https://github.com/SurgeDM/Surge/issues/590",
      "A download that is resumed counts for the limit of downloads that run.",
      "always running <= 3", frame: "1s",
      holds:
        "hot begin: -abc---d-|\nhot end: -----x---|\nlet running = begin.map { _ in 1 }.merge(with: end.map { _ in -1 }).scan(0) { $0 + $1 }",
      breaks:
        "hot begin: -abcd----|\nhot end: -----x---|\nlet running = begin.map { _ in 1 }.merge(with: end.map { _ in -1 }).scan(0) { $0 + $1 }"
    ),
    FiftyRule(
      "utksh1/SecuScan#352", "https://github.com/utksh1/SecuScan/pull/352",
      "Nothing is polled while the tab is hidden.",
      "no poll after hidden, unless visible", frame: "1s",
      holds: "hot poll: -a----b---------c--|\nhot hidden: -------h---------i-|\nhot visible: --------------v----|",
      breaks: "hot poll: -a----b----c------|\nhot hidden: -------h----------|\nhot visible: --------------v---|"),
    FiftyRule(
      "RFC 6455, 5.5.2", "https://www.rfc-editor.org/rfc/rfc6455#section-5.5.2",
      "A ping is answered with a pong, unless a close frame has been received.",
      "each ping is followed by pong, unless close", frame: "100ms",
      holds: "hot ping: -a----b----|\nhot pong: ---a-------|\nhot close: --------c--|",
      breaks: "hot ping: -a----b----|\nhot pong: ---a-------|\nhot close: -----------"),
    FiftyRule(
      "RFC 6762, 6", "https://www.rfc-editor.org/rfc/rfc6762#section-6",
      "A record is not multicast again before a second has passed.",
      "at most 1 record within 1s", frame: "250ms",
      holds: "hot record: -a---b-----c-|",
      breaks: "hot record: -a-b-------c-|"),
    FiftyRule(
      "RFC 1122, 4.2.3.2", "https://www.rfc-editor.org/rfc/rfc1122#section-4.2.3.2",
      "An acknowledgment is delayed by less than half a second.",
      "each segment is followed by ack within 499ms", frame: "100ms",
      holds: "hot segment: -a--b----|\nhot ack: -----c---|",
      breaks: "hot segment: -a--b-----|\nhot ack: --------c-|"),
    FiftyRule(
      "WCAG 2.1, 2.3.1", "https://www.w3.org/TR/WCAG21/#three-flashes-or-below-threshold",
      "A page flashes at most three times in a second.",
      "at most 3 flash within 1s", frame: "100ms",
      holds: "hot flash: -a--b--c---d-|",
      breaks: "hot flash: -a-b-c-d-----|"),
    FiftyRule(
      "zishang520/socket.io#110", "https://github.com/zishang520/socket.io/issues/110",
      "No message is handled before the connection event.",
      "message only after connection", frame: "100ms",
      holds: "hot connection: --c----|\nhot message: ----m--|",
      breaks: "hot connection: --c----|\nhot message: -m--n--|"),
    FiftyRule(
      "nodeshift/opossum#819", "https://github.com/nodeshift/opossum/issues/819",
      "A breaker that is half open lets one request through.",
      "at most 1 trial after each halfOpen", frame: "100ms",
      holds: "hot halfOpen: -h-----h---|\nhot trial: ---t-----u-|",
      breaks: "hot halfOpen: -h-----h---|\nhot trial: ---tu----v-|"),
    FiftyRule(
      "monix/monix#467", "https://github.com/monix/monix/issues/467",
      "A value that is computed from one input in two ways is never a mix of old and new.",
      "always both.0 = both.1", frame: "100ms",
      holds: "hot a: -1-2-3-|\nlet both = a.map { ($0, $0) }",
      breaks: "hot a: -1-2-3-|\nlet both = a.combineLatest(a.delay(for: 100ms)) { ($0, $1) }"),
    FiftyRule(
      "MQTT 3.1.1, 3.1.2.10 (ARTEMIS-397)", "https://www.mail-archive.com/issues@activemq.apache.org/msg07380.html",
      "The server disconnects a client that has sent nothing for one and a half times its keep-alive.",
      "each packet is followed by disconnect within 90s, or by the next packet", frame: "10s",
      holds: "hot packet: -a---b---------|\nhot disconnect: --------------x|",
      breaks: "hot packet: -a---b------------|\nhot disconnect: -----------------x|"),
  ]
}
