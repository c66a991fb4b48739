import { endpoints, freshMs, type IncidentList } from '@tocsin/contract/incidents';
import { call } from '../api/call.ts';
import { nextStepMs, worstFirst } from '../domain/incident-story.ts';
import { createStore } from '../ui/store.ts';
import { useTicking } from '../ui/tick.ts';
import { useStore } from '../ui/use-store.ts';
import { serverNow } from './clock.ts';
import { notificationsNow, onArrival, onNotifications } from './notifications.ts';

/** The open incidents of everything that the user can see. */
export interface OpenIncidents {
  /** The worst first; null: not read yet. */
  readonly list: IncidentList | null;
  /** Server time of the newest answer in unix ms; null: none. */
  readonly asOf: number | null;
}

/** As many as the banner and the wall look at; the log has all. */
const limit = 30;
/** Messages within this time cause one answer. */
const gatherMs = 200;
/** While something is open, values and who is next are read again after this time; else only what arrives counts. */
const openEveryMs = 10_000;
const quietEveryMs = 60_000;
const retryMs = 3_000;

const nothing: OpenIncidents = { list: null, asOf: null };
const store = createStore<OpenIncidents>(nothing);

/** Reads the incidents while the notifications are open, again for each message; returns the function that stops it. */
export const openIncidents = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  let isReading = false;
  let isStale = false;
  let isStopped = false;
  const plan = (ms: number): void => {
    const at = Date.now() + ms;
    if (isStopped || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void read(), ms);
  };
  const read = async (): Promise<void> => {
    due = Number.POSITIVE_INFINITY;
    if (isReading) {
      isStale = true;
      return;
    }
    isReading = true;
    isStale = false;
    try {
      const list = await call(endpoints.list, { query: { limit, all_clients: 'true' } });
      const asOf = Date.parse(list.as_of);
      const results = worstFirst(list.results, asOf).map(({ incident }) => incident);
      if (!isStopped) store.set({ list: { ...list, results }, asOf });
      plan(Math.min(list.count > 0 ? openEveryMs : quietEveryMs, nextStepMs(list)));
    } catch {
      plan(retryMs);
    } finally {
      isReading = false;
      // Something arrived meanwhile, which this answer may not have.
      if (isStale) plan(gatherMs);
    }
  };
  const changed = (): void => plan(gatherMs);
  let socket = notificationsNow().socket;
  const leave = [
    onArrival(changed),
    onNotifications(() => {
      const now = notificationsNow().socket;
      if (now === 'open' && socket !== 'open') plan(0);
      socket = now;
    }),
  ];
  document.addEventListener('visibilitychange', changed);
  plan(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', changed);
    for (const each of leave) each();
    store.set(nothing);
  };
};

/** The present open incidents, for code outside of rendering. */
export const incidentsNow = store.get;

/** The open incidents; re-renders when they change. */
export const useIncidents = (): OpenIncidents => useStore(store);

/** Since when what is shown may be outdated (unix ms): an answer older than 15 s while nothing newer can arrive. */
export const useOutdatedSince = (): number | null =>
  useTicking(() => {
    const { list, asOf } = store.get();
    if (asOf === null || serverNow() - asOf <= freshMs) return null;
    return (list?.count ?? 0) > 0 || notificationsNow().socket !== 'open' ? asOf : null;
  });
