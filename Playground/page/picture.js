// The picture: marbles that can be pulled, and what a marble came from.
const Picture = (() => {
  const canvas = $('canvas');
  let page = null, axis = [], step = 40, frame = 1e6, size = { width: 1, height: 1 }, svg = null;

  const pairs = (text) => (text || '').split(' ').filter(Boolean);
  /** Where an instant stands, or which instant stands at a place. */
  const between = (value, from, to, rate) => {
    const next = axis.findIndex((point) => point[from] >= value);
    if (!axis.length) return 0;
    if (next < 0) { const last = axis[axis.length - 1]; return last[to] + (value - last[from]) * rate; }
    if (next === 0 || axis[next][from] === value) return axis[next][to];
    const one = axis[next - 1], two = axis[next];
    return one[to] + (two[to] - one[to]) * (value - one[from]) / (two[from] - one[from]);
  };
  const place = (instant) => between(instant, 0, 1, step / frame);
  // A time as the story writes it: in the largest unit that leaves it whole; between instants, to a thousandth of the ruler's unit.
  const words = (instant) => {
    const least = Math.max(1, (svg?.dataset.unit ?? 1e6) / 1000);
    let rest = Math.round(instant / least) * least;
    const units = [['h', 36e11], ['m', 6e10], ['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]];
    const [unit, length] = units.find(([, length]) => rest % length === 0);
    if (rest / length < 1e4) return rest ? rest / length + unit : '0s';
    return units.map(([unit, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count ? count + unit : '';
    }).filter(Boolean).join(' ');
  };

  // MARK: Causes

  let causes = new Map();
  const eventsOf = (node) => pairs(node.dataset.events);
  const origins = (list) => {
    const found = new Set(), queue = [...list];
    while (queue.length) {
      const event = queue.pop();
      if (!found.has(event)) { found.add(event); queue.push(...(causes.get(event) || [])); }
    }
    return found;
  };
  /** Lights what a marble comes from, or what comes of it. */
  const trace = (list) => {
    const found = list.some((event) => causes.has(event)) ? origins(list)
      : new Set([...causes.keys()].filter((event) => origins([event]).has(list[0])).concat(list));
    svg.classList.toggle('traced', list.length > 0);
    for (const node of svg.querySelectorAll('[data-events]')) {
      const own = eventsOf(node), isLink = node.querySelector('.cause');
      node.classList.toggle('lit', list.length > 0 && (isLink ? own.every((event) => found.has(event)) : own.some((event) => found.has(event))));
    }
  };
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
    axis = pairs(svg.dataset.axis).map((pair) => pair.split(':').map(Number));
    causes = new Map(pairs(svg.dataset.causes).map((entry) => { const [effect, list] = entry.split(':'); return [effect, list.split(',')]; }));
    [step, frame] = [Number(next.step), next.frame];
    size = { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
    canvas.style.setProperty('--width', `${size.width}px`);
    const first = svg.querySelector('[tabindex]');
    if (first) first.setAttribute('tabindex', '0');
    svg.classList.toggle('causes', $('causes').checked);
    Drag.show(next);
    Player.show(next);
    Compare.show(next);
  };

  return {
    show, place, words, trace, between, eventsOf,
    get page() { return page; },
    get svg() { return svg; },
    get size() { return size; },
    get axis() { return axis; },
    get step() { return step; },
    get frame() { return frame; },
    /** Puts a node of the overlay on a place of the picture. */
    put(node, x, y) { node.style.left = `${x / size.width * 100}%`; node.style.top = `${y / size.height * 100}%`; },
    get scale() { return size.width / Math.max(1, svg.getBoundingClientRect().width); },
  };
})();
