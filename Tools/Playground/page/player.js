// The buttons and keys of the player; `Sources/MarbleDiagrams/Page/player.js` plays.
const Player = (() => {
  const button = $('play');
  const parts = { story: $('story'), slider: $('time'), now: $('now'), told: $('told'), each: $('each') };
  const player = MarblePlayer.make(parts, (isPlaying) => {
    button.textContent = isPlaying ? '❚❚' : '▶';
    button.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  });
  const show = (page, picture) => {
    parts.story.innerHTML = page.story;
    player.show(picture);
  };
  button.onclick = player.toggle;
  $('restart').onclick = player.start;
  $('back').onclick = () => player.stepBy(-1);
  $('step').onclick = () => player.stepBy(1);
  document.addEventListener('keydown', (key) => {
    const place = document.activeElement?.tagName;
    if (key.altKey || key.ctrlKey || key.metaKey || (place && place !== 'BODY' && document.activeElement.id !== 'story')) return;
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[key.key];
    if (key.key === ' ') player.toggle(); else if (direction) player.stepBy(direction); else return;
    key.preventDefault();
  });
  return { show, all: player.end };
})();
