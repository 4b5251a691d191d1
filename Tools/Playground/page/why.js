// Why? A question about a reason, before the explanation: what the pipeline does at one instant, and what it would do with one operator swapped for each of
// those that it is confused with. The sentences are those of the stories of these runs.
const Why = (() => {
  /** At most so many swaps are run, and so many answers are offered. */
  const mostRuns = 16, mostOptions = 4;

  /** The sentences of a story about each instant at which a source sends a value, with the name of an operator left out. */
  const sentences = (page, name) => {
    const story = element('div'), told = new Map(), asked = new Set(), word = new RegExp(`(?<![\\\\w.])${name}(?!\\\\w)`, 'g');
    story.innerHTML = page.story;
    // Of several pipelines the first one is predicted.
    for (const button of story.querySelector('ol')?.querySelectorAll('button') ?? []) {
      const at = Number(button.dataset.at), text = button.lastChild.textContent.trim();
      if (page.sources.some((source) => text.startsWith(`${source} sends `))) asked.add(at);
      told.set(at, [...(told.get(at) ?? []), text.replace(word, 'the operator')]);
    }
    return new Map([...told].filter(([at]) => asked.has(at)).map(([at, list]) => [at, list.join('; ')]));
  };
  const run = async (spec) => {
    const { code, text } = await Engine.run(spec, 'page'), page = code > 1 ? null : JSON.parse(text);
    return page && !page.problem && !page.runs[0].stopped ? page : null;
  };

  /** A question about a spec, if possible about the last value before one of some instants; nothing if its rivals do the same for the same reasons. */
  const question = async (spec, instants) => {
    const page = await run(spec);
    if (!page) return null;
    const lines = spec.split('\n'), first = lines.findIndex((line) => line.startsWith('>'));
    let last = first;
    while (/^\s+[.})]/.test(lines[last + 1] ?? '')) last++;
    let best = null, runs = 0;
    for (const { line, start, swaps } of await Pipeline.swapsOf(spec)) {
      if (line < first || line > last) continue;
      const { name, end } = page.calls.find((call) => call.line === line && call.start === start), mine = sentences(page, name), rivals = [];
      for (const swap of swaps.filter((one) => !one.invented)) {
        if (++runs > mostRuns) break;
        const letters = Array.from(lines[line]), changed = letters.slice(0, start).join('') + swap.text + letters.slice(end).join('');
        const other = await run(lines.map((one, index) => (index === line ? changed : one)).join('\n'));
        if (other) rivals.push({ text: swap.text, told: sentences(other, swap.name) });
      }
      const preferred = new Set([...instants].map((instant) => Math.max(...[...mine.keys()].filter((at) => at <= instant))));
      for (const [at, own] of mine) {
        const options = [{ text: own, rival: null }];
        for (const { text, told } of rivals) {
          if (options.length < mostOptions && told.has(at) && !options.some((one) => one.text === told.get(at))) options.push({ text: told.get(at), rival: text });
        }
        const rank = options.length + (preferred.has(at) ? 2 : 0);
        if (options.length > 2 && rank > (best?.rank ?? 0)) best = { rank, at, options };
      }
    }
    // In the order of the alphabet the right answer has no place of its own.
    return best && { question: `What happens at ${Picture.words(best.at)}, and why?`, options: best.options.sort((one, two) => (one.text < two.text ? -1 : 1)) };
  };
  return { question };
})();
