// The address follows the work: a reload restores it, and Back goes from a spec that was opened to the work before it.
const Address = (() => {
  let last = '', timer = 0, queue = Promise.resolve(), read = () => ({});
  const text = () => JSON.stringify(read());

  /** Writes the state as it is now; as a further entry of the history if the spec is another one. Packing takes a while, so the entries queue. */
  const write = (isNew) => {
    clearTimeout(timer);
    const state = text();
    if (state === last) return queue;
    last = state;
    queue = queue.then(async () => {
      const hash = '#s=' + await Share.pack(JSON.parse(state));
      // Some frames refuse to have their address changed; then it stays as it is.
      try { history[isNew ? 'pushState' : 'replaceState'](null, '', location.search + hash); } catch { /* Nothing is lost but the address. */ }
    });
    return queue;
  };

  return {
    /** Says where the state is. What is there at first needs no address. */
    begin(state) { read = state; last = text(); },
    /** A pull is many changes: the last one within 150 ms counts. */
    follow() { clearTimeout(timer); timer = setTimeout(() => write(false), 150); },
    /** Keeps the present work at its address, then does something that opens another spec at an address of its own. */
    opening(act) { write(false); act(); write(true); },
    /** The state that an address gave has this address already. */
    restored(kept) { clearTimeout(timer); last = JSON.stringify({ ...read(), predicts: Boolean(kept.predicts) }); },
    get settled() { return queue; },
  };
})();
