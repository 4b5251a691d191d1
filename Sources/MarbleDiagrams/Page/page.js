// The buttons and keys of a page with one diagram; `player.js` plays it.
(() => {
  'use strict';
  const find = (id) => document.getElementById(id);
  const svg = find('diagram'), slider = find('time'), play = find('play');
  const { eventsOf } = MarblePlayer, picture = MarblePlayer.picture(svg);
  const parts = { story: find('story'), slider, now: find('now'), told: find('told'), each: find('each'), speed: find('speed'), loop: find('loop') };
  const player = MarblePlayer.make(parts, (isPlaying) => {
    play.textContent = isPlaying ? 'Pause' : 'Play';
    play.setAttribute('aria-pressed', String(isPlaying));
  });
  player.show(picture);

  const trace = (list) => {
    picture.trace(list);
    if (list.length) player.tell(list);
  };
  const present = () => {
    find('present').setAttribute('aria-pressed', String(document.documentElement.classList.toggle('present')));
    player.again();
  };
  play.onclick = player.toggle;
  find('present').onclick = present;
  find('restart').onclick = player.start;
  find('back').onclick = () => player.stepBy(-1);
  find('step').onclick = () => player.stepBy(1);

  // From marble to marble in the order in which they come.
  const marbles = player.inOrder([...svg.querySelectorAll('[tabindex]')]);
  const reach = (node) => {
    for (const other of marbles) other.setAttribute('tabindex', other === node ? '0' : '-1');
  };
  if (marbles.length) reach(marbles[0]);
  for (const node of marbles) {
    node.onmouseenter = () => trace(eventsOf(node));
    node.onmouseleave = () => trace([]);
    node.onfocus = () => { reach(node); trace(eventsOf(node)); };
    node.onblur = () => trace([]);
  }
  document.onkeydown = (key) => {
    const { activeElement } = document, index = marbles.indexOf(activeElement);
    if (key.altKey || key.ctrlKey || key.metaKey || activeElement.tagName === 'SELECT') return;
    const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key.key];
    const isAside = index < 0 && activeElement !== slider && /Up|Down/.test(key.key);
    if (key.key === 'Escape') {
      trace([]);
      player.end();
    } else if (direction && index >= 0) {
      const seen = marbles.filter((node) => !node.classList.contains('later') || node === marbles[index]);
      seen[(seen.indexOf(marbles[index]) + direction + seen.length) % seen.length].focus();
      key.preventDefault();
    } else if (direction && !isAside) {
      player.stepBy(direction);
      key.preventDefault();
    } else if (key.key === ',' || key.key === '.') {
      player.stepBy(key.key === '.' ? 1 : -1, true);
    } else if (key.key === 'p') {
      present();
    } else if (key.key === ' ' && activeElement.tagName !== 'BUTTON') {
      player.toggle();
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
    player.pause();
    if (unit) player.seek(picture.place(Number(number) * lengths[unit]), true); else player.end();
  };
  window.onhashchange = enter;
  enter();
})();
