// A page's bell: the socket of notifications as the page keeps it, which reads the list anew each time it comes back.
import WebSocket from 'ws';

/** Hears every event of one client that the person may see. */
export function connectBell({ url, token, selection }) {
  /** How often each event was told, by id. */
  const told = new Map();
  /** The list as it was read: what stood then, and that nothing else did. */
  const reads = [];
  let closed = false;
  let socket;
  let tries = 0;
  const read = async (base) => {
    const headers = { authorization: `JWT ${token}`, 'x-tocsin-selection': selection };
    const at = Date.now();
    const answer = await fetch(`${base}/api/v2/current-user-notifications/?limit=1000`, { headers }).catch(() => null);
    const rows = answer?.ok ? (await answer.json()).results : null;
    if (rows) reads.push({ at, ids: new Set(rows.map(({ id }) => id)) });
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
      for (const { id } of JSON.parse(text.toString()).notifications ?? []) told.set(id, (told.get(id) ?? 0) + 1);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!closed) setTimeout(open, 500);
    });
  };
  open();
  return {
    /** Of these events (of the table, with the time at which each began to stand no more), told twice, and unknown. */
    check(events) {
      const isRead = ({ id, overAt, standsWhile }) =>
        reads.some((read) => read.ids.has(id) || (overAt !== null && overAt < read.at && !read.ids.has(standsWhile)));
      return {
        toldTwice: events.filter(({ id }) => (told.get(id) ?? 0) > 1).length,
        untold: events.filter((event) => !told.has(event.id) && !isRead(event)).length,
      };
    },
    close() {
      closed = true;
      socket.close();
    },
  };
}
