// Search in the gallery and in the index, by the names of Combine and of Rx.
(() => {
  'use strict';
  const input = document.getElementById('search'), told = document.getElementById('found');
  if (!input) return;
  const cards = [...document.querySelectorAll('.cards li')];
  const what = input.closest('.search').dataset.what ?? 'diagrams';
  input.closest('.search').hidden = false;
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of cards) {
      const isFound = words.every((word) => card.dataset.names.includes(word));
      card.hidden = !isFound;
      count += isFound ? 1 : 0;
    }
    for (const list of document.querySelectorAll('.cards')) {
      const isEmpty = [...list.children].every((card) => card.hidden);
      list.hidden = isEmpty;
      list.previousElementSibling.hidden = isEmpty;
    }
    told.textContent = words.length ? `${count} of ${cards.length} ${what}` : `${cards.length} ${what}`;
  };
  input.oninput = show;
  input.value = decodeURIComponent(location.hash.slice(1));
  show();
})();
