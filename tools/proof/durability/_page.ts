// A dashboard's socket as the page keeps it: it reconnects by itself to whichever process answers.
import type { PlantDevice } from '@tocsin/e2e/plant';
import WebSocket from 'ws';

export interface ProofPage {
  /** Milliseconds without a document with a newer frame, between two moments. */
  longestSilence(from: number, to: number): number;
  /** Of the intervals in which it was not open, those that began in between. */
  longestClosed(from: number, to: number): number;
  close(): void;
}

/** Keeps the socket of a device's dashboard open, at the process that `url` names for the number of tries before. */
export function connectPage({
  device,
  url,
  token,
}: {
  readonly device: PlantDevice;
  readonly url: (tries: number) => string;
  readonly token: string;
}): ProofPage {
  const heard: number[] = [];
  /** The newest frame that a document contained; a document without a new one counts as silence. */
  let newest = 0;
  const hear = (text: string) => {
    const { frame_at: at = 0 }: { readonly frame_at?: number } = JSON.parse(text);
    if (at > newest) heard.push(Date.now());
    newest = Math.max(newest, at);
  };
  let closed = false;
  /** Intervals in which it was not open. */
  const closings: { readonly from: number; to: number | null }[] = [{ from: Date.now(), to: null }];
  let socket: WebSocket | null = null;
  let tries = 0;
  const open = () => {
    const base = url(tries++);
    socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/ws/device-data/${device.address}/?token=${token}`, {
      origin: base,
      handshakeTimeout: 2_000,
    });
    socket.on('message', (text) => hear(String(text)));
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
    longestClosed: (from, to) =>
      Math.max(
        0,
        ...closings.filter((one) => one.from >= from && one.from < to).map((one) => (one.to ?? to) - one.from),
      ),
    close() {
      closed = true;
      socket?.close();
    },
  };
}
