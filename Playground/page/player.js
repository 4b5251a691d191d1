// Time: play, step, and the story beside the picture.
const Player = (() => {
  const slider = $('time'), story = $('story'), told = $('told'), button = $('play');
  let position = 0, isPlaying = false, clock = 0, isFirst = true;
  let first = 0, last = 0, marks = [], steps = [], stops = [];

  const show = (page) => {
    const wasAtEnd = isFirst || position >= last - 0.25;
    const instant = wasAtEnd ? 0 : Picture.between(position, 1, 0, Picture.frame / Picture.step);
    story.innerHTML = page.story;
    const { axis } = Picture;
    [first, last] = axis.length ? [axis[0][1], axis[axis.length - 1][1]] : [0, 0];
    marks = [...Picture.svg.querySelectorAll('.mark')].map((node) => ({ node, x: Picture.place(Number(node.dataset.at)) }));
    steps = [...story.querySelectorAll('li button')].map((node) => ({ node, x: Picture.place(Number(node.dataset.at)) }));
    stops = [...new Set([...marks, ...steps].map((one) => one.x).concat(first))].sort((one, two) => one - two);
    [slider.min, slider.max] = [first, last];
    for (const step of steps) {
      step.node.onclick = () => { pause(); seek(step.x, true); Picture.trace(Picture.eventsOf(step.node)); };
    }
    isFirst = false;
    seek(wasAtEnd ? last : Picture.place(instant), false);
  };
  const seek = (place, isTelling) => {
    position = Math.min(Math.max(place, first), last);
    const { svg } = Picture;
    for (const mark of marks) mark.node.classList.toggle('later', mark.x > position + 0.25);
    const now = stops.filter((stop) => stop <= position + 0.25).pop() ?? first;
    const current = position >= last && !isTelling ? [] : steps.filter((step) => Math.abs(step.x - now) < 0.25);
    for (const step of steps) {
      step.node.parentNode.classList.toggle('later', step.x > position + 0.25);
      if (current.includes(step)) step.node.setAttribute('aria-current', 'step'); else step.node.removeAttribute('aria-current');
    }
    const head = svg.querySelector('#head');
    head?.setAttribute('d', `M${position} 0V${Picture.size.height}`);
    head?.toggleAttribute('hidden', position >= last);
    svg.querySelector('#played rect')?.setAttribute('width', position >= last ? Picture.size.width : position);
    slider.value = position;
    const time = Picture.words(Picture.between(position, 1, 0, Picture.frame / Picture.step));
    slider.setAttribute('aria-valuetext', time);
    $('now').textContent = time;
    if (!isTelling) { if (position >= last) told.textContent = ''; return; }
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
    pause();
    const next = direction > 0 ? stops.find((stop) => stop > position + 0.25) : stops.filter((stop) => stop < position - 0.25).pop();
    seek(next ?? (direction > 0 ? last : first), true);
  };
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const tick = (time) => {
    if (!isPlaying) return;
    const seen = stops.filter((stop) => stop <= position + 0.25).length;
    if (!calm.matches) {
      seek(position + Math.min(time - clock, 100) * 0.12, false);
      clock = time;
    } else if (time - clock > 800) {
      seek(stops[seen] ?? last, false);
      clock = time;
    }
    if (stops.filter((stop) => stop <= position + 0.25).length > seen) seek(position, true);
    if (position >= last) pause(); else setTimeout(() => tick(performance.now()), 16);
  };
  const toggle = () => {
    if (isPlaying) return pause();
    if (position >= last) seek(first, true);
    isPlaying = true;
    button.textContent = '❚❚';
    button.setAttribute('aria-label', 'Pause');
    clock = performance.now();
    setTimeout(() => tick(performance.now()), 16);
  };
  button.onclick = toggle;
  $('restart').onclick = () => { pause(); seek(first, true); };
  $('back').onclick = () => stepBy(-1);
  $('step').onclick = () => stepBy(1);
  slider.oninput = () => { pause(); seek(Number(slider.value), true); };
  document.addEventListener('keydown', (key) => {
    const place = document.activeElement?.tagName;
    if (key.altKey || key.ctrlKey || key.metaKey || (place && place !== 'BODY' && document.activeElement.id !== 'story')) return;
    if (key.key === ' ') toggle();
    else if (key.key === 'ArrowRight') stepBy(1);
    else if (key.key === 'ArrowLeft') stepBy(-1);
    else return;
    key.preventDefault();
  });
  return { show, all: () => { pause(); seek(last, false); } };
})();
