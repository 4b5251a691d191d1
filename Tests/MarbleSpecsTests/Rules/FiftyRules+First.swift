extension FiftyRule {
  /// About screens, searches, forms and requests.
  static let first: [FiftyRule] = [
    FiftyRule(
      "freshOS/ws-deprecated#31", "https://github.com/freshOS/ws-deprecated/pull/31",
      "The activity indicator appears only for requests that take longer than a second.",
      "no spinner within 1s after request", frame: "100ms",
      holds: "hot spinner: -----------s--|\nhot request: -r------------|",
      breaks: "hot spinner: ----s---------|\nhot request: -r------------|"),
    FiftyRule(
      "Icinga/icingaweb2#488", "https://github.com/Icinga/icingaweb2/issues/488",
      "The loading indicator is shown after 500 ms, not at once.",
      "no indicator within 500ms after load", frame: "100ms",
      holds: "hot load: -l---------|\nhot indicator: ------i----|",
      breaks: "hot load: -l---------|\nhot indicator: -i---------|"),
    FiftyRule(
      "spacedriveapp/spacedrive#1318", "https://github.com/spacedriveapp/spacedrive/pull/1318",
      "An indicator is shown if loading takes longer than 100 ms.",
      "each load is followed by indicator within 100ms, unless loaded", frame: "50ms",
      holds: "hot load: -l-----m------|\nhot loaded: ----------o---|\nhot indicator: ---i-----j----|",
      breaks: "hot load: -l-----m------|\nhot loaded: ----------o---|\nhot indicator: ---i----------|"),
    FiftyRule(
      "lablup/backend.ai-webui#359", "https://github.com/lablup/backend.ai-webui/issues/359",
      "The spinner is off when the request has failed.",
      "never spinner = true at the end", frame: "100ms",
      holds: "hot spinner: -t----f---|\n  t = true   f = false",
      breaks: "hot spinner: -t--------|\n  t = true"),
    FiftyRule(
      "thanos-io/thanos#4243", "https://github.com/thanos-io/thanos/pull/4243",
      "The spinner is hidden if a request fails.",
      "each failure is followed by spinner 'f' within 100ms", frame: "100ms",
      holds: "hot failure: -----x----|\nhot spinner: -t---f----|\n  t = true   f = false",
      breaks: "hot failure: -----x----|\nhot spinner: -t-------f|\n  t = true   f = false"),
    FiftyRule(
      "devgpt-labs/devgpt#26", "https://github.com/devgpt-labs/devgpt/issues/26",
      "A spinner that waits for data stops after 30 seconds at the latest.",
      "each started is followed by stopped within 30s", frame: "5s",
      holds: "hot started: -s-------|\nhot stopped: -------e-|",
      breaks: "hot started: -s---------|\nhot stopped: ---------e-|"),
    FiftyRule(
      "twbs/bootstrap#1821", "https://github.com/twbs/bootstrap/pull/1821",
      "A tooltip is not shown if the pointer has left before the delay is over.",
      "no tooltip after leave, unless enter", frame: "100ms",
      holds:
        "hot enter: -a----------b-----------|\nhot leave: ---a-----------------b--|\nhot tooltip: -----------------t------|",
      breaks:
        "hot enter: -a-----------------------|\nhot leave: ---a---------------------|\nhot tooltip: -----------t-------------|"
    ),
    FiftyRule(
      "nkbt/react-debounce-input#11", "https://github.com/nkbt/react-debounce-input/issues/11",
      "The debounced callback is not called after the input is gone.",
      "no change after unmount", frame: "100ms",
      holds: "hot change: ---a----|\nhot unmount: -----x--|",
      breaks: "hot change: ---a---b|\nhot unmount: -----x--|"),
    FiftyRule(
      "chodorowicz/ts-debounce#37", "https://github.com/chodorowicz/ts-debounce/pull/37",
      "With a maximum wait of 200 ms, the function runs within 200 ms although calls go on.",
      "each call is followed by run within 200ms", frame: "50ms",
      holds: "hot call: -abcdefg------|\nhot run: -----r---s----|",
      breaks: "hot call: -abcdefg------|\nhot run: -----------r--|"),
    FiftyRule(
      "lodash, throttle", "https://lodash.com/docs/#throttle",
      "A throttled function runs at most once per wait.",
      "at most 1 run within 100ms", frame: "50ms",
      holds: "hot run: -a-b--c--|",
      breaks: "hot run: -ab---c--|"),
    FiftyRule(
      "ReactiveX/learnrx#65", "https://github.com/ReactiveX/learnrx/issues/65",
      "The same text is not sent to the search twice in a row.",
      "never two equal search in a row", frame: "100ms",
      holds: "hot search: -a--b--a-|",
      breaks: "hot search: -a--a--b-|"),
    FiftyRule(
      "zulip/zulip-mobile#3621", "https://github.com/zulip/zulip-mobile/pull/3621",
      "A late answer to an earlier search is discarded once a newer answer is shown.",
      "no shown 'a' after shown 'b'", frame: "100ms",
      holds: "hot shown: -a---b----|",
      breaks: "hot shown: -a---b--a-|"),
    FiftyRule(
      "Automattic/jetpack#19477", "https://github.com/Automattic/jetpack/pull/19477",
      "Opening a search page sends one search request.",
      "at most 1 request", frame: "100ms",
      holds: "hot request: ---r---|",
      breaks: "hot request: -r-r---|"),
    FiftyRule(
      "shopware/shopware#822", "https://github.com/shopware/shopware/issues/822",
      "A double click on the order button sends one order.",
      "at most 1 order within 1s", frame: "100ms",
      holds: "hot order: -a-----------b-|",
      breaks: "hot order: -ab------------|"),
    FiftyRule(
      "lightspeedretail/webstore#158", "https://github.com/lightspeedretail/webstore/issues/158",
      "A cart is charged at most once.",
      "at most 1 charge after each cart", frame: "100ms",
      holds: "hot cart: -a------b----|\nhot charge: ---a------b--|",
      breaks: "hot cart: -a------b----|\nhot charge: ---aa-----b--|"),
    FiftyRule(
      "firebase/firebase-ios-sdk#15493", "https://github.com/firebase/firebase-ios-sdk/pull/15493",
      "Only one token refresh runs at a time.",
      "always running <= 1", frame: "100ms",
      holds: "hot change: -b--e--b-e-|\n  b = 1   e = -1\nlet running = change.scan(0) { $0 + $1 }",
      breaks: "hot change: -b-b-e-e--|\n  b = 1   e = -1\nlet running = change.scan(0) { $0 + $1 }"),
    FiftyRule(
      "sayinmehmet47/kitapKurdu#371", "https://github.com/sayinmehmet47/kitapKurdu/pull/371",
      "However many requests find the token expired, there is one refresh.",
      "at most 1 refresh after each expiry", frame: "100ms",
      holds: "hot expiry: -x------y----|\nhot refresh: --r------s---|",
      breaks: "hot expiry: -x------y----|\nhot refresh: --rs-----t---|"),
    FiftyRule(
      "apache/pouchdb#1524", "https://github.com/apache/pouchdb/issues/1524",
      "A callback is called once for each call.",
      "never more callback than call", frame: "100ms",
      holds: "hot call: -a---b---|\nhot callback: --a----b-|",
      breaks: "hot call: -a---b---|\nhot callback: --aa---b-|"),
    FiftyRule(
      "yuanchuan/node-watch#66", "https://github.com/yuanchuan/node-watch/pull/66",
      "A watcher that has been closed reports nothing.",
      "no change after close", frame: "100ms",
      holds: "hot change: -a-b----|\nhot close: ----x---|",
      breaks: "hot change: -a-b--c-|\nhot close: ----x---|"),
    FiftyRule(
      "signalapp/Signal-Desktop#5098", "https://github.com/signalapp/Signal-Desktop/issues/5098",
      "A message leads to one notification, even if nobody looks at it.",
      "at most 1 notification after each message", frame: "5s",
      holds: "hot message: -m--------|\nhot notification: -n--------|",
      breaks: "hot message: -m--------|\nhot notification: -n----o---|"),
    FiftyRule(
      "ClassicUO/ClassicUO#1251", "https://github.com/ClassicUO/ClassicUO/issues/1251",
      "There are at least 30 seconds between two attempts to reconnect.",
      "at most 1 attempt within 30s", frame: "10s",
      holds: "hot attempt: -a--b--c|",
      breaks: "hot attempt: -a-b---c|"),
    FiftyRule(
      "SignalR/SignalR#2133", "https://github.com/SignalR/SignalR/issues/2133",
      "An attempt to reconnect has a result after ten seconds at the latest.",
      "each attempt is followed by result within 10s", frame: "1s",
      holds: "hot attempt: -a-----------b----|\nhot result: -----------a----b-|",
      breaks: "hot attempt: -a-----------------------|\nhot result: ------------------------a|"),
    FiftyRule(
      "OpenKore/openkore#796", "https://github.com/OpenKore/openkore/pull/796",
      "Each pause between two attempts is at least as long as the pause before it.",
      "always pauses.1 >= pauses.0", frame: "10s",
      holds:
        "hot attempt: -a-b---c----d|\n  a = 0   b = 2   c = 6   d = 11\nlet pauses = attempt.pairwise().map { $0.1 - $0.0 }.pairwise()",
      breaks:
        "hot attempt: -a-b---c-d--|\n  a = 0   b = 2   c = 6   d = 8\nlet pauses = attempt.pairwise().map { $0.1 - $0.0 }.pairwise()"
    ),
  ]
}
