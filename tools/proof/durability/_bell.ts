// A page's bell: the notification socket as the page keeps it, which reads the list again after each reconnect.
import WebSocket from 'ws';
import { jsonOf } from '../support/_json.ts';

/** An event of the database; `overAt` is when it began to stand no more, and `standsWhile` what stood until then. */
export interface BellEvent {
  readonly id: number;
  readonly overAt: number | null;
  readonly standsWhile: number;
}
/** What is wrong with events at a page. */
export interface BellCount {
  readonly notifiedTwice: number;
  readonly untold: number;
}
export interface Bell {
  /** Of these events: published twice, and unknown to the page. */
  check(events: readonly BellEvent[]): BellCount;
  close(): void;
}

/** A message of the socket; an update names events that were published before. */
interface Published {
  readonly notifications?: readonly { readonly id: number }[];
  readonly is_update?: boolean;
}

/** Receives every event of one client that the person may see. */
export function connectBell({
  url,
  token,
  selection,
}: {
  /** The process to connect to, by the number of tries before. */
  readonly url: (tries: number) => string;
  readonly token: string;
  readonly selection: string;
}): Bell {
  /** How often each event was published, by id. */
  const publishedTimes = new Map<number, number>();
  /** The list as it was read: the events active then, and no others. */
  const reads: { readonly at: number; readonly ids: ReadonlySet<number> }[] = [];
  let closed = false;
  let socket: WebSocket | null = null;
  let tries = 0;
  const read = async (base: string) => {
    const headers = { authorization: `JWT ${token}`, 'x-tocsin-selection': selection };
    const at = Date.now();
    const answer = await fetch(`${base}/api/v2/current-user-notifications/?limit=1000`, { headers }).catch(() => null);
    if (!answer?.ok) return;
    const { results } = await jsonOf<{ readonly results: readonly { readonly id: number }[] }>(answer);
    reads.push({ at, ids: new Set(results.map(({ id }) => id)) });
  };
  const open = () => {
    const base = url(tries++);
    const address = `${base.replace('http', 'ws')}/api/v1/ws/current-user-notifications/`;
    socket = new WebSocket(`${address}?token=${token}&selection=${selection}`, {
      origin: base,
      handshakeTimeout: 2_000,
    });
    socket.on('open', () => void read(base));
    socket.on('message', (text) => {
      const { notifications = [], is_update: isUpdate = false }: Published = JSON.parse(String(text));
      if (!isUpdate) for (const { id } of notifications) publishedTimes.set(id, (publishedTimes.get(id) ?? 0) + 1);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!closed) setTimeout(open, 500);
    });
  };
  open();
  return {
    check(events) {
      const isRead = ({ id, overAt, standsWhile }: BellEvent) =>
        reads.some((read) => read.ids.has(id) || (overAt !== null && overAt < read.at && !read.ids.has(standsWhile)));
      return {
        notifiedTwice: events.filter(({ id }) => (publishedTimes.get(id) ?? 0) > 1).length,
        untold: events.filter((event) => !publishedTimes.has(event.id) && !isRead(event)).length,
      };
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
}
