import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { noteServerTime } from '../../../live/clock.ts';
import { stillSignedIn } from '../../../live/live-feed.ts';
import { ringSpanMs } from '../../../live/ring.ts';
import { LiveSocket } from '../../../live/socket.ts';
import type { Machine } from '../canvas/tab.ts';
import { type Counts, type MachineStatus, sameMachineStatus, unknownStatus } from './machine-status.ts';
import { type Alarmed, PlantStore } from './plant-store.ts';
import { watchedOf } from './watched-of.ts';

const Context = createContext<PlantStore | null>(null);

/** The store of the surrounding feed. */
export const usePlantStore = (): PlantStore => {
  const store = useContext(Context);
  if (store === null) throw new Error('usePlantStore must be used inside a PlantFeed or StoreFeed');
  return store;
};

const readingAtMostMs = 15_000;

interface Props {
  /** Path below /api/ of a tab's or a machine's socket. */
  readonly path: string;
  readonly machines: readonly Machine[];
  readonly children: ReactNode;
}

const sentAt = (message: unknown): unknown =>
  typeof message === 'object' && message !== null ? Reflect.get(message, 'sent_at') : null;

/** Provides a store that its owner fills, for past moments. */
export const StoreFeed = ({ store, children }: { readonly store: PlantStore; readonly children: ReactNode }) => (
  <Context value={store}>{children}</Context>
);

/** Provides a store that is fed by one socket while mounted. */
export const PlantFeed = ({ path, machines, children }: Props) => {
  const store = useMemo(() => new PlantStore(machines.map(watchedOf)), [machines]);
  useEffect(() => {
    const socket = new LiveSocket({
      path,
      stillSignedIn,
      onState: store.setSocketState,
      onMessage: (message, receivedAt) => {
        const sent = sentAt(message);
        if (typeof sent === 'number') noteServerTime(sent, receivedAt);
        store.take(message);
      },
    });
    socket.start();
    // A device that never reported is not announced.
    const timer = setTimeout(store.settle, readingAtMostMs);
    return () => {
      clearTimeout(timer);
      socket.stop();
    };
  }, [path, store]);
  return <Context value={store}>{children}</Context>;
};

/** Something of the store; re-renders when it changes. */
export const useOfStore = <T,>(read: (store: PlantStore) => T): T => {
  const store = usePlantStore();
  return useSyncExternalStore(store.subscribe, () => read(store));
};

/** The last ten minutes of a sensor, as a sparkline shows them. */
export const useSpark = (sensor: string, isContact: boolean) => {
  const store = usePlantStore();
  return useMemo(
    () => ({
      subscribe: store.subscribe,
      read: () => store.ring(sensor).read(),
      view: () => ({
        from: store.now() - ringSpanMs,
        to: store.now(),
        gapMs: 90_000,
        staleMs: 90_000,
        limit: null,
        steps: isContact,
        minSpan: isContact ? 3 : 1,
      }),
    }),
    [store, sensor, isContact],
  );
};

const useOfMachine = (machineId: string, read: (status: MachineStatus) => MachineStatus): MachineStatus => {
  const store = usePlantStore();
  const subscribe = useMemo(
    () => (listener: () => void) => store.subscribeMachine(machineId, listener),
    [store, machineId],
  );
  return useSyncExternalStore(subscribe, () => read(store.status(machineId)));
};

/** The status of a machine; re-renders on each change. */
export const useMachineStatus = (machineId: string): MachineStatus => useOfMachine(machineId, (status) => status);

/** The status of a machine without its value; does not re-render when only the value changes. */
export const useStatusWithoutValue = (machineId: string): Omit<MachineStatus, 'value'> => {
  const last = useRef<MachineStatus>(unknownStatus);
  return useOfMachine(machineId, (next) => {
    if (!sameMachineStatus({ ...next, value: last.current.value }, last.current)) last.current = next;
    return last.current;
  });
};

/** Number of machines by state. */
export const useCounts = (): Counts => useOfStore((store) => store.counts());
/** Ids of machines that are not normal, worst first, then newest first. */
export const useNotNormal = (): readonly string[] => useOfStore((store) => store.notNormal());
export const useAlarmed = (): readonly Alarmed[] => useOfStore((store) => store.alarmed());
export const useSocketState = () => useOfStore((store) => store.state());
