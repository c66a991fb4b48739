// A dashboard's socket as the page keeps it: it comes back by itself, to whichever process answers.
import WebSocket from 'ws';

export function connectPage({ device, url, token }) {
  const heard = [];
  /** The newest frame that a document told: one without news is silence too. */
  let newest = 0;
  const hear = (text) => {
    const at = JSON.parse(text).frame_at ?? 0;
    if (at > newest) heard.push(Date.now());
    newest = Math.max(newest, at);
  };
  let closed = false;
  /** From when to when it was not open. */
  const closings = [{ from: Date.now(), to: null }];
  let socket;
  let tries = 0;
  const open = () => {
    const base = url(tries++);
    socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/ws/device-data/${device.address}/?token=${token}`, {
      origin: base,
      handshakeTimeout: 2_000,
    });
    socket.on('message', (text) => hear(text.toString()));
    socket.on('error', () => {});
    socket.on('open', () => {
      const last = closings.at(-1);
      if (last) last.to ??= Date.now();
    });
    socket.on('close', () => {
      if (closings.at(-1)?.to) closings.push({ from: Date.now(), to: null });
      if (!closed) setTimeout(open, 500);
    });
  };
  open();
  return {
    longestSilence(from, to) {
      const inside = [from, ...heard.filter((at) => at >= from && at < to), to];
      return Math.max(...inside.slice(1).map((at, i) => at - inside[i]));
    },
    /** Of the times that it was not open and that began in between. */
    longestClosed: (from, to) =>
      Math.max(
        0,
        ...closings.filter((one) => one.from >= from && one.from < to).map((one) => (one.to ?? to) - one.from),
      ),
    close() {
      closed = true;
      socket.close();
    },
  };
}
