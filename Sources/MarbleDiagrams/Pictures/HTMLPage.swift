import MarbleRuns

/// The parts that all pages share.
enum HTMLPage {
  /// The player, which the playground uses too, and the buttons and keys of the page.
  static var script: String {
    [PackageResources.player_js, PackageResources.page_js].map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  static func controls(last: Double, first: Double) -> String {
    """
    <div class="bar">
    <form aria-label="Playing">
    <button type="button" id="restart">Restart</button>
    <button type="button" id="back">Back</button>
    <button type="button" id="play" aria-pressed="false">Play</button>
    <button type="button" id="step">Step</button>
    <label>Time <input type="range" id="time" min="\(SVGRenderer.number(first))" max="\(SVGRenderer.number(last))" \
    step="any" value="\(SVGRenderer.number(last))"></label>
    <output id="now" for="time"></output>
    <label><input type="checkbox" id="each"> Event by event</label>
    <label>Speed <select id="speed"><option value="0.5">half</option><option value="1" selected>normal</option>\
    <option value="2">double</option></select></label>
    <label><input type="checkbox" id="loop"> Loop</label>
    <button type="button" id="present" aria-pressed="false">Present</button>
    </form>
    <p id="told" role="status" aria-live="polite"></p>
    </div>

    """
  }

  /// The text below the story.
  static let hint = """
    <p class="hint">Keys: space plays and pauses, the arrows to the left and to the right step, comma and full stop from event to
    event in the order in which they happen. P presents: large, and without the story. In the diagram the arrows go from marble to
    marble; what a marble comes from lights up. Escape shows everything again. An address that ends with #t=300ms begins there.</p>

    """

  static let style = """
    :root { color-scheme: light dark; }
    [data-theme=light], [data-theme=print], [data-theme=colorblind] { color-scheme: light; }
    [data-theme=dark] { color-scheme: dark; }
    body { margin: 0; background: Canvas; color: CanvasText; font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
    main { max-width: 960px; margin: 0 auto; padding: 0 16px 16px; }
    h1 { font-size: 20px; line-height: 1.3; margin: 16px 0 4px; }
    h1 + p { margin: 0 0 4px; opacity: 0.85; }
    figure { margin: 0; overflow-x: auto; min-width: 0; }
    svg { display: block; height: auto; max-width: 100%; min-width: calc(var(--width) * 0.75); }
    .poster svg { width: calc(var(--width) * 1.5); min-width: max(var(--width) * 0.9 - 144px, 0px); }
    .bar { position: sticky; top: 0; z-index: 1; background: Canvas; padding: 8px 0 4px; margin-bottom: 8px;
      border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); }
    form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
    form button { font: inherit; padding: 4px 12px; }
    form label { display: flex; gap: 8px; align-items: center; min-width: 0; }
    form label:has(#time) { flex: 1 1 160px; }
    #time { flex: 1; min-width: 0; }
    #now { min-width: 5em; font-variant-numeric: tabular-nums; }
    #told { height: 3em; overflow: hidden; margin: 4px 0 0; }
    .hint { font-size: 13px; opacity: 0.8; }
    @media (max-width: 480px) {
      body { font-size: 14px; }
      form { gap: 4px; }
      form button { padding: 4px 8px; }
      #told { height: 4.5em; overflow-y: auto; }
    }
    @media (min-width: 1180px) {
      main { max-width: 1800px; }
      .stage { display: grid; grid-template-columns: minmax(0, auto) minmax(360px, 1fr); gap: 24px; align-items: start; }
      #story { position: sticky; top: 120px; max-height: calc(100vh - 136px); overflow-y: auto; }
    }
    .present main { max-width: none; }
    .present #story, .present .hint, .present h1 + p { display: none; }
    .present .stage { display: block; }
    .present svg { max-width: none; width: max(100%, calc(var(--width) * 2.2)); }
    .present .bar { font-size: 24px; }
    .present form button { padding: 8px 24px; }
    .present input[type=checkbox] { width: 24px; height: 24px; }
    .present select { font: inherit; }
    .present #told { font-size: 28px; line-height: 1.3; height: 3.9em; }
    @page { size: landscape; margin: 10mm; }
    @media print { .bar, .hint { display: none; } }
    .printing .bar, .printing .hint { display: none; }
    .printing body { font-size: 9px; }
    .printing h1 { margin-top: 0; }
    .printing .stage { display: block; }
    .printing svg { min-width: 0; width: auto; max-width: 100%; max-height: calc(400px / var(--zoom)); }
    .printing section { position: static; max-height: none; overflow: visible; columns: 220px; }
    .printing h2 { font-size: 10px; }
    .printing li b { min-width: 4em; }
    .printing main { max-width: none; padding: 0; }
    h2 { font-size: 15px; margin: 8px 0 4px; }
    ol + h2 { margin-top: 20px; }
    h2 code { white-space: pre-wrap; }
    ol { list-style: none; margin: 0; padding: 0; }
    li button { font: inherit; color: inherit; background: none; border: 0; border-left: 3px solid transparent; width: 100%; text-align: left;
      padding: 1px 8px; cursor: pointer; display: flex; gap: 8px; }
    li b { flex: none; min-width: 5em; font-weight: normal; }
    li.result button { font-weight: 600; }
    li button[aria-current] { border-left-color: #2f86d1; background: color-mix(in srgb, #2f86d1 14%, transparent); }
    li.later button { opacity: 0.65; }
    .marbles .mark { transition: opacity 0.15s; }
    .marbles .later { opacity: 0; pointer-events: none; }
    .marbles .open path { stroke: color-mix(in srgb, currentColor 60%, transparent); }
    .marbles.traced .mark:not(.lit) { opacity: 0.2; }
    .marbles.traced :is(.stream, .fold, .arrow) { opacity: 0.35; }
    .marbles [tabindex]:focus { outline: none; }
    .marbles [tabindex]:focus-visible path { stroke: #2f86d1; stroke-width: 5; }
    .marbles [tabindex]:focus-visible :is(circle, rect) { stroke: #2f86d1; stroke-width: 4; }
    #head[hidden] { display: none; }
    #head { stroke: #2f86d1; stroke-width: 1.5; opacity: 0.6; }
    @media (prefers-reduced-motion: reduce) { .marbles .mark { transition: none; } }

    """
}
