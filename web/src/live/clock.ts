import { tickTime } from '../ui/tick.ts';

/**
 * Estimates how far the server's clock is ahead of this browser's, in ms. A message was sent before it arrived, so the
 * offset is at least `sentAt - receivedAt`; an answer was sent after its request, so the offset is at most
 * `sentAt - askedAt`. A delayed message (after sleep or in a suspended tab) gives a weak bound, which changes nothing.
 * Without any bound, the offset is 0.
 */
export class ClockOffset {
  private known = 0;

  get ms(): number {
    return this.known;
  }

  /** Applies the send time of a message; `askedAt` is when the page sent the request that it answers, if any. */
  record(sentAt: number, receivedAt: number, askedAt: number | null = null): void {
    const minOffset = sentAt - receivedAt;
    const maxOffset = askedAt === null ? Number.POSITIVE_INFINITY : Math.max(minOffset, sentAt - askedAt);
    this.known = Math.min(Math.max(this.known, minOffset), maxOffset);
  }
}

/** The offset of the page. Ages include it, so that they are correct even if the browser's clock is wrong. */
const offset = new ClockOffset();

/** Applies a message's send time; `askedAt` is when this page sent the request. Browser times are in unix ms. */
export const noteServerTime = (sentAt: number, receivedAt: number, askedAt: number | null = null): void =>
  offset.record(sentAt, receivedAt, askedAt);

/** The current server time in unix ms. */
export const serverNow = (): number => Date.now() + offset.ms;

/** The server time of the page's last tick in unix ms; used for ages. */
export const shownNow = (): number => tickTime() + offset.ms;
