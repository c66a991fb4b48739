// A dashboard's socket as the page keeps it: it comes back by itself, to whichever process answers.
import WebSocket from 'ws';

export function connectPage({ device, url, token }) {
  const heard = [];
  let closed = false;
  let socket;
  let tries = 0;
  const open = () => {
    const base = url(tries++);
    socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/ws/device-data/${device.address}/?token=${token}`, {
      origin: base,
      handshakeTimeout: 2_000,
    });
    socket.on('message', () => heard.push(Date.now()));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!closed) setTimeout(open, 500);
    });
  };
  open();
  return {
    longestSilence(from, to) {
      const inside = [from, ...heard.filter((at) => at >= from && at < to), to];
      return Math.max(...inside.slice(1).map((at, i) => at - inside[i]));
    },
    close() {
      closed = true;
      socket.close();
    },
  };
}
