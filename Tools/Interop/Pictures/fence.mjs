// A plugin for Markdown-it and processors like it: draws each fence with the language `marble` as SVG.
// markdown.use(marbleFence), or markdown.use(marbleFence, { strict: true })
import { marbles, MarbleError } from './marbles.mjs';

const escape = (text) => text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one]);

export function marbleFence(markdown, options = {}) {
  const others = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'marble') return others(tokens, index, ...rest);
    try {
      return `<figure class="marbles">${marbles(content, { format: 'svg' })}</figure>\n`;
    } catch (error) {
      if (!(error instanceof MarbleError)) throw error;
      // A build should fail because of a wrong spec: { strict: true }.
      if (options.strict) throw error;
      return `<pre class="marbles-error">${escape(error.message)}</pre>\n`;
    }
  };
}
