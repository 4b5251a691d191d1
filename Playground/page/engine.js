/** The bytes of a text that `Playground/engine/letters.awk` wrote: seven bits in a letter, or three letters that a page cannot have with the one behind. */
const bytesOf = (text) => {
  const bytes = new Uint8Array(text.length * 2), unsafe = [0, 13, 60];
  let count = 0, held = 0, bits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index), isPair = code > 255;
    held = isPair ? held << 14 | unsafe[(code >> 7) - 2] << 7 | code & 127 : held << 7 | code;
    for (bits += isPair ? 14 : 7; bits >= 8;) bytes[count++] = held >> (bits -= 8);
  }
  return bytes.subarray(0, count);
};

// Talks to the worker. A run that takes too long is stopped with its worker, and a new one is made.
const Engine = (() => {
  const source = `const bytesOf = ${bytesOf};${document.getElementById('worker').textContent}`;
  const [packed, unpacker] = ['module', 'unpacker'].map((id) => document.getElementById(id).textContent);
  const size = Number(document.getElementById('module').dataset.size);
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
    worker.postMessage({ packed, unpacker, size });
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

  const flags = (looks) => (looks.stages ? 1 : 0) + (looks.timers ? 2 : 0) + (looks.causes ? 4 : 0);
  return {
    formats: { text: 0, svg: 1, check: 4, page: 5, about: 6, edit: 7, swift: 8, swaps: 9, difference: 11, rxjs: 12, find: 13, others: 14 },
    /** Runs a spec; with an edit the row is changed first. */
    run: (spec, format, looks = {}, edit) => send({ spec, format: Engine.formats[format], flags: flags(looks), edit }),
    /** One step of work that takes longer than somebody waits for a picture: which one, or of which part of the spec. */
    step: (spec, format, which) => send({ spec, format: Engine.formats[format], flags: 0, name: String(which) }, stepLimit),
    get waiting() { return waiting.size; },
  };
})();
