// A task of ten minutes: one row at a time. The next one comes when the row was predicted and the question why was answered; without scripts all
// of it can be read.
(() => {
  'use strict';
  const page = document.querySelector('.md-content__inner');
  // On a phone what one needs is folded, so that the first row is within the first screen.
  const needs = page.querySelector(':scope > ul'), words = needs?.previousElementSibling;
  if (words?.matches('p') && matchMedia('(max-width: 600px)').matches) {
    const fold = document.createElement('details'), summary = document.createElement('summary');
    words.before(fold);
    summary.append(...words.childNodes);
    words.remove();
    fold.append(summary, needs);
  }
  const steps = [];
  for (const heading of page.querySelectorAll(':scope > h2')) {
    const step = document.createElement('section');
    step.className = 'step';
    heading.before(step);
    for (let next = heading; next && !(next !== heading && next.matches?.('h2, script')); next = step.nextSibling) step.append(next);
    steps.push(step);
  }
  const asking = steps.filter((step) => step.querySelector('form.quiz'));
  const show = (index) => {
    steps[index].hidden = false;
    const heading = steps[index].querySelector('h2');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  steps.forEach((step, index) => {
    step.hidden = index > 0;
    const form = step.querySelector('form.quiz'), answer = step.querySelector('details');
    if (!form) return;
    answer.hidden = true;
    const bar = document.createElement('p'), next = document.createElement('button'), place = document.createElement('span');
    bar.className = 'task-bar keys';
    place.className = 'quiet';
    place.textContent = `Row ${asking.indexOf(step) + 1} of ${asking.length}`;
    Object.assign(next, { type: 'button', className: 'first', hidden: true, textContent: step === asking.at(-1) ? 'Now you know' : 'Next row' });
    next.onclick = () => { next.hidden = true; show(index + 1); };
    bar.append(place, next);
    step.append(bar);
    const explain = () => { answer.hidden = false; answer.open = true; next.hidden = false; };
    form.addEventListener('answered', () => { if (!form.querySelector('.verdict .options')) explain(); });
    form.addEventListener('click', ({ target }) => { if (target.closest('.verdict .options button, .verdict .explain')) explain(); });
  });
})();
