// Plays a diagram: the marks that are there at an instant, the steps of the story beside it, and what a marble comes from. The pages that the
// command writes and the playground use it. It knows neither buttons nor keys.
const MarblePlayer = (() => {
  'use strict';
  const pairs = (text) => (text || '').split(' ').filter(Boolean);
  const eventsOf = (node) => pairs(node.dataset.events);
  const near = 0.25;

  /** A time as the story writes it: in the largest unit that leaves it whole; between instants, to a thousandth of the ruler's unit. */
  const words = (instant, unit) => {
    const least = Math.max(1, (unit ?? 1e6) / 1000);
    let rest = Math.round(instant / least) * least;
    const units = [['h', 36e11], ['m', 6e10], ['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]];
    const [name, length] = units.find(([, length]) => rest % length === 0);
    if (rest / length < 1e4) return rest ? rest / length + name : '0s';
    return units.map(([name, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count ? count + name : '';
    }).filter(Boolean).join(' ');
  };

  /** A picture in a page: its time axis and the causes of its events. With `rate`, the nanoseconds of a unit of length, the axis goes on after its last instant. */
  const picture = (svg, rate = 0) => {
    const axis = pairs(svg.dataset.axis).map((pair) => pair.split(':').map(Number));
    const causes = new Map(pairs(svg.dataset.causes).map((entry) => {
      const [effect, list] = entry.split(':');
      return [effect, list.split(',')];
    }));
    const between = (value, from, to, slope) => {
      if (!axis.length) return 0;
      const next = axis.findIndex((point) => point[from] >= value), last = axis[axis.length - 1];
      if (next < 0) return last[to] + (value - last[from]) * slope;
      if (next === 0 || axis[next][from] === value) return axis[next][to];
      const [one, two] = [axis[next - 1], axis[next]];
      return one[to] + (two[to] - one[to]) * (value - one[from]) / (two[from] - one[from]);
    };
    const origins = (list) => {
      const found = new Set(), queue = [...list];
      while (queue.length) {
        const event = queue.pop();
        if (!found.has(event)) { found.add(event); queue.push(...(causes.get(event) || [])); }
      }
      return found;
    };
    const effects = (list) => new Set([...causes.keys()].filter((event) => list.some((one) => origins([event]).has(one))).concat(list));
    return {
      svg, axis,
      first: axis.length ? axis[0][1] : 0, last: axis.length ? axis[axis.length - 1][1] : 0,
      width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height,
      place: (instant) => between(instant, 0, 1, rate ? 1 / rate : 0),
      instant: (place) => between(place, 1, 0, rate),
      words: (instant) => words(instant, svg.dataset.unit),
      /** Lights what events come from; for those of a source, what comes of them. */
      trace(list) {
        const found = list.some((event) => causes.has(event)) ? origins(list) : effects(list), isTraced = list.length > 0;
        svg.classList.toggle('traced', isTraced);
        for (const node of svg.querySelectorAll('[data-events]')) {
          const own = eventsOf(node), isLink = node.querySelector('.drop');
          node.classList.toggle('lit', isTraced && (isLink ? own.every((event) => found.has(event)) : own.some((event) => found.has(event))));
        }
      },
    };
  };

  /**
   * Plays pictures, one at a time. `parts` are nodes of the page: `story`, `slider`, `now`, `told`, and if they are there `each`, `speed` and `loop`.
   * `played` is called when playing begins or stops.
   */
  const make = (parts, played) => {
    const { story, slider, now, told, each, speed, loop } = parts;
    let shown = null, position = 0, turn = Infinity, isPlaying = false, clock = 0, isFirst = true;
    let marks = [], steps = [], turns = [], stops = [];
    const isEach = () => Boolean(each?.checked);

    /** Shows another picture with its story, at the instant of the one before. */
    const show = (next) => {
      const wasAtEnd = isFirst || (position >= shown.last - near && turn === Infinity), instant = wasAtEnd ? 0 : shown.instant(position);
      shown = next;
      steps = [...story.querySelectorAll('li button')].map((node) => ({
        node, x: next.place(Number(node.dataset.at)), run: node.closest('ol').previousElementSibling.textContent.trim(),
      }));
      // The order in which things happen: at one instant as they are told, run by run.
      turns = [...steps].sort((one, two) => one.x - two.x);
      const turnOf = new Map();
      turns.forEach((step, number) => {
        step.turn = number;
        for (const event of eventsOf(step.node)) turnOf.set(event, number);
      });
      const placeOf = (text) => (text === undefined ? undefined : next.place(Number(text)));
      marks = [...next.svg.querySelectorAll('.mark')].map((node) => {
        const own = eventsOf(node).map((event) => turnOf.get(event) ?? -1), decided = placeOf(node.dataset.decided);
        // A rule is judged when everything of an instant has happened.
        const turn = decided !== undefined ? Infinity : own.length ? Math.min(...own) : -1;
        return { node, turn, decided, x: placeOf(node.dataset.at), lost: placeOf(node.dataset.lost), label: node.getAttribute('aria-label') };
      });
      stops = [...new Set(marks.concat(steps).map((one) => one.x).concat(marks.flatMap((one) => one.decided ?? []), next.first))].sort((one, two) => one - two);
      [slider.step, slider.min, slider.max] = ['any', next.first, next.last];
      for (const step of steps) {
        step.node.onclick = () => { pause(); seek(step.x, true, isEach() ? step.turn : Infinity); next.trace(eventsOf(step.node)); };
      }
      isFirst = false;
      seek(wasAtEnd ? next.last : next.place(instant), false);
    };

    /** What happens at an instant is there when its turn has come. */
    const isLater = (x, own) => x > position + near || (x > position - near && own > turn);
    const seek = (place, isTelling, upTo = Infinity) => {
      const { svg, first, last } = shown;
      position = Math.min(Math.max(place, first), last);
      turn = upTo;
      for (const mark of marks) {
        mark.node.classList.toggle('later', isLater(mark.x, mark.turn));
        if (mark.decided !== undefined) mark.node.classList.toggle('open', isLater(mark.decided, mark.turn));
        if (mark.lost === undefined) continue;
        const isLost = !isLater(mark.lost, mark.turn);
        mark.node.classList.toggle('ghost', isLost);
        mark.node.setAttribute('aria-label', isLost ? mark.label : mark.node.dataset.before);
      }
      const isOver = position >= last && turn === Infinity, stop = stops.filter((one) => one <= position + near).pop() ?? first;
      const current = turn < Infinity ? turns.slice(Math.max(turn, 0), turn + 1) : isOver && !isTelling ? [] : steps.filter((step) => Math.abs(step.x - stop) < near);
      for (const step of steps) {
        step.node.parentNode.classList.toggle('later', isLater(step.x, step.turn));
        if (current.includes(step)) step.node.setAttribute('aria-current', 'step'); else step.node.removeAttribute('aria-current');
      }
      const head = svg.querySelector('#head');
      head?.setAttribute('d', `M${position} 0V${shown.height}`);
      head?.toggleAttribute('hidden', isOver);
      svg.querySelector('#played rect')?.setAttribute('width', position >= last ? shown.width : position);
      slider.value = position;
      now.textContent = shown.words(shown.instant(position));
      slider.setAttribute('aria-valuetext', now.textContent);
      if (isTelling) tell(current); else if (isOver) told.textContent = '';
      if (isTelling || isPlaying) follow();
    };
    const tell = (list) => {
      let time = '', run = '';
      const isMixed = new Set(list.map((step) => step.run)).size > 1;
      told.textContent = list.map((step) => {
        const [before, now] = [time, step.node.firstChild.textContent], whose = isMixed && step.run !== run ? `[${step.run}] ` : '';
        [time, run] = [now, step.run];
        return (before === now ? '' : now + ': ') + whose + step.node.lastChild.textContent.trim();
      }).join('; ');
      // The story follows where it has a place of its own.
      if (!list.length || story.scrollHeight <= story.clientHeight) return;
      const place = list[0].node.getBoundingClientRect().top - story.getBoundingClientRect().top;
      if (place < 0 || place > story.clientHeight - 60) story.scrollTop += place - story.clientHeight / 2;
    };
    /** The diagram follows where it is wider than the window. */
    const follow = () => {
      const figure = shown.svg.closest('figure'), x = position * shown.svg.clientWidth / shown.width;
      if (figure && (x < figure.scrollLeft + 40 || x > figure.scrollLeft + figure.clientWidth - 60)) figure.scrollLeft = x - figure.clientWidth / 2;
    };

    const pause = () => { isPlaying = false; played(false); };
    const end = () => { pause(); seek(shown.last, false); };
    const start = () => { pause(); seek(shown.first, true, isEach() ? -1 : Infinity); };
    const go = (direction, byEvent) => {
      if (byEvent) {
        const done = turn < Infinity ? turn : turns.filter((step) => step.x <= position + near).length - 1, next = turns[done + direction];
        return next ? seek(next.x, true, done + direction) : seek(direction > 0 ? shown.last : shown.first, true, direction > 0 ? Infinity : -1);
      }
      const next = direction > 0 ? stops.find((stop) => stop > position + near) : stops.filter((stop) => stop < position - near).pop();
      seek(next ?? (direction > 0 ? shown.last : shown.first), true);
    };
    const stepBy = (direction, byEvent = isEach()) => { pause(); go(direction, byEvent); };
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const tick = (time) => {
      if (!isPlaying) return;
      const rate = Number(speed?.value ?? 1), seen = stops.filter((stop) => stop <= position + near).length;
      if (isEach()) {
        // One event after the other: those of an instant, too, have their time.
        if (time - clock > 700 / rate) { go(1, true); clock = time; }
      } else {
        if (!calm.matches) {
          seek(position + Math.min(time - clock, 100) * 0.12 * rate, false);
          clock = time;
        } else if (time - clock > 800 / rate) {
          seek(stops[seen] ?? shown.last, false);
          clock = time;
        }
        if (stops.filter((stop) => stop <= position + near).length > seen) seek(position, true);
      }
      const isOver = position >= shown.last && turn === Infinity;
      if (isOver && loop?.checked) seek(shown.first, true, isEach() ? -1 : Infinity); else if (isOver) return pause();
      goOn();
    };
    const goOn = () => setTimeout(() => tick(performance.now()), 16);
    const toggle = () => {
      if (isPlaying) return pause();
      if (position >= shown.last) seek(shown.first, true, isEach() ? -1 : Infinity);
      isPlaying = true;
      played(true);
      clock = performance.now();
      goOn();
    };
    slider.oninput = () => { pause(); seek(Number(slider.value), true); };
    return {
      show, seek, start, end, pause, toggle, stepBy,
      /** Tells the steps of events. */
      tell: (list) => tell(steps.filter((step) => eventsOf(step.node).some((event) => list.includes(event)))),
      again: () => seek(position, false, turn),
      /** Nodes of the picture in the order in which they come. */
      inOrder(nodes) {
        const places = new Map(marks.map((mark) => [mark.node, mark]));
        return nodes.sort((one, two) => places.get(one).x - places.get(two).x || places.get(one).turn - places.get(two).turn);
      },
    };
  };

  return { make, picture, words, eventsOf };
})();
