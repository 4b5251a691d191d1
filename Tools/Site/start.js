// The start page says when it was painted first.
(() => {
  'use strict';
  const place = document.getElementById('first-paint');
  if (!place || !('PerformanceObserver' in window)) return;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') place.textContent = ` Here it was painted after ${Math.round(startTime)} ms.`;
  }).observe({ type: 'paint', buffered: true });
})();
