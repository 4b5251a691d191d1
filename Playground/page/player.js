// Time: play, step, and the story beside the picture.
const Player = (() => {
  const slider = $('time'), story = $('story'), told = $('told'), button = $('play'), each = $('each');
  let position = 0, turn = Infinity, isPlaying = false, clock = 0, isFirst = true;
  let first = 0, last = 0, marks = [], steps = [], turns = [], stops = [];

  const show = (page) => {
    const wasAtEnd = isFirst || (position >= last - 0.25 && turn === Infinity);
    const instant = wasAtEnd ? 0 : Picture.between(position, 1, 0, Picture.frame / Picture.step);
    story.innerHTML = page.story;
    const { axis } = Picture;
    [first, last] = axis.length ? [axis[0][1], axis[axis.length - 1][1]] : [0, 0];
    steps = [...story.querySelectorAll('li button')].map((node) => ({ node, x: Picture.place(Number(node.dataset.at)) }));
    // The order in which things happen: at one instant as they are told, run by run.
    turns = [...steps].sort((one, two) => one.x - two.x);
    const turnOf = new Map();
    turns.forEach((step, number) => {
      step.turn = number;
      for (const event of Picture.eventsOf(step.node)) turnOf.set(event, number);
    });
    marks = [...Picture.svg.querySelectorAll('.mark')].map((node) => {
      const own = Picture.eventsOf(node).map((event) => turnOf.get(event) ?? -1);
      return { node, x: Picture.place(Number(node.dataset.at)), turn: own.length ? Math.min(...own) : -1 };
    });
    stops = [...new Set(marks.concat(steps).map((one) => one.x).concat(first))].sort((one, two) => one - two);
    [slider.min, slider.max] = [first, last];
    for (const step of steps) {
      step.node.onclick = () => { pause(); seek(step.x, true, each.checked ? step.turn : Infinity); Picture.trace(Picture.eventsOf(step.node)); };
    }
    isFirst = false;
    seek(wasAtEnd ? last : Picture.place(instant), false);
  };
  /** What happens at an instant is there when its turn has come. */
  const isLater = (one) => one.x > position + 0.25 || (one.x > position - 0.25 && one.turn > turn);
  const seek = (place, isTelling, upTo = Infinity) => {
    position = Math.min(Math.max(place, first), last);
    turn = upTo;
    const { svg } = Picture;
    for (const mark of marks) mark.node.classList.toggle('later', isLater(mark));
    const now = stops.filter((stop) => stop <= position + 0.25).pop() ?? first;
    const current = turn < Infinity ? turns.slice(turn, turn + 1) : position >= last && !isTelling ? [] : steps.filter((step) => Math.abs(step.x - now) < 0.25);
    for (const step of steps) {
      step.node.parentNode.classList.toggle('later', isLater(step));
      if (current.includes(step)) step.node.setAttribute('aria-current', 'step'); else step.node.removeAttribute('aria-current');
    }
    const head = svg.querySelector('#head'), isOver = position >= last && turn === Infinity;
    head?.setAttribute('d', `M${position} 0V${Picture.size.height}`);
    head?.toggleAttribute('hidden', isOver);
    svg.querySelector('#played rect')?.setAttribute('width', position >= last ? Picture.size.width : position);
    slider.value = position;
    const time = Picture.words(Picture.between(position, 1, 0, Picture.frame / Picture.step));
    slider.setAttribute('aria-valuetext', time);
    $('now').textContent = time;
    if (!isTelling) { if (isOver) told.textContent = ''; return; }
    told.textContent = current.map(({ node }) => node.textContent.trim().replace(/\s+/g, ' ')).join('; ');
    if (current.length) {
      const top = current[0].node.getBoundingClientRect().top - story.getBoundingClientRect().top;
      if (top < 0 || top > story.clientHeight - 40) story.scrollTop += top - story.clientHeight / 2;
    }
  };
  const pause = () => {
    isPlaying = false;
    button.textContent = '▶';
    button.setAttribute('aria-label', 'Play');
  };
  const stepBy = (direction) => {
    if (each.checked) {
      const done = turn < Infinity ? turn : turns.filter((step) => step.x <= position + 0.25).length - 1;
      const next = turns[done + direction];
      return next ? seek(next.x, true, done + direction) : seek(direction > 0 ? last : first, true, direction > 0 ? Infinity : -1);
    }
    const next = direction > 0 ? stops.find((stop) => stop > position + 0.25) : stops.filter((stop) => stop < position - 0.25).pop();
    seek(next ?? (direction > 0 ? last : first), true);
  };
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const tick = (time) => {
    if (!isPlaying) return;
    const seen = stops.filter((stop) => stop <= position + 0.25).length;
    if (each.checked) {
      // One event after the other: those of an instant, too, have their time.
      if (time - clock > 700) { stepBy(1); clock = time; }
    } else if (!calm.matches) {
      seek(position + Math.min(time - clock, 100) * 0.12, false);
      clock = time;
    } else if (time - clock > 800) {
      seek(stops[seen] ?? last, false);
      clock = time;
    }
    if (!each.checked && stops.filter((stop) => stop <= position + 0.25).length > seen) seek(position, true);
    if (position >= last && turn === Infinity) pause(); else setTimeout(() => tick(performance.now()), 16);
  };
  const toggle = () => {
    if (isPlaying) return pause();
    if (position >= last) seek(first, true, each.checked ? -1 : Infinity);
    isPlaying = true;
    button.textContent = '❚❚';
    button.setAttribute('aria-label', 'Pause');
    clock = performance.now();
    setTimeout(() => tick(performance.now()), 16);
  };
  button.onclick = toggle;
  $('restart').onclick = () => { pause(); seek(first, true, each.checked ? -1 : Infinity); };
  $('back').onclick = () => { pause(); stepBy(-1); };
  $('step').onclick = () => { pause(); stepBy(1); };
  slider.oninput = () => { pause(); seek(Number(slider.value), true); };
  document.addEventListener('keydown', (key) => {
    const place = document.activeElement?.tagName;
    if (key.altKey || key.ctrlKey || key.metaKey || (place && place !== 'BODY' && document.activeElement.id !== 'story')) return;
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[key.key];
    if (key.key === ' ') toggle(); else if (direction) { pause(); stepBy(direction); } else return;
    key.preventDefault();
  });
  return { show, all: () => { pause(); seek(last, false); } };
})();
