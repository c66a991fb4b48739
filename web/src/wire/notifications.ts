import { type Notification, NotificationMessage, Notification as NotificationSchema } from '@tocsin/contract/live';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { checkBuild } from './build.ts';
import { ask } from './http.ts';
import { stillSignedIn } from './live-feed.ts';
import { keptRows, merge } from './notification-rows.ts';
import { LiveSocket, type SocketState } from './socket.ts';

/**
 * The person's notifications as they happen: open while the header is there. Active ones are kept, worst and newest
 * first is up to whoever shows them; one whose forebear is here replaces it (monitoring.md 4).
 */
export interface Active {
  readonly count: number;
  readonly rows: readonly Notification[];
  readonly socket: SocketState;
}

type Arrival = (message: NotificationMessage) => void;

let now: Active = { count: 0, rows: [], socket: 'connecting' };
let socket: LiveSocket | null = null;
const listeners = new Set<() => void>();
const arrivals = new Set<Arrival>();

const set = (next: Partial<Active>): void => {
  now = { ...now, ...next };
  for (const listener of listeners) listener();
};

const Current = z.object({ count: z.number(), results: z.array(NotificationSchema) });

const load = async (): Promise<void> => {
  const { count, results } = await ask(
    { method: 'GET', path: 'v2/current-user-notifications/', query: { limit: keptRows } },
    Current,
  );
  set({ count, rows: results });
};

/** Opens the channel; after each reconnection the list is read anew, since nothing tells what was missed. */
export const openNotifications = (): (() => void) => {
  const channel = new LiveSocket({
    path: 'v1/ws/current-user-notifications/',
    auth: 'message',
    stillSignedIn,
    onState: (state) => {
      if (state === now.socket) return;
      set({ socket: state });
      // The log itself says why when it can't be read; the bell then keeps what it knows.
      if (state !== 'open') return;
      load().catch(() => undefined);
      checkBuild();
    },
    onMessage: (raw) => {
      const message = NotificationMessage.parse(raw);
      set({ count: message.count, rows: merge(now.rows, message.notifications) });
      for (const arrival of arrivals) arrival(message);
    },
  });
  socket = channel;
  channel.start();
  return () => {
    channel.stop();
    if (socket === channel) now = { count: 0, rows: [], socket: 'connecting' };
  };
};

/** An acknowledgement or a fix made on this page: the row is true before the socket says so. */
export const putNotification = (row: Notification): void =>
  set({ rows: now.rows.map((each) => (each.id === row.id ? row : each)) });

export const onArrival = (arrival: Arrival): (() => void) => {
  arrivals.add(arrival);
  return () => arrivals.delete(arrival);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNotifications = (): Active => useSyncExternalStore(subscribe, () => now);
