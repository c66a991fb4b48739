import { heartbeatMs } from '@tocsin/contract/socket';
import WebSocket from 'ws';
import { serveParent } from './child.ts';
import { type LagCounts, Lags } from './lags.ts';

/** A dashboard's socket, opened as a browser tab does: the token in its address and its own origin. */
export interface Page {
  readonly url: string;
  /** The device's id as the socket subscribes to it. */
  readonly device: string;
  readonly token: string;
}

export interface PageFigures {
  readonly open: number;
  readonly documents: number;
  readonly bytes: number;
  /** Closed by the server since they were opened. */
  readonly closed: number;
  /** From the creation of the frame, by its device's clock, which is this machine's. */
  readonly sinceMade: LagCounts;
  /** From the writing of the document. */
  readonly sinceWritten: LagCounts;
}

const atOnce = 50;
const slices = 100;
const sinceMade = new Lags();
const sinceWritten = new Lags();
const open = new Set<WebSocket>();
let [documents, bytes, closed] = [0, 0, 0];

/** Parses only the end of the document; parsing all of it would measure the client. */
function timeIn(tail: string, name: string): number {
  const at = tail.lastIndexOf(name);
  return at < 0 ? Number.NaN : Number.parseInt(tail.slice(at + name.length, at + name.length + 16), 10);
}

/** Shorter messages are answers to pings. */
const tailBytes = 600;

function hear(data: Buffer, newest: { frameAt: number }): void {
  const now = Date.now();
  if (data.length < tailBytes) return;
  documents++;
  bytes += data.length;
  const tail = data.toString('latin1', Math.max(0, data.length - tailBytes));
  const frameAt = timeIn(tail, '"frame_at":');
  const sentAt = timeIn(tail, '"sent_at":');
  // A document of an already counted frame has another cause: an alarm, or the opening of the socket.
  if (!(frameAt > newest.frameAt)) return;
  const first = newest.frameAt === 0;
  newest.frameAt = frameAt;
  if (first) return;
  sinceMade.add(now - frameAt);
  sinceWritten.add(now - sentAt);
}

function openOne({ url, device, token }: Page): Promise<void> {
  const address = `${url.replace('http', 'ws')}/api/v1/ws/device-data/${device}/?token=${token}`;
  const socket = new WebSocket(address, { origin: url, perMessageDeflate: false });
  const newest = { frameAt: 0 };
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      open.add(socket);
      resolve();
    });
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => hear(data, newest));
    socket.on('close', () => {
      if (open.delete(socket)) closed++;
    });
  });
}

const questions = {
  async open(pages: readonly Page[]): Promise<number> {
    for (let i = 0; i < pages.length; i += atOnce) await Promise.all(pages.slice(i, i + atOnce).map(openOne));
    return open.size;
  },
  take(_: null): PageFigures {
    const taken = {
      open: open.size,
      documents,
      bytes,
      closed,
      sinceMade: sinceMade.take(),
      sinceWritten: sinceWritten.take(),
    };
    [documents, bytes] = [0, 0];
    return taken;
  },
  close(_: null): void {
    clearInterval(pinging);
    for (const socket of open) socket.terminate();
  },
};

/** Every tab pings each 10 s, a slice of them at a time, because tabs are opened at different moments. */
let pinged = 0;
const pinging = setInterval(() => {
  const all = [...open];
  pinged %= slices;
  for (let i = pinged; i < all.length; i += slices) all[i]?.send('{"command":"ping"}');
  pinged++;
}, heartbeatMs / slices);

export type PageQuestions = typeof questions;

serveParent(questions);
