// The boxes of the picture: the name of an operator in its box is the button of its menu, a number in it is a slider. Each lies over its letters.
const Boxes = (() => {
  const layer = element('div', { class: 'handles boxes' });
  $('canvas').append(layer);

  // The browser knows a place only when it has laid out the page, which takes longer than all else after a key. So what does not change with the text is kept:
  // where the letters of a code are beside its own place, and how much of a picture of some width can be seen.
  const kept = new Map();
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => { if (contentRect.width !== width) { ({ width } = contentRect); kept.clear(); } }).observe($('stage'));
  const keep = (key, measure) => {
    if (kept.has(key)) return kept.get(key);
    if (kept.size > 200) kept.clear();
    const value = measure();
    kept.set(key, value);
    return value;
  };
  const numbers = (node, ...names) => names.map((name) => Number(node.getAttribute(name)));

  /** The beginnings and ends of the letters of a code, from its place; nothing where the picture itself is not drawn. */
  const lettersOf = (node) => {
    const text = node.textContent, key = [node.getAttribute('class'), node.getAttribute('font-size'), node.getAttribute('text-anchor'), text].join();
    if (!kept.has(key) && node.getNumberOfChars() < text.trim().length) return null;
    return keep(key, () => {
      const [x, y] = numbers(node, 'x', 'y'), extents = Array.from({ length: node.getNumberOfChars() }, (_, index) => node.getExtentOfChar(index));
      return { starts: extents.map((one) => one.x - x), ends: extents.map((one) => one.x + one.width - x), middle: extents[0].y + extents[0].height / 2 - y };
    });
  };
  /** The places of the code in the picture: which part of which line of the text each piece of code is. */
  const places = (lines) => {
    const taken = new Map(), found = [];
    for (const node of Picture.svg.querySelectorAll('text.code')) {
      const text = node.textContent.trim(), blank = node.textContent.indexOf(text);
      // A code that is written twice is drawn twice, in the same order; that of a stream with a name is drawn after the pipelines, if at all.
      const candidates = lines.flatMap((line, index) => {
        if (!/^(>|let |\s)/.test(line)) return [];
        const at = line.indexOf(text, Math.max(taken.get(index) ?? 0, line.startsWith('>') ? 1 : 0));
        return at < 0 ? [] : [{ line: index, at, order: line.startsWith('let ') ? 1 : 0 }];
      }).sort((one, two) => one.order - two.order || one.line - two.line);
      const [place] = candidates;
      const letters = text && place && lettersOf(node);
      if (!letters) continue;
      taken.set(place.line, place.at + text.length);
      found.push({ node, line: place.line, at: place.at, end: place.at + text.length, blank, letters });
    }
    return found;
  };
  /** The box around some letters of a code, which is a line of one height. */
  const around = ({ node, at, blank, letters: { starts, ends, middle } }, from, to) => {
    const [x, y] = numbers(node, 'x', 'y'), start = x + starts[from - at + blank], end = x + ends[to - 1 - at + blank];
    return { x: (start + end) / 2, y: y + middle, width: end - start, height: 22 };
  };
  const put = (node, box) => {
    Picture.put(node, box.x, box.y);
    node.style.width = `${box.width / Picture.size.width * 100}%`;
    node.style.height = `${box.height / Picture.size.height * 100}%`;
  };

  /**
   * Lays the parts of the pipelines over the picture; `make` makes a control of a part. A control that is held stays the node it is. The result has the parts
   * that can be seen: a picture that is wider than its place is scrolled.
   */
  const show = (parts, lines, held, make) => {
    const shown = new Set(), nodes = [], units = (line, count) => Array.from(lines[line]).slice(0, count).join('').length;
    const edge = keep(`${document.body.className} ${Picture.size.width}`, () => $('stage').clientWidth * Picture.scale);
    const lay = (what, node, box) => {
      put(node, box);
      if (node !== held?.node) nodes.push(node);
      if (box.x + box.width / 2 <= edge) shown.add(what);
    };
    for (const place of places(lines)) {
      for (const part of parts) {
        if (part.line !== place.line || units(part.line, part.start) < place.at || units(part.line, part.end) > place.end) continue;
        const isHeld = held && held.part.line === part.line && held.part.start === part.start;
        lay(part, isHeld ? held.node : make(part), around(place, units(part.line, part.start), units(part.line, part.end)));
      }
    }
    for (const node of [...layer.children]) if (node !== held?.node) node.remove();
    layer.append(...nodes);
    return shown;
  };
  return { layer, show };
})();
