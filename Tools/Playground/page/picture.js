// The picture: marbles that can be pulled, and what a marble came from.
const Picture = (() => {
  const canvas = $('canvas'), { eventsOf } = MarblePlayer;
  let page = null, step = 40, frame = 1e6, svg = null, picture = null, width = 480;
  /** The width for which a picture is laid out: on a phone its own, with text of the same size. */
  const room = () => Math.min(480, Math.max(280, width));
  new ResizeObserver(([{ contentRect }]) => {
    const before = room();
    ({ width } = contentRect);
    if (page && room() !== before) App.draw();
  }).observe($('stage'));
  /** Lights what a marble comes from, or what comes of it. */
  const trace = (list) => picture.trace(list);
  canvas.addEventListener('pointerover', (event) => {
    const node = event.target.closest?.('svg [data-events]');
    if (node && !Drag.isDragging) trace(eventsOf(node)); else if (svg?.classList.contains('traced')) trace([]);
  });
  canvas.addEventListener('pointerleave', () => { if (svg) trace([]); });
  canvas.addEventListener('focusin', (event) => {
    const node = event.target.closest('svg [data-events]');
    if (!node) return;
    for (const other of svg.querySelectorAll('[tabindex]')) other.setAttribute('tabindex', other === node ? '0' : '-1');
    trace(eventsOf(node));
    say(node.getAttribute('aria-label'));
  });
  canvas.addEventListener('focusout', () => { if (svg) trace([]); });
  canvas.addEventListener('keydown', (key) => {
    const node = key.target.closest?.('svg [tabindex]');
    const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key.key];
    if (!node || !direction) return;
    const all = [...svg.querySelectorAll('[tabindex]')].filter((other) => !other.classList.contains('later'));
    all[(all.indexOf(node) + direction + all.length) % all.length].focus();
    key.preventDefault();
  });

  const show = (next) => {
    page = next;
    canvas.querySelector('svg')?.remove();
    canvas.insertAdjacentHTML('afterbegin', next.svg);
    svg = canvas.querySelector('svg');
    [step, frame] = [Number(next.step), next.frame];
    // Behind the last instant a marble may be pulled on.
    picture = MarblePlayer.picture(svg, frame / step);
    canvas.style.setProperty('--width', `${picture.width}px`);
    const first = svg.querySelector('[tabindex]');
    if (first) first.setAttribute('tabindex', '0');
    Drag.show(next);
    Player.show(next, picture);
    Compare.show(next);
  };

  return {
    show, trace, eventsOf,
    place: (instant) => picture.place(instant),
    instant: (place) => picture.instant(place),
    words: (instant) => picture.words(instant),
    get page() { return page; },
    get svg() { return svg; },
    get size() { return picture; },
    get step() { return step; },
    get frame() { return frame; },
    get room() { return room(); },
    /** Puts a node of the overlay on a place of the picture. */
    put(node, x, y) { node.style.left = `${x / picture.width * 100}%`; node.style.top = `${y / picture.height * 100}%`; },
    get scale() { return picture.width / Math.max(1, svg.getBoundingClientRect().width); },
  };
})();
