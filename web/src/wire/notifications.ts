import { type Notification, NotificationMessage, Notification as NotificationSchema } from '@tocsin/contract/live';
import { endpoints } from '@tocsin/contract/notifications';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { checkBuild } from './build.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { ask } from './http.ts';
import { stillSignedIn } from './live-feed.ts';
import { caughtUp, keptRows, keptTests, type NotificationList } from './notification-rows.ts';
import { mendSelection } from './plant.ts';
import { LiveSocket, type SocketState, waitMs } from './socket.ts';

/**
 * The person's notifications as they happen: open while the header is there. Active ones are kept, worst and newest
 * first is up to whoever shows them; one whose forebear is here replaces it (monitoring.md 4).
 */
export interface Active extends NotificationList {
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

/** A reading of the list, and what the socket told since it was asked for. */
interface Reading {
  readonly told: NotificationMessage[];
}
let reading: Reading | null = null;

const load = async (): Promise<void> => {
  const mine: Reading = { told: [] };
  reading = mine;
  for (let attempt = 0; reading === mine; attempt++) {
    try {
      const [active, tests] = await Promise.all([
        ask({ method: 'GET', path: 'v2/current-user-notifications/', query: { limit: keptRows } }, Current),
        ask(
          { method: 'GET', path: 'v1/notifications/', query: { event_type: 'maintenance', limit: keptTests } },
          Current,
        ),
      ]);
      if (reading !== mine) return;
      reading = null;
      set(caughtUp({ count: active.count, rows: active.results, maintenance: tests.results }, mine.told));
    } catch (error) {
      if (error instanceof CallError && error.status === 404) await mendSelection();
      // The log itself says why when it can't be read; until then the bell keeps what it knows.
      await new Promise((resolve) => setTimeout(resolve, waitMs(attempt, Math.random())));
    }
  }
};

/** Opens the channel; after each reconnection the list is read anew, since nothing tells what was missed. */
export const openNotifications = (): (() => void) => {
  const channel = new LiveSocket({
    path: 'v1/ws/current-user-notifications/',
    auth: 'message',
    stillSignedIn,
    onState: (state) => {
      // A try to get back is no connection yet: it stays lost until it is there.
      if (state === now.socket || (state === 'connecting' && now.socket === 'down')) return;
      set({ socket: state });
      // What the socket does not tell, the next list does.
      reading = null;
      if (state !== 'open') return;
      void load();
      checkBuild();
    },
    onMessage: (raw) => {
      const message = NotificationMessage.parse(raw);
      reading?.told.push(message);
      set(caughtUp(now, [message]));
      for (const arrival of arrivals) arrival(message);
    },
  });
  socket = channel;
  channel.start();
  return () => {
    channel.stop();
    if (socket !== channel) return;
    reading = null;
    set(nothing);
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
/** Opens the dialog for these. */
export const askAcknowledge = (rows: readonly Notification[]): void => {
  asked = rows;
  for (const listener of askers) listener();
};
const watchAsked = (listener: () => void): (() => void) => {
  askers.add(listener);
  return () => askers.delete(listener);
};
/** What the dialog is open for; empty when it is closed. */
export const useAskedAcknowledge = (): readonly Notification[] => useSyncExternalStore(watchAsked, () => asked);

/** Calls back with every message that tells something new, until it is left. */
export const onArrival = (arrival: Arrival): (() => void) => {
  arrivals.add(arrival);
  return () => arrivals.delete(arrival);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What stands now, drawn anew when it changes. */
export const useNotifications = (): Active => useSyncExternalStore(subscribe, () => now);

/** The active rows at this moment, for what is not drawn. */
export const notificationsNow = (): Active => now;
/** Calls back at every change of the list; returns how to stop. */
export const onNotifications = subscribe;
