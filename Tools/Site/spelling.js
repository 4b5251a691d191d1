// The search of the theme, with what it lacks: it finds what was mistyped and other forms of a word, small words do not count, and it runs from a file
// system, where a browser starts no worker.
(() => {
  'use strict';
  let words = [], known = new Map();
  const split = (text) => text.toLowerCase().replace(/<[^>]*>/g, ' ').split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  /** What the pages are called and what they are looked for by comes first; a word of their text is no mistake. */
  const learn = (docs) => {
    known = new Map();
    for (const { title, tags, text } of docs) {
      for (const word of split([title, ...(tags ?? [])].join(' '))) known.set(word, true);
      for (const word of split(text)) if (!known.has(word)) known.set(word, false);
    }
    words = [...known.keys()];
  };
  /** The number of letters that are missing, superfluous, wrong or exchanged; at most `limit` + 1. */
  const distance = (one, other, limit) => {
    if (Math.abs(one.length - other.length) > limit) return limit + 1;
    let before = [], last = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (let i = 1; i <= one.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= other.length; j += 1) {
        next[j] = Math.min(last[j] + 1, next[j - 1] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      if (Math.min(...next) > limit) return limit + 1;
      [before, last] = [last, next];
    }
    return last[other.length];
  };
  /** The word that was meant, or nothing: a word that begins one of ours is right. */
  const meant = (typed) => {
    if (typed.length < 4 || words.some((word) => word.startsWith(typed))) return null;
    const limit = typed.length < 7 ? 1 : 2;
    let best = null;
    for (const word of words) {
      if (word[0] !== typed[0] && word[1] !== typed[1]) continue;
      // Somebody who is still typing has written the beginning of a word.
      const far = Math.min(distance(typed, word, limit), 0.5 + distance(typed, word.slice(0, typed.length), limit)) + (known.get(word) ? 0 : 0.6);
      if (far < limit + 1 && (!best || far < best.far)) best = { word, far };
    }
    return best?.word ?? null;
  };
  const small = new Set('a an the of to on in is are was when with for and or by my how do does i than then at it its that this from into as be not two one every all every'.split(' '));
  /** The beginning that the forms of a word share: the search finds every word that begins with it. */
  const stem = (word) => (word.length < 6 ? word.replace(/(?<=\w{3})s$/, '') : word.replace(/(ations?|ings?|ed|es|s|e)$/, ''));
  const correct = (query) => {
    // Quotes, and a sign before a word, are for those who know them.
    if (/["+~^*:]/.test(query)) return query;
    const list = query.toLowerCase().split(/[^\p{L}\p{N}=>]+/u).filter(Boolean), large = list.filter((word) => !small.has(word));
    return (large.length ? large : list).map((word) => stem(meant(word) ?? word)).join(' ');
  };

  /** A worker in a frame of this page. */
  class Frame extends EventTarget {
    constructor(url) {
      super();
      const frame = Object.assign(document.createElement('iframe'), { hidden: true, title: 'The search' });
      document.documentElement.append(frame);
      const { contentWindow: place, contentDocument: page } = frame, script = page.createElement('script');
      place.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      this.isReady = new Promise((done) => { script.onload = done; });
      this.postMessage = (data) => this.isReady.then(() => place.dispatchEvent(new place.MessageEvent('message', { data })));
      script.src = url;
      page.head.append(script);
    }
    terminate() {}
  }
  const Native = window.Worker;
  window.Worker = function Worker(url, options) {
    const worker = location.protocol === 'file:' ? new Frame(url) : new Native(url, options), post = worker.postMessage.bind(worker);
    // The messages of the theme: 0 brings the pages, 2 asks.
    worker.postMessage = (message) => {
      if (message?.type === 0) learn(message.data.docs);
      post(message?.type === 2 ? { ...message, data: correct(message.data) } : message);
    };
    return worker;
  };
})();
