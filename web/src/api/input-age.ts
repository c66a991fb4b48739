let lastInputAt = Date.now();
const note = (): void => {
  lastInputAt = Date.now();
};
if (typeof window !== 'undefined')
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(name, note, { passive: true, capture: true });

/**
 * Whole seconds since the person last pressed, typed or scrolled. A client can limit the time without input after which
 * sessions end; calls that a page makes by itself must not extend them.
 */
export const secondsWithoutInput = (): number => Math.max(0, Math.floor((Date.now() - lastInputAt) / 1000));
