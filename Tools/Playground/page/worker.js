// The engine, on a thread of its own. A message is { id, spec, format, flags, edit }; the answer { id, code, text, edited, ms }.
'use strict';
let module, engine;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The module, which gzip packed. */
const unpacked = (packed) => new Response(new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
const anew = () => { engine = new WebAssembly.Instance(module, {}).exports; };

const call = (source, argument, format, flags) => {
  const put = (text) => {
    const bytes = encoder.encode(text), place = engine.malloc(bytes.length || 1);
    new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
    return [place, bytes.length];
  };
  const one = put(source), two = put(argument);
  const answer = engine.marble_run(...one, ...two, format, flags);
  const view = new DataView(engine.memory.buffer);
  const code = view.getInt32(answer, true);
  const text = decoder.decode(new Uint8Array(engine.memory.buffer, answer + 8, view.getInt32(answer + 4, true)));
  for (const place of [answer, one[0], two[0]]) engine.free(place);
  return { code, text };
};

// What a run made stays until the module is made anew, which takes a millisecond: now and then, and after a trap.
let runs = 0;
const guarded = (body) => {
  try { return body(); } catch (error) {
    anew();
    return { code: -1, text: 'The engine stopped: ' + error.message };
  }
};

onmessage = async ({ data }) => {
  if (data.packed) {
    module = await WebAssembly.compile(await unpacked(data.packed));
    anew();
    return postMessage({ ready: true });
  }
  const start = performance.now();
  if (++runs % 200 === 0) anew();
  let { spec } = data, edited;
  if (data.edit) {
    edited = guarded(() => call(data.edit.text, data.edit.action, 7, 0));
    if (edited.code !== 0) return postMessage({ id: data.id, edited, ms: performance.now() - start });
    edited = JSON.parse(edited.text);
    if (data.edit.line >= 0) {
      const lines = spec.split('\n'), row = lines[data.edit.line], letters = Array.from(row);
      lines[data.edit.line] = letters.slice(0, data.edit.start).join('') + edited.text + letters.slice(data.edit.end).join('');
      spec = lines.join('\n');
    }
  }
  const answer = guarded(() => call(spec, data.name || 'spec', data.format, data.flags));
  postMessage({ id: data.id, ...answer, spec, edited, ms: performance.now() - start });
};
