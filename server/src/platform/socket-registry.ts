import type { WebSocket } from 'ws';
import type { Clock } from './clock.ts';
import { whenClosed } from './http/closing.ts';

/** An open socket as seen by the rest of the server. */
export interface LiveSocket {
  /** Text; bytes where many sockets get the same message, so that it is encoded once. */
  send(text: string | Buffer): void;
  /** Bytes not yet sent: a slow client gets the latest document, never a growing queue. */
  buffered(): number;
  close(code: number, reason: string): void;
}

/** Close codes of the API, and further ones for too many sockets and shutdown. */
export const closeCodes = {
  invalid: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  'not-found': 4404,
  'too-many': 4429,
  unavailable: 1013,
  restart: 1012,
} as const;

export interface RegisteredSocket extends LiveSocket {
  /** Called every 10 s while the client responds. */
  onBeat(fn: () => void): void;
  /** Called once when the socket has closed, at once when it has already. */
  onClose(fn: () => void): void;
  /** Counts the socket for this holder; false when the holder has too many already, or the socket has closed. */
  holdFor(holder: string): boolean;
}

/** Tracks every open socket: heartbeat, number per holder, and closing at shutdown. */
export interface SocketRegistry {
  register(ws: WebSocket): RegisteredSocket;
  has(holder: string): number;
  count(): number;
  closeAll(): void;
}

export const createSocketRegistry = (
  clock: Clock,
  { perHolder = 200, beatMs = 10_000 }: { readonly perHolder?: number; readonly beatMs?: number } = {},
): SocketRegistry => {
  const open = new Set<WebSocket>();
  const held = new Map<string, number>();

  const register = (ws: WebSocket): RegisteredSocket => {
    open.add(ws);
    let answered = true;
    let isClosed = false;
    let holder: string | undefined;
    const beats: (() => void)[] = [];
    const closes: (() => void)[] = [];
    let stopTimer = () => {};
    const beat = () => {
      if (!answered) {
        // Half-open connection: the client disappeared without closing.
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
    // The close event that follows an error is handled instead.
    ws.on('error', () => ws.terminate());
    whenClosed(ws, () => {
      isClosed = true;
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
        if (isClosed) fn();
        else closes.push(fn);
      },
      holdFor: (name) => {
        const has = held.get(name) ?? 0;
        if (isClosed || has >= perHolder) return false;
        holder = name;
        held.set(name, has + 1);
        return true;
      },
    };
  };

  return {
    register,
    has: (holder) => held.get(holder) ?? 0,
    count: () => open.size,
    closeAll: () => {
      for (const ws of open) ws.close(closeCodes.restart, 'The server restarts');
    },
  };
};
