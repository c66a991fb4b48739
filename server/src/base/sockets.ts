import type { WebSocket } from 'ws';
import type { Clock } from './clock.ts';

/** One open socket as the rest of the server sees it. */
export interface LiveSocket {
  /** Text; as bytes where many sockets are sent the same, so that it is encoded once. */
  send(text: string | Buffer): void;
  /** Bytes that the other side has not taken yet: a slow one gets the latest document, never a growing queue. */
  buffered(): number;
  close(code: number, reason: string): void;
}

/** Close codes of decisions.md 8, and ours for too many sockets and a server that stops. */
export const closeCodes = {
  invalid: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  'not-found': 4404,
  'too-many': 4429,
  restart: 1012,
} as const;

export interface Kept extends LiveSocket {
  /** Called every 10 s while the other side answers. */
  onBeat(fn: () => void): void;
  onClose(fn: () => void): void;
  /** Counts for this holder from now on; false when it has too many already. */
  holdFor(holder: string): boolean;
}

/** Keeps every open socket: heartbeat, how many each holder has, the end of all at shutdown. */
export interface SocketKeeper {
  keep(ws: WebSocket): Kept;
  has(holder: string): number;
  count(): number;
  closeAll(): void;
}

export const createSocketKeeper = (
  clock: Clock,
  { perHolder = 200, beatMs = 10_000 }: { readonly perHolder?: number; readonly beatMs?: number } = {},
): SocketKeeper => {
  const open = new Set<WebSocket>();
  const held = new Map<string, number>();

  const keep = (ws: WebSocket): Kept => {
    open.add(ws);
    let answered = true;
    let holder: string | undefined;
    const beats: (() => void)[] = [];
    const closes: (() => void)[] = [];
    let stopTimer = () => {};
    const beat = () => {
      if (!answered) {
        // Half open: the other side is gone without a word.
        ws.terminate();
        return;
      }
      answered = false;
      ws.ping();
      for (const fn of beats) fn();
      stopTimer = clock.after(beatMs, beat);
    };
    stopTimer = clock.after(beatMs, beat);
    ws.on('pong', () => {
      answered = true;
    });
    // The error itself tells nothing that the close after it does not.
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      stopTimer();
      open.delete(ws);
      if (holder !== undefined) {
        const left = (held.get(holder) ?? 1) - 1;
        if (left > 0) held.set(holder, left);
        else held.delete(holder);
      }
      for (const fn of closes) fn();
    });
    return {
      send: (text) => {
        if (ws.readyState === ws.OPEN) ws.send(text, { binary: false });
      },
      buffered: () => ws.bufferedAmount,
      close: (code, reason) => ws.close(code, reason),
      onBeat: (fn) => {
        beats.push(fn);
      },
      onClose: (fn) => {
        closes.push(fn);
      },
      holdFor: (name) => {
        const has = held.get(name) ?? 0;
        if (has >= perHolder) return false;
        holder = name;
        held.set(name, has + 1);
        return true;
      },
    };
  };

  return {
    keep,
    has: (holder) => held.get(holder) ?? 0,
    count: () => open.size,
    closeAll: () => {
      for (const ws of open) ws.close(closeCodes.restart, 'The server restarts');
    },
  };
};
