// What keeps people out of a page, as far as a program can see it: controls without a name, pictures without words, headings and landmarks out of
// order, text that is too pale, a focus that jumps. `Tools/Site/check.mjs` runs it in every kind of page; it returns a sentence for each fault.
(() => {
  'use strict';
  const found = [];
  const say = (fault, one) => found.push(`${fault}: ${one.outerHTML.replace(/\s+/g, ' ').slice(0, 110)}`);
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden' && !one.closest('[inert], [aria-hidden=true]');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const words = (text) => (text ?? '').trim();
  const referred = (one, attribute) => words(one.getAttribute(attribute)).split(/\s+/).filter(Boolean);
  const nameOf = (one) => words(one.getAttribute('aria-label'))
    || words(referred(one, 'aria-labelledby').map((id) => document.getElementById(id)?.textContent).join(' '))
    || words([...(one.labels ?? [])].map((label) => label.textContent).join(' '))
    || (one.matches('input, select, textarea') ? '' : words(one.textContent) || words([...one.querySelectorAll('img')].map((image) => image.alt).join(' ')))
    || words(one.querySelector?.(':scope > title')?.textContent) || words(one.title) || (one.matches('input[type=submit], input[type=button]') ? one.value : '');

  // Names.
  for (const one of all('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider], [tabindex="0"]')) {
    if (!nameOf(one)) say('a control has no name', one);
  }
  for (const one of all('img')) if (!one.hasAttribute('alt')) say('a picture has no words', one);
  for (const one of all('svg[role=img]')) if (!nameOf(one)) say('a drawing has no words', one);
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const one of all(`[${attribute}]`)) for (const id of referred(one, attribute)) if (!document.getElementById(id)) say(`${attribute} names nothing`, one);
  }
  if (!document.documentElement.lang) found.push('the page has no language');
  if (!words(document.title)) found.push('the page has no title');

  // Landmarks and headings.
  const mains = all('main, [role=main]');
  if (mains.length !== 1) found.push(`the page has ${mains.length} main parts`);
  const navigations = all('nav, [role=navigation]');
  if (navigations.length > 1) for (const one of navigations) if (!words(one.getAttribute('aria-label')) && !one.hasAttribute('aria-labelledby')) say('one of several navigations has no name', one);
  let level = 0;
  const headings = all('h1, h2, h3, h4, h5, h6');
  const first = headings.filter((one) => one.tagName === 'H1').length;
  // A slide is a part of a page, whose title is the first slide.
  if (first !== 1 && !(first === 0 && document.getElementById('slides'))) found.push(`the page has ${first} first headings`);
  for (const one of headings) {
    const own = Number(one.tagName[1]);
    if (level && own > level + 1) say(`a heading skips a level after ${level}`, one);
    level = own;
  }
  for (const list of all('ul, ol')) for (const child of list.children) if (!/^(LI|SCRIPT|TEMPLATE)$/.test(child.tagName)) say('a list has something else than entries', child);

  // The order of the focus is that of the page.
  for (const one of all('[tabindex]')) if (one.tabIndex > 0) say('the focus jumps', one);

  // Contrast of text: 4.5 to 1, or 3 to 1 for large letters.
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const colors = new Map();
  const colorOf = (text) => {
    if (!colors.has(text)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = text;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      colors.set(text, [red, green, blue, alpha / 255]);
    }
    return colors.get(text);
  };
  const over = (top, below) => [0, 1, 2].map((index) => top[index] * top[3] + below[index] * (1 - top[3])).concat(1);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pale = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!words(node.data) || !one || pale.has(one) || one.closest('svg, script, style, noscript, :disabled, [aria-disabled=true]') || !isShown(one)) continue;
    pale.add(one);
    const layers = [];
    let opacity = 1, isKnown = true;
    for (let part = one; part; part = part.parentElement) {
      const style = getComputedStyle(part);
      opacity *= Number(style.opacity);
      if (style.backgroundImage !== 'none') { isKnown = false; break; }
      const color = colorOf(style.backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    if (!isKnown || opacity === 0) continue;
    const isDark = getComputedStyle(document.documentElement).colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches;
    const below = layers.reverse().reduce((base, color) => over(color, base), isDark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
    const style = getComputedStyle(one), color = colorOf(style.color);
    const [light, dark] = [luminance(over([...color.slice(0, 3), color[3] * opacity], below)), luminance(below)].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05), size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (contrast < least - 0.01) say(`text has a contrast of ${contrast.toFixed(1)}`, one);
  }
  return [...new Set(found)];
})()
