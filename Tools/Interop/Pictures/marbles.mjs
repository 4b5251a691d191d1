// Marble diagrams without an installation: `marbles(spec)` runs a spec and returns its drawing. `Tools/Scripts/run module` puts `marble.wasm` beside this file.
const place = new URL('marble.wasm', import.meta.url);
const bytes = place.protocol === 'file:' && globalThis.process ? await (await import('node:fs/promises')).readFile(place) : await (await fetch(place)).arrayBuffer();
const module = await WebAssembly.compile(bytes);
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const formats = { text: 0, svg: 1, json: 3, check: 4 };

/** A spec that cannot be read, or a run that was stopped. The message has the line, the place and a correction. */
export class MarbleError extends Error {}

/**
 * Runs a spec in virtual time and draws what happened. The same spec gives the same text.
 * @param {string} spec The text of a spec, or of a Markdown fence.
 * @param {{format?: 'svg'|'text'|'json'|'check', stages?: boolean, timers?: boolean, causes?: boolean, name?: string}} options
 *   `check` returns the rows that differ, or an empty text. `name` is the name of the spec in messages.
 * @returns {string}
 */
export function marbles(spec, { format = 'svg', stages, timers, causes, name = 'spec' } = {}) {
  if (!(format in formats)) throw new TypeError(`marbles: '${format}' is not a format; use ${Object.keys(formats).join(', ')}`);
  // Each call has an instance of its own, because a run keeps memory. It takes about a millisecond.
  const engine = new WebAssembly.Instance(module, {}).exports;
  const put = (text) => {
    const bytes = encoder.encode(text), start = engine.malloc(bytes.length || 1);
    new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
    return [start, bytes.length];
  };
  const flags = (stages ? 1 : 0) + (timers ? 2 : 0) + (causes ? 4 : 0);
  const answer = engine.marble_run(...put(String(spec)), ...put(name), formats[format], flags);
  const view = new DataView(engine.memory.buffer);
  const text = decoder.decode(new Uint8Array(engine.memory.buffer, answer + 8, view.getInt32(answer + 4, true)));
  if (view.getInt32(answer, true) === 65) throw new MarbleError(text);
  return text;
}
export default marbles;
