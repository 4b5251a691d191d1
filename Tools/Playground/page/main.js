// Brings the parts together: a change of the text is drawn, what the picture changes is written down.
const App = (() => {
  /** The spec that is there at first, with its picture: drawn by the engine when this page was made. */
  const first = FIRST;
  let isDirty = false, running = null, theme = 'auto';

  /** The width of the picture; somebody who predicts sees only what goes in. */
  const looks = () => ({ covered: Predict.hides, width: Picture.room });
  const state = () => ({ spec: Editor.text, theme, predicts: Predict.isOn, ...Task.state });

  const broken = (text) => /^Line \d+: (the |this )?rule /.test(text);
  /** The failures of the spec, with lines as in messages. */
  const failuresOf = (page) => page.checked?.map((text) => text.replace(/^spec:(\d+): /gm, 'Line $1: ')) ?? [];
  /** The heading of what does not hold: rows, rules, or both. */
  const judgement = (failures) => (failures.every(broken) ? 'A rule does not hold' : failures.some(broken) ? 'Not what "=" says, and a rule does not hold' : 'Not what "=" says');
  const approval = (spec) => [/^(=(?!=)|subs )/m.test(spec) && 'as "=" says', /^!/m.test(spec) && 'the rules hold'].filter(Boolean).join(', and ').replace(/^./, (sign) => sign.toUpperCase()) + '.';

  /** While the text is wrong the picture is an earlier one: nothing in it can be changed, which every control says. */
  const refuse = () => {
    say('The text has to be mended first.');
    $('problem').classList.add('asked');
    setTimeout(() => $('problem').classList.remove('asked'), 700);
  };
  const disable = () => {
    for (const node of document.querySelectorAll('.handle:not(.guess), .add, .number, .call, .rule-menu')) {
      node.setAttribute('aria-disabled', 'true');
      node.title = 'The text has to be mended first.';
    }
  };

  /** Shows an answer of the engine: a picture, or what is wrong. */
  const show = (answer) => {
    Address.follow();
    Strength.offer(false);
    if (answer.code !== 0 && answer.code !== 1) {
      $('problem').className = 'bad';
      $('problem').textContent = answer.text;
      $('stage').classList.add('old');
      return false;
    }
    const page = answer.page ?? JSON.parse(answer.text);
    const wrong = page.problem;
    $('stage').classList.toggle('old', Boolean(wrong));
    Editor.mark(wrong || null);
    if (wrong) {
      $('problem').className = 'bad';
      $('problem').replaceChildren(element('strong', {}, `Line ${wrong.line}: ${wrong.message}`), ...(wrong.fix ? [element('span', {}, wrong.fix)] : []),
        ...(wrong.mend ? [element('button', { type: 'button', id: 'mend', onclick: () => mend(wrong) }, 'Write ', element('code', {}, wrong.mend.text.trim()))] : []));
      disable();
      return false;
    }
    const stop = page.runs.find((run) => run.stopped);
    const failures = failuresOf(page), failed = failures.length;
    $('problem').className = stop || failed ? 'warn' : page.checked ? 'good' : '';
    $('problem').replaceChildren(...(stop ? [`Stopped: ${stop.stopped}`] : failed ? [element('strong', {}, judgement(failures)), element('pre', { tabindex: '0' }, failures.join('\n'))]
      : page.checked ? [approval(answer.spec)] : []));
    Strength.offer(page.checked && !failed && !stop && !Predict.isOn);
    page.spec = answer.spec;
    Task.tried(answer.spec, page.checked ? !failed : undefined);
    Editor.know(null, page.sources);
    Picture.show(page);
    Predict.hide();
    Pipeline.show(page);
    return true;
  };

  /** Carries out the mend of a problem, if the line is still the one that was read. */
  const mend = ({ line, mend: { from, to, text } }) => {
    if (Editor.replace(line - 1, from, to, text, 'whole')) { draw(); Editor.focus(); }
  };

  /** Draws the text as it is; changes that come meanwhile are drawn together afterwards. */
  const draw = () => {
    isDirty = true;
    running ??= (async () => {
      while (isDirty) {
        isDirty = false;
        const start = performance.now(), answer = await Engine.run(Editor.text, 'page', looks());
        show(answer);
        measure(start);
      }
      running = null;
    })();
    return running;
  };
  const times = [];
  const measure = (start) => {
    const time = performance.now() - start;
    // The first run waits for the engine, which is no measure.
    if (!document.documentElement.dataset.engine) return;
    times.push(time);
    $('cost').textContent = `${time.toFixed(time < 10 ? 1 : 0)} ms`;
  };

  /** An edit of a row by keys, as one step of undo. */
  const change = async (edit, name) => {
    const start = performance.now(), answer = await Engine.run(Editor.text, 'page', looks(), edit);
    if (typeof answer.edited !== 'object' || answer.edited.text === undefined) return null;
    Editor.set(answer.spec, name);
    show(answer);
    measure(start);
    return answer.edited;
  };
  /** An edit of a row while it is pulled, from the text as it was at the beginning. */
  const drag = async (whole, edit) => {
    if (!edit) { Editor.set(whole, 'drag'); return draw(); }
    const start = performance.now(), answer = await Engine.run(whole, 'page', looks(), edit);
    if (typeof answer.edited !== 'object' || answer.edited.text === undefined) return null;
    Editor.set(answer.spec, 'drag');
    show(answer);
    measure(start);
    return answer.edited;
  };

  const put = (spec) => {
    $('hint').classList.toggle('used', spec !== first.spec);
    Predict.forget();
    Editor.set(spec);
  };
  const open = (spec) => {
    Address.opening(() => { Task.set(null); put(spec); });
    return draw();
  };
  const paintTheme = () => {
    document.documentElement.dataset.theme = theme;
    $('sheet-marbles')?.remove();
    document.head.append(element('style', { id: 'sheet-marbles' }, first.styles[theme] ?? ''));
    $('theme').setAttribute('aria-label', `Theme: ${{ auto: 'as the system', light: 'light', dark: 'dark' }[theme]}`);
    $('theme').textContent = { auto: '◐', light: '☀', dark: '☾' }[theme];
  };
  /** What an address says. */
  const restore = async (kept) => {
    theme = ['light', 'dark'].includes(kept.theme) ? kept.theme : theme;
    paintTheme();
    Task.set(kept);
    put(kept.spec);
    Address.restored(kept);
    await draw();
    if (kept.predicts) await Predict.set(true);
  };

  $('theme').onclick = () => { theme = { auto: 'light', light: 'dark', dark: 'auto' }[theme]; paintTheme(); Address.follow(); };
  const present = (on) => { document.body.classList.toggle('present', on); $('present').setAttribute('aria-pressed', String(on)); };
  $('present').onclick = () => present(!document.body.classList.contains('present'));
  document.addEventListener('keydown', (key) => { if (key.key === 'Escape') { present(false); Player.all(); } });
  Editor.onchange(draw);
  Editor.guard(Task.permits);
  // Back to the entry without an address is back to the first spec.
  addEventListener('hashchange', async () => { const kept = location.hash ? await Share.unpack(location.hash) : { spec: first.spec }; if (kept?.isDamaged) tellDamage(); else if (kept) restore(kept); });
  const tellDamage = () => {
    $('hint').classList.remove('used');
    $('hint').textContent = 'The diagram in this address cannot be read: a part of the address is missing. Copy all of it.';
    say($('hint').textContent);
  };
  document.body.classList.toggle('embed', new URLSearchParams(location.search).has('embed'));
  $('whole').onclick = () => { $('whole').href = location.href.replace(/[?][^#]*/, ''); };

  const begin = async () => {
    Address.begin(state);
    const read = location.hash ? await Share.unpack(location.hash) : null, kept = read?.isDamaged ? null : read;
    if (kept) {
      await restore(kept);
    } else {
      paintTheme();
      Editor.set(first.spec);
      Address.begin(state);
      Nudge.begin();
      show({ code: 0, page: first.page, spec: first.spec });
      // The first picture is drawn before the page knows its width.
      if (read) { tellDamage(); draw(); }
    }
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
    const { operators, rules } = JSON.parse((await Engine.run('', 'about')).text);
    Editor.know(operators);
    Rule.know(rules);
    // A browser compiles what runs for the first time: better now than after the first key.
    if (!kept) await Engine.run(first.spec, 'page', looks());
    document.documentElement.dataset.engine = String(Math.round(performance.now()));
  };
  return {
    draw, change, drag, open, looks, state, begin, times, refuse,
    /** Whether the text, as it was read last, is wrong. */
    get isWrong() { return $('stage').classList.contains('old'); },
    /** Whether the picture is that of an earlier text, because the present one is wrong. */
    get isStale() { return Picture.page?.spec !== Editor.text; },
    get settled() { return running ?? Promise.resolve(); },
  };
})();
App.begin();
