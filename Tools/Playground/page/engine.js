// Talks to the worker. A run that takes too long is stopped with its worker, and a new one is made.
const Engine = (() => {
  const source = `const bytesOf = ${bytesOf};${document.getElementById('worker').textContent}`;
  /** The module is the last part of the page: the first picture does not wait for it. */
  const whole = document.readyState === 'loading' ? new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true })) : Promise.resolve();
  /** The milliseconds that a run may take, and a step of a search. */
  const limit = 4000, stepLimit = 20000;
  let worker, ready, next = 0;
  const waiting = new Map();

  const start = () => {
    const place = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    worker = new Worker(place);
    ready = new Promise((done) => {
      worker.onmessage = ({ data }) => {
        if (data.ready) { URL.revokeObjectURL(place); return done(); }
        const entry = waiting.get(data.id);
        waiting.delete(data.id);
        if (entry) { clearTimeout(entry.timer); entry.done(data); }
      };
    });
    const own = worker;
    whole.then(() => own.postMessage({ packed: document.getElementById('module').textContent }));
  };
  const stop = (patience) => {
    worker.terminate();
    for (const [, entry] of waiting) { clearTimeout(entry.timer); entry.done({ code: -2, text: `Stopped after ${patience / 1000} seconds.` }); }
    waiting.clear();
    start();
  };
  const send = async (message, own = limit) => {
    await ready;
    return new Promise((done) => {
      // A run that comes behind a step waits for it.
      const id = next++, patience = Math.max(own, ...[...waiting.values()].map((entry) => entry.patience));
      waiting.set(id, { done, patience, timer: setTimeout(() => stop(patience), patience) });
      worker.postMessage({ ...message, id });
    });
  };
  start();

  const flags = (looks) => (looks.covered ? 32 : 0) + Math.round(looks.width ?? 0) * 256;
  return {
    formats: { text: 0, svg: 1, check: 4, page: 5, about: 6, edit: 7, swift: 8, swaps: 9, difference: 11, find: 13, others: 14, strength: 15 },
    /** Runs a spec; with an edit the row is changed first. */
    run: (spec, format, looks = {}, edit) => send({ spec, format: Engine.formats[format], flags: flags(looks), edit }),
    /** One step of work that takes longer than somebody waits for a picture: which one, or of which part of the spec. */
    step: (spec, format, which) => send({ spec, format: Engine.formats[format], flags: 0, name: String(which) }, stepLimit),
    get waiting() { return waiting.size; },
  };
})();
