// ?present: one diagram at a time, big. The arrow keys go on and back; a question is shown before its answer. Escape ends it.
(() => {
  'use strict';
  const link = document.getElementById('slide-show');
  if (!new URLSearchParams(location.search).has('present')) return;
  const leave = () => { location.search = ''; };
  document.body.classList.add('presenting');
  if (link) link.hidden = true;
  const player = document.getElementById('restart');
  if (player) {
    // A picture that plays has its own keys; it begins with nothing to be seen of the outcome.
    document.body.classList.add('player-page');
    document.getElementById('present').click();
    player.click();
    document.addEventListener('keydown', (event) => { if (event.key === 'Escape') leave(); });
    return;
  }
  const title = document.createElement('div');
  title.className = 'slide';
  const heading = document.querySelector('h1').cloneNode(true);
  heading.removeAttribute('id');
  title.append(heading, ...[...document.querySelectorAll('h1 ~ p:not(.quiet)')].slice(0, 1).map((one) => one.cloneNode(true)));
  const slides = [title, ...document.querySelectorAll('form.quiz, .md-content figure.slide')];
  const stage = document.createElement('main'), place = document.createElement('p');
  stage.id = 'slides';
  place.className = 'place';
  document.querySelector('.md-container').hidden = true;
  document.body.append(stage);
  let index = 0;
  const show = (next) => {
    index = Math.min(Math.max(next, 0), slides.length - 1);
    place.textContent = `${index + 1} / ${slides.length}`;
    stage.replaceChildren(slides[index], place);
    stage.scrollTop = 0;
  };
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return leave();
    if (event.target.matches('input')) return;
    const verdict = slides[index].querySelector('.verdict');
    if (['ArrowRight', 'PageDown', ' '].includes(event.key) && !(event.key === ' ' && event.target.matches('button'))) {
      event.preventDefault();
      // The answer of a question is a step of its own.
      if (verdict && !verdict.childElementCount) slides[index].querySelector('.keys button:last-child').click(); else show(index + 1);
    } else if (['ArrowLeft', 'PageUp'].includes(event.key)) {
      event.preventDefault();
      show(index - 1);
    } else if (event.key === 'Home') show(0);
    else if (event.key === 'End') show(slides.length - 1);
  });
  show(0);
})();
