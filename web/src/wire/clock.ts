import { tickTime } from '../kit/tick.ts';

/**
 * The server's clock as this page knows it. Ages are shown by it, so that a browser with a wrong clock shows right ages.
 * The least delayed message gives the best estimate, so the largest offset of the last minutes wins.
 */
const windowMs = 5 * 60_000;
let best: { offset: number; at: number } | null = null;

export const heardServerTime = (sentAt: number, receivedAt: number): void => {
  const offset = sentAt - receivedAt;
  if (best === null || offset >= best.offset || receivedAt - best.at > windowMs) best = { offset, at: receivedAt };
};

export const serverNow = (): number => Date.now() + (best?.offset ?? 0);

/** The server's time at the page's last tick: what ages are reckoned from. */
export const shownNow = (): number => tickTime() + clockOffset();

/** Browser's time for a server's time: what `Date` must show. */
export const clockOffset = (): number => best?.offset ?? 0;
