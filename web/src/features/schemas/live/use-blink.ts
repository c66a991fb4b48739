import { type RefObject, useEffect } from 'react';

const fullMs = 600;
const periodMs = 1_000;

/**
 * One clock for all blinking: 600 ms at full opacity, 400 ms at 45 %, synchronized across screens. It changes only an
 * attribute of the stage; with reduced motion, nothing blinks.
 */
export const useBlink = (stage: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = stage.current;
    if (element === null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let timer: ReturnType<typeof setTimeout>;
    const toggle = (): void => {
      const phase = Date.now() % periodMs;
      const dim = phase >= fullMs;
      element.dataset.blink = dim ? 'dim' : 'full';
      timer = setTimeout(toggle, (dim ? periodMs : fullMs) - phase);
    };
    toggle();
    return () => clearTimeout(timer);
  }, [stage]);
};
