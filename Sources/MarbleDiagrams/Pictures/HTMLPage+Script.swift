extension HTMLPage {
  static let script = #"""
    (() => {
      'use strict';
      const find = (id) => document.getElementById(id);
      const all = (query, root = document) => [...root.querySelectorAll(query)];
      const svg = find('diagram'), slider = find('time'), told = find('told'), play = find('play'), head = find('head'), story = find('story');
      const axis = svg.dataset.axis.split(' ').filter(Boolean).map((pair) => pair.split(':').map(Number));
      const causes = new Map(svg.dataset.causes.split(' ').filter(Boolean).map((entry) => {
        const [effect, list] = entry.split(':');
        return [effect, list.split(',')];
      }));
      const events = (node) => (node.dataset.events || '').split(' ').filter(Boolean);
      const first = axis.length ? axis[0][1] : 0, last = axis.length ? axis[axis.length - 1][1] : 0;

      // Converts between instants and positions.
      const between = (value, from, to) => {
        const next = axis.findIndex((point) => point[from] >= value);
        if (next < 0) return axis.length ? axis[axis.length - 1][to] : 0;
        if (next === 0 || axis[next][from] === value) return axis[next][to];
        const [one, two] = [axis[next - 1], axis[next]];
        return one[to] + (two[to] - one[to]) * (value - one[from]) / (two[from] - one[from]);
      };
      const placeOf = (instant) => between(instant, 0, 1);
      const steps = all('li button').map((node) => ({
        node, x: placeOf(Number(node.dataset.at)), run: node.closest('ol').previousElementSibling.textContent.trim(),
      }));
      // The order in which things happen: at one instant as they are told, run by run.
      const turns = [...steps].sort((one, two) => one.x - two.x);
      const turnOf = new Map();
      turns.forEach((step, turn) => {
        step.turn = turn;
        for (const event of events(step.node)) turnOf.set(event, turn);
      });
      const marks = all('.mark', svg).map((node) => ({
        node, x: placeOf(Number(node.dataset.at)), turn: Math.min(...events(node).map((event) => turnOf.get(event) ?? -1), Infinity),
        lost: node.dataset.lost === undefined ? undefined : placeOf(Number(node.dataset.lost)), label: node.getAttribute('aria-label'),
      }));
      for (const mark of marks) if (mark.turn === Infinity) mark.turn = -1;
      const stops = [...new Set(marks.concat(steps).map((mark) => mark.x).concat(first))].sort((one, two) => one - two);
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

      let position = last, turn = Infinity, isPlaying = false, clock = 0;
      // The events of an instant appear when their turn has come.
      const isLater = (x, own) => x > position + 0.25 || (x > position - 0.25 && own > turn);
      const show = (place, isTelling, upTo = Infinity) => {
        position = Math.min(Math.max(place, first), last);
        turn = upTo;
        for (const mark of marks) {
          mark.node.classList.toggle('later', isLater(mark.x, mark.turn));
          if (mark.lost === undefined) continue;
          const isLost = !isLater(mark.lost, mark.turn);
          mark.node.classList.toggle('ghost', isLost);
          mark.node.setAttribute('aria-label', isLost ? mark.label : mark.node.dataset.before);
        }
        const now = stops.filter((stop) => stop <= position + 0.25).pop() ?? first;
        const current = turn < Infinity ? [turns[turn]] : steps.filter((step) => Math.abs(step.x - now) < 0.25);
        for (const step of steps) {
          step.node.parentNode.classList.toggle('later', isLater(step.x, step.turn));
          if (current.includes(step)) step.node.setAttribute('aria-current', 'step'); else step.node.removeAttribute('aria-current');
        }
        head.setAttribute('d', `M${position} 0V${svg.viewBox.baseVal.height}`);
        head.toggleAttribute('hidden', position >= last && turn === Infinity);
        svg.querySelector('#played rect').setAttribute('width', position >= last ? svg.viewBox.baseVal.width : position);
        slider.value = position;
        const time = words(between(position, 1, 0));
        slider.setAttribute('aria-valuetext', time);
        find('now').textContent = time;
        if (isTelling) tell(current);
        if (isTelling || isPlaying) follow();
      };
      const tell = (list) => {
        let time = '', run = '';
        const isMixed = new Set(list.map((step) => step.run)).size > 1;
        told.textContent = list.map((step) => {
          const [before, now] = [time, step.node.firstChild.textContent];
          const whose = isMixed && step.run !== run ? `[${step.run}] ` : '';
          [time, run] = [now, step.run];
          return (before === now ? '' : now + ': ') + whose + step.node.lastChild.textContent.trim();
        }).join('; ');
        // The story follows where it has a place of its own, the diagram where it is wider than the window.
        if (list.length && story.scrollHeight > story.clientHeight) {
          const place = list[0].node.getBoundingClientRect().top - story.getBoundingClientRect().top;
          if (place < 0 || place > story.clientHeight - 60) story.scrollTop += place - story.clientHeight / 2;
        }
      };
      const follow = () => {
        const figure = svg.parentNode, x = position * svg.clientWidth / svg.viewBox.baseVal.width;
        if (x < figure.scrollLeft + 40 || x > figure.scrollLeft + figure.clientWidth - 60) figure.scrollLeft = x - figure.clientWidth / 2;
      };

      const showAll = () => {
        show(last, false);
        tell([]);
      };

      const pause = () => {
        isPlaying = false;
        play.textContent = 'Play';
        play.setAttribute('aria-pressed', 'false');
      };
      const stepBy = (direction, isEach = find('each').checked) => {
        pause();
        if (isEach) {
          const done = turn < Infinity ? turn : turns.filter((step) => step.x <= position + 0.25).length - 1;
          const next = turns[done + direction];
          return next ? show(next.x, true, done + direction) : show(direction > 0 ? last : first, true, direction > 0 ? Infinity : -1);
        }
        const next = direction > 0 ? stops.find((stop) => stop > position + 0.25) : stops.filter((stop) => stop < position - 0.25).pop();
        show(next ?? (direction > 0 ? last : first), true);
      };
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const tick = (time) => {
        if (!isPlaying) return;
        const before = stops.filter((stop) => stop <= position + 0.25).length;
        if (!isCalm) {
          show(position + Math.min(time - clock, 100) * 0.12 * find('speed').value, false);
          clock = time;
        } else if (time - clock > 800 / find('speed').value) {
          show(stops[before] ?? last, false);
          clock = time;
        }
        if (stops.filter((stop) => stop <= position + 0.25).length > before) show(position, true);
        if (position >= last && find('loop').checked) show(first, true);
        if (position >= last) pause(); else goOn();
      };
      const goOn = () => setTimeout(() => tick(performance.now()), 16);
      const toggle = () => {
        if (isPlaying) return pause();
        if (position >= last) show(first, true);
        isPlaying = true;
        play.textContent = 'Pause';
        play.setAttribute('aria-pressed', 'true');
        clock = performance.now();
        goOn();
      };
      play.onclick = toggle;
      const present = () => {
        const isPresented = document.documentElement.classList.toggle('present');
        find('present').setAttribute('aria-pressed', String(isPresented));
        show(position, false, turn);
      };
      find('present').onclick = present;
      find('restart').onclick = () => { pause(); show(first, true); };
      find('back').onclick = () => stepBy(-1);
      find('step').onclick = () => stepBy(1);
      slider.oninput = () => { pause(); show(Number(slider.value), true); };
      for (const step of steps) step.node.onclick = () => { pause(); show(step.x, true); trace(events(step.node)); };

      // The causes of an event, back to its sources.
      const origins = (list) => {
        const found = new Set();
        const queue = [...list];
        while (queue.length) {
          const event = queue.pop();
          if (found.has(event)) continue;
          found.add(event);
          queue.push(...(causes.get(event) || []));
        }
        return found;
      };
      // The results of the marbles of a source.
      const effects = (list) => new Set([...causes.keys()].filter((event) => list.some((one) => origins([event]).has(one))).concat(list));
      const trace = (list) => {
        const found = list.some((event) => causes.has(event)) ? origins(list) : effects(list);
        const isTraced = list.length > 0;
        svg.classList.toggle('traced', isTraced);
        for (const node of all('[data-events]', svg)) {
          const own = events(node), isLink = node.querySelector('.cause');
          const isLit = isTraced && (isLink ? own.every((event) => found.has(event)) : own.some((event) => found.has(event)));
          node.classList.toggle('lit', isLit);
        }
        if (isTraced) tell(steps.filter((step) => events(step.node).some((event) => list.includes(event))));
      };
      // From marble to marble in the order in which they come.
      const order = new Map(marks.map((mark) => [mark.node, mark]));
      const marbles = all('[tabindex]', svg).sort((one, two) => {
        const [first, second] = [order.get(one), order.get(two)];
        return first.x - second.x || first.turn - second.turn;
      });
      const reach = (node) => {
        for (const other of marbles) other.setAttribute('tabindex', other === node ? '0' : '-1');
      };
      if (marbles.length) reach(marbles[0]);
      for (const node of marbles) {
        const own = events(node);
        node.onmouseenter = () => trace(own);
        node.onmouseleave = () => trace([]);
        node.onfocus = () => { reach(node); trace(own); };
        node.onblur = () => trace([]);
      }
      document.onkeydown = (key) => {
        const index = marbles.indexOf(document.activeElement);
        if (key.altKey || key.ctrlKey || key.metaKey) return;
        const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key.key];
        if (document.activeElement.tagName === 'SELECT') return;
        const isAside = index < 0 && document.activeElement !== slider && /Up|Down/.test(key.key);
        if (key.key === 'Escape') {
          pause();
          trace([]);
          showAll();
        } else if (direction && index >= 0) {
          const seen = marbles.filter((node) => !node.classList.contains('later') || node === marbles[index]);
          seen[(seen.indexOf(marbles[index]) + direction + seen.length) % seen.length].focus();
          key.preventDefault();
        } else if (direction && !isAside) {
          stepBy(direction);
          key.preventDefault();
        } else if (key.key === ',' || key.key === '.') {
          stepBy(key.key === '.' ? 1 : -1, true);
        } else if (key.key === 'p') {
          present();
        } else if (key.key === ' ' && document.activeElement.tagName !== 'BUTTON') {
          toggle();
          key.preventDefault();
        }
      };
      // A printed diagram fits one page on its side, of A4 and of Letter: it gets smaller until it does.
      const root = document.documentElement, main = document.querySelector('main');
      const fits = (zoom) => {
        root.style.setProperty('--zoom', zoom);
        [main.style.zoom, main.style.width] = [zoom, `${975 / zoom}px`];
        return document.body.getBoundingClientRect().height <= 700;
      };
      window.onbeforeprint = () => {
        root.classList.add('printing');
        let [small, large] = [0.15, 1];
        if (fits(large)) return;
        for (let round = 0; round < 8; round += 1) {
          const zoom = (small + large) / 2;
          if (fits(zoom)) small = zoom; else large = zoom;
        }
        fits(small);
      };
      window.onafterprint = () => {
        root.classList.remove('printing');
        [main.style.zoom, main.style.width] = ['', ''];
      };
      // `#t=300ms`: the page as it is then.
      const enter = () => {
        const [, number, unit] = /^#t=([0-9.]+)(ns|us|ms|s|m|h)$/.exec(location.hash) || [];
        const lengths = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 3.6e12 };
        pause();
        if (unit) show(placeOf(Number(number) * lengths[unit]), true); else showAll();
      };
      window.onhashchange = enter;
      enter();
    })();

    """#
}
