import { tickTime } from '../ui/tick.ts';

/**
 * How far the server's clock is ahead of this browser's, as bounded by messages. A message was sent before it arrived, so
 * the offset is at least `sentAt - receivedAt`; an answer was sent after its request, so it is at most
 * `sentAt - askedAt`. A delayed message (after sleep or in a suspended tab) is a weak bound and
 * changes nothing; without any bound, the browser's clock is used.
 */
export class ClockOffset {
  private known = 0;

  get ms(): number {
    return this.known;
  }

  /** Applies a message's send time; `askedAt` if it answers a request of this page. */
  record(sentAt: number, receivedAt: number, askedAt: number | null = null): void {
    const minOffset = sentAt - receivedAt;
    const maxOffset = askedAt === null ? Number.POSITIVE_INFINITY : Math.max(minOffset, sentAt - askedAt);
    this.known = Math.min(Math.max(this.known, minOffset), maxOffset);
  }
}

/**
 * The server's clock as known to this page. Ages use it, so that they are right even if the browser's clock is wrong.
 */
const offset = new ClockOffset();

/** Applies a message's send time; `askedAt` is when this page sent the request, by the browser's clock. */
export const noteServerTime = (sentAt: number, receivedAt: number, askedAt: number | null = null): void =>
  offset.record(sentAt, receivedAt, askedAt);

/** The current server time in unix ms. */
export const serverNow = (): number => Date.now() + offset.ms;

/** The server time of the page's last tick, used for ages. */
export const shownNow = (): number => tickTime() + offset.ms;
