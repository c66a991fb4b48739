let lastInputAt = Date.now();
const note = (): void => {
  lastInputAt = Date.now();
};
if (typeof window !== 'undefined')
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(name, note, { passive: true, capture: true });

/**
 * Whole seconds since the last press, key or scroll. Clients can limit the idle time of sessions, which the page's own
 * calls, such as polling, must not extend.
 */
export const secondsWithoutInput = (): number => Math.max(0, Math.floor((Date.now() - lastInputAt) / 1000));
