// A menu of rules for a pipeline: each form of the language with the streams of the spec, and whether it holds as things are.
const Rule = (() => {
  const menu = $('menu');
  let forms = [];

  /** The line behind a pipeline and the rows and rules that belong to it. */
  const placeAfter = (lines, line) => {
    let next = line + 1;
    while (next < lines.length && /^(\s+\S|=|!|from |demand |subs )/.test(lines[next])) next++;
    return next;
  };
  const withRule = (spec, line, rule) => {
    const lines = spec.split('\n');
    lines.splice(placeAfter(lines, line), 0, `! ${rule}`);
    return lines.join('\n');
  };
  /** Whether a rule of the engine's page is broken, holds, or does not fit the spec, in which case there is nothing to say of it. */
  const verdict = async (spec, line, rule) => {
    const answer = await Engine.run(withRule(spec, line, rule), 'page'), page = answer.code > 1 ? null : JSON.parse(answer.text);
    const place = `spec:${placeAfter(spec.split('\n'), line) + 1}: `, failure = page?.checked?.find((one) => one.startsWith(place));
    if (!page || page.problem || failure?.startsWith(`${place}the rule cannot`)) return null;
    return failure ? 'breaks' : 'holds';
  };
  /** The forms with names: A and B are the first streams of the pipeline, and B is its outcome if there is no second one; times are those of the picture. */
  const candidates = async (spec, line) => {
    const used = [];
    for (const name of Picture.page.sources) if (used.length < 2 && await verdict(spec, line, `at least 0 ${name}`)) used.push(name);
    const [first = 'this', second = 'this'] = used, long = (frames) => Picture.words(frames * Picture.frame);
    const filled = forms.map(({ form, sentence }) => ({
      sentence,
      rule: form.replace(/\bA\b/g, first).replace(/\bB\b/g, second).replace('300ms', long(3)).replace('1s', long(10)).replace('CONDITION', 'this >= 0'),
    }));
    return filled.filter(({ rule }, index) => filled.findIndex((one) => one.rule === rule) === index);
  };
  const open = async (node, line) => {
    const spec = Editor.text, items = [];
    for (const { rule, sentence } of await candidates(spec, line)) {
      const found = await verdict(spec, line, rule);
      if (!found) continue;
      items.push(element('button', { type: 'button', role: 'menuitem', tabindex: '-1', onclick: () => add(withRule(spec, line, rule), rule) },
        element('code', {}, rule), element('small', {}, element('b', { class: found }, found === 'holds' ? 'Holds now. ' : 'Does not hold now. '), sentence)));
    }
    menu.replaceChildren(element('p', { role: 'presentation' }, 'A rule says what always holds, whatever the rows are. Drag a marble to try to break it.'), ...items);
    Pipeline.unfold(node);
  };
  const add = async (text, rule) => {
    Pipeline.close();
    Editor.set(text);
    await App.draw();
    say(`Added: ${rule}`);
  };
  return { open, know(list) { forms = list; } };
})();
