// A table that is wider than its place is scrolled by keys, too. The theme wraps each table when the page has loaded.
addEventListener('load', () => {
  for (const box of document.querySelectorAll('.md-typeset__scrollwrap')) {
    new ResizeObserver(() => {
      if (box.scrollWidth > box.clientWidth) Object.assign(box, { tabIndex: 0, role: 'group', ariaLabel: 'Table' }); else box.removeAttribute('tabindex');
    }).observe(box);
  }
});
