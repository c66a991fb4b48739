import { tickTime } from '../kit/tick.ts';

/**
 * How far the server's clock is ahead of this browser's, by what messages prove. A message was sent before it came, so
 * the offset is at least `sentAt - receivedAt`; an answer was sent after its question, so it is at most
 * `sentAt - askedAt`. A message that lay about (of a laptop that slept, of a tab that stood still) proves little and
 * moves nothing; until something else is proved, the browser's clock is believed.
 */
export class ClockOffset {
  private known = 0;

  get ms(): number {
    return this.known;
  }

  /** A message told when it was sent; `askedAt` when it answers a question that this page asked then. */
  heard(sentAt: number, receivedAt: number, askedAt: number | null = null): void {
    const least = sentAt - receivedAt;
    const most = askedAt === null ? Number.POSITIVE_INFINITY : Math.max(least, sentAt - askedAt);
    this.known = Math.min(Math.max(this.known, least), most);
  }
}

/**
 * The server's clock as this page knows it. Ages are shown by it, so that a browser with a wrong clock shows right ages.
 */
const offset = new ClockOffset();

/** A message told when it was sent; `askedAt`: by the browser's clock, when this page asked for it. */
export const heardServerTime = (sentAt: number, receivedAt: number, askedAt: number | null = null): void =>
  offset.heard(sentAt, receivedAt, askedAt);

/** This moment by the server's clock, unix ms. */
export const serverNow = (): number => Date.now() + offset.ms;

/** The server's time at the page's last tick: what ages are reckoned from. */
export const shownNow = (): number => tickTime() + offset.ms;
