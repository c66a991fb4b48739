import { useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { useTicking } from '../../../ui/tick.ts';

/** How long a page is shown. */
const pageMs = 15_000;

/**
 * Index of the wall page to show. It follows the clock, so that adjacent walls change pages together; while somebody is
 * at the screen, it changes only at their request.
 */
export const useRotation = (
  pages: number,
  isHeld: boolean,
): { readonly page: number; readonly turn: (by: 1 | -1) => void } => {
  const due = useTicking(() => Math.floor(serverNow() / pageMs));
  const [offset, setOffset] = useState(0);
  const [held, setHeld] = useState<number | null>(null);
  if (isHeld && held === null) setHeld(due);
  if (!isHeld && held !== null) setHeld(null);
  const at = (held ?? due) + offset;
  return {
    page: pages === 0 ? 0 : ((at % pages) + pages) % pages,
    turn: (by) => setOffset(offset + by),
  };
};
