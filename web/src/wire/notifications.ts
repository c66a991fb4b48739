import { type Notification, NotificationMessage, Notification as NotificationSchema } from '@tocsin/contract/live';
import { endpoints } from '@tocsin/contract/notifications';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { checkBuild } from './build.ts';
import { call } from './call.ts';
import { ask } from './http.ts';
import { stillSignedIn } from './live-feed.ts';
import { apart, keptRows, keptTests, merge, mergeTests } from './notification-rows.ts';
import { LiveSocket, type SocketState } from './socket.ts';

/**
 * The person's notifications as they happen: open while the header is there. Active ones are kept, worst and newest
 * first is up to whoever shows them; one whose forebear is here replaces it (monitoring.md 4).
 */
export interface Active {
  readonly count: number;
  readonly rows: readonly Notification[];
  /** Maintenance events go apart (monitoring.md 4), newest first. */
  readonly maintenance: readonly Notification[];
  readonly socket: SocketState;
}

type Arrival = (message: NotificationMessage) => void;

const nothing: Active = { count: 0, rows: [], maintenance: [], socket: 'connecting' };
let now: Active = nothing;
let socket: LiveSocket | null = null;
const listeners = new Set<() => void>();
const arrivals = new Set<Arrival>();

const set = (next: Partial<Active>): void => {
  now = { ...now, ...next };
  for (const listener of listeners) listener();
};

const Current = z.object({ count: z.number(), results: z.array(NotificationSchema) });

const load = async (): Promise<void> => {
  const [active, tests] = await Promise.all([
    ask({ method: 'GET', path: 'v2/current-user-notifications/', query: { limit: keptRows } }, Current),
    ask({ method: 'GET', path: 'v1/notifications/', query: { event_type: 'maintenance', limit: keptTests } }, Current),
  ]);
  set({ count: active.count, rows: active.results, maintenance: tests.results });
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
      const { rows, maintenance } = apart(message.notifications);
      set({
        count: message.count,
        rows: merge(now.rows, rows),
        maintenance: mergeTests(now.maintenance, maintenance),
      });
      for (const arrival of arrivals) arrival(message);
    },
  });
  socket = channel;
  channel.start();
  return () => {
    channel.stop();
    if (socket === channel) set(nothing);
  };
};

/** Acknowledges one; the row is true here before the socket says so. */
export const acknowledge = async (id: number, comment: string): Promise<Notification> => {
  const row = await call(endpoints.acknowledge, { params: { id }, body: { comment } });
  set({ rows: now.rows.map((each) => (each.id === row.id ? row : each)) });
  return row;
};

/** What somebody wants to acknowledge: any page asks, the frame's dialog answers. */
let asked: readonly Notification[] = [];
const askers = new Set<() => void>();
export const askAcknowledge = (rows: readonly Notification[]): void => {
  asked = rows;
  for (const listener of askers) listener();
};
const watchAsked = (listener: () => void): (() => void) => {
  askers.add(listener);
  return () => askers.delete(listener);
};
export const useAskedAcknowledge = (): readonly Notification[] => useSyncExternalStore(watchAsked, () => asked);

export const onArrival = (arrival: Arrival): (() => void) => {
  arrivals.add(arrival);
  return () => arrivals.delete(arrival);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNotifications = (): Active => useSyncExternalStore(subscribe, () => now);

/** The active rows at this moment, for what is not drawn. */
export const notificationsNow = (): Active => now;
export const onNotifications = subscribe;
