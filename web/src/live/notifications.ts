import { type Notification, NotificationMessage, Notification as NotificationSchema } from '@tocsin/contract/live';
import {
  type AcknowledgeMany,
  type AcknowledgeResult,
  endpoints,
  type ListMoment,
} from '@tocsin/contract/notifications';
import { z } from 'zod';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';
import { ask } from '../api/http.ts';
import { repairSelection } from '../domain/me.ts';
import { selection } from '../domain/selection.ts';
import { createStore, createSubscribers } from '../ui/store.ts';
import { useStore } from '../ui/use-store.ts';
import { checkBuild } from './build.ts';
import { stillSignedIn } from './live-feed.ts';
import { applyMessages, maxRows, maxTests, type NotificationList } from './notification-rows.ts';
import { LiveSocket, type SocketState, waitMs } from './socket.ts';

/**
 * The user's notifications in real time, while the header is mounted. Active ones are stored unsorted; one that
 * replaces a stored predecessor removes it (docs/spec/monitoring.md, section 4).
 */
export interface Active extends NotificationList {
  readonly socket: SocketState;
  /** Whether the list was read at least once. */
  readonly isLoaded: boolean;
}

type Arrival = (message: NotificationMessage) => void;

const nothing: Active = { count: 0, rows: [], maintenance: [], socket: 'connecting', isLoaded: false };
const list = createStore<Active>(nothing);
let socket: LiveSocket | null = null;
const arrivals = createSubscribers<NotificationMessage>();

const set = (next: Partial<Active>): void => list.set({ ...list.get(), ...next });

const Current = z.object({ count: z.number(), results: z.array(NotificationSchema) });

/** A fetch of the list, and the messages received since it was requested. */
interface Fetch {
  readonly messages: NotificationMessage[];
}
let currentFetch: Fetch | null = null;

const load = async (): Promise<void> => {
  const thisFetch: Fetch = { messages: [] };
  currentFetch = thisFetch;
  for (let attempt = 0; currentFetch === thisFetch; attempt++) {
    try {
      const [active, tests] = await Promise.all([
        ask({ method: 'GET', path: 'v2/current-user-notifications/', query: { limit: maxRows } }, Current),
        ask(
          {
            method: 'GET',
            path: 'v1/notifications/',
            query: { event_type: 'maintenance', limit: maxTests, all_clients: true },
          },
          Current,
        ),
      ]);
      if (currentFetch !== thisFetch) return;
      currentFetch = null;
      set({
        ...applyMessages({ count: active.count, rows: active.results, maintenance: tests.results }, thisFetch.messages),
        isLoaded: true,
      });
    } catch (error) {
      if (error instanceof CallError && error.status === 404) await repairSelection();
      // The log page shows why the list cannot be fetched; the bell keeps its rows.
      await new Promise((resolve) => setTimeout(resolve, waitMs(attempt, Math.random())));
    }
  }
};

/** Opens the channel; the returned function closes it. Each reconnection refetches the list to get missed events. */
export const openNotifications = (): (() => void) => {
  const channel = new LiveSocket({
    path: 'v1/ws/current-user-notifications/',
    ofAllClients: true,
    stillSignedIn,
    onState: (state) => {
      // A reconnection attempt is not a connection: the state stays lost until it succeeds.
      if (state === list.get().socket || (state === 'connecting' && list.get().socket === 'down')) return;
      set({ socket: state });
      // The next connection refetches the list, which includes missed events.
      currentFetch = null;
      if (state !== 'open') return;
      void load();
      checkBuild();
    },
    onMessage: (raw) => {
      const message = NotificationMessage.parse(raw);
      currentFetch?.messages.push(message);
      set(applyMessages(list.get(), [message]));
      arrivals.notify(message);
    },
  });
  socket = channel;
  channel.start();
  return () => {
    channel.stop();
    if (socket !== channel) return;
    currentFetch = null;
    set(nothing);
  };
};

/** Acknowledges an event; the row is updated before the socket confirms it. */
export const acknowledge = async (id: number, comment: string): Promise<Notification> => {
  const row = await call(endpoints.acknowledge, { params: { id }, body: { comment } });
  set({ rows: list.get().rows.map((each) => (each.id === row.id ? row : each)) });
  return row;
};

/** Numbers of events that a bulk acknowledgement changed and could not change. */
interface BulkResult {
  readonly done: number;
  readonly refused: number;
}

const bulkResult = (results: readonly AcknowledgeResult[]): BulkResult => ({
  done: results.filter(({ result }) => result === 'acknowledged' || result === 'commented').length,
  refused: results.filter(({ result }) => result === 'not-found' || result === 'no-room').length,
});

/** Acknowledges these events; the socket confirms them to all pages. */
export const acknowledgeIds = async (ids: readonly number[], comment: string): Promise<BulkResult> =>
  bulkResult((await call(endpoints.acknowledgeMany, { body: { ids: [...ids], comment } })).results);

/** Acknowledges everything that a filter of the log had listed, in calls of 1000. */
export const acknowledgeFilter = async (
  filter: AcknowledgeMany['filter'],
  listed: ListMoment,
  comment: string,
): Promise<BulkResult> => {
  let total: BulkResult = { done: 0, refused: 0 };
  for (;;) {
    const answer = await call(endpoints.acknowledgeMany, {
      body: { filter, as_of: listed.as_of, mark: listed.mark, comment },
    });
    const { done, refused } = bulkResult(answer.results);
    total = { done: total.done + done, refused: total.refused + refused };
    // Stops if a call changed nothing, which would repeat forever.
    if (!answer.has_more || done === 0) return total;
  }
};

/** The rows that a page wants to acknowledge, for the shell's dialog. */
const asking = createStore<readonly Notification[]>([]);
/** Opens the acknowledgement dialog for these rows. */
export const askAcknowledge = asking.set;
/** The rows of the open dialog; empty if closed. */
export const useAskedAcknowledge = (): readonly Notification[] => useStore(asking);

/** Calls back for each message with new events; returns the unsubscribe function. */
export const onArrival = arrivals.subscribe;

/** Like `onArrival`, but only for messages with an event of the selected client. */
export const onOwnArrival = (arrival: Arrival): (() => void) =>
  onArrival((message) => {
    const { client } = selection();
    if (client === null || message.notifications.some((row) => row.client_id === client)) arrival(message);
  });

/** The current state; re-renders when it changes. */
export const useNotifications = (): Active => useStore(list);

/** The current active rows, for code outside of rendering. */
export const notificationsNow = list.get;
/** Calls back on every change of the list; returns the unsubscribe function. */
export const onNotifications = list.subscribe;
