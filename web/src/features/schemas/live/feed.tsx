import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { noteServerTime } from '../../../live/clock.ts';
import { stillSignedIn } from '../../../live/live-feed.ts';
import { LiveSocket } from '../../../live/socket.ts';
import type { Machine } from '../canvas/tab.ts';
import { type Counts, type MachineStatus, nothingHeard, sameMachineStatus } from './machine-status.ts';
import { type Alarmed, PlantStore } from './plant-store.ts';

const Context = createContext<PlantStore | null>(null);

export const usePlantStore = (): PlantStore => {
  const board = useContext(Context);
  if (board === null) throw new Error('outside of a plant feed');
  return board;
};

interface Props {
  /** Path below /api/ of the socket of a tab or a machine. */
  readonly path: string;
  readonly machines: readonly Machine[];
  readonly children: ReactNode;
}

/** The parts of a machine that decide its status. */
export const watched = (machine: Machine) => ({
  id: machine.id,
  sensors: machine.bindings.map((binding) => binding.sensor),
  stateSensor: machine.stateSensor,
});

const sentAt = (message: unknown): unknown =>
  typeof message === 'object' && message !== null ? Reflect.get(message, 'sent_at') : null;

/** One socket while mounted: opened with the view, closed on leaving. */
export const PlantFeed = ({ path, machines, children }: Props) => {
  const board = useMemo(() => new PlantStore(machines.map(watched)), [machines]);
  useEffect(() => {
    const socket = new LiveSocket({
      path,
      stillSignedIn,
      onState: board.takeState,
      onMessage: (message, receivedAt) => {
        const sent = sentAt(message);
        if (typeof sent === 'number') noteServerTime(sent, receivedAt);
        board.take(message);
      },
    });
    socket.start();
    return () => socket.stop();
  }, [path, board]);
  return <Context value={board}>{children}</Context>;
};

export const useMachineStatus = (machineId: string): MachineStatus => {
  const board = usePlantStore();
  const subscribe = useMemo(() => (listener: () => void) => board.subscribe(machineId, listener), [board, machineId]);
  return useSyncExternalStore(subscribe, () => board.standing(machineId));
};

/** The status of a machine without its value: does not re-render when only the value changes, so the value may be outdated. */
export const useManner = (machineId: string): Omit<MachineStatus, 'value'> => {
  const board = usePlantStore();
  const subscribe = useMemo(() => (listener: () => void) => board.subscribe(machineId, listener), [board, machineId]);
  const last = useRef<MachineStatus>(nothingHeard);
  return useSyncExternalStore(subscribe, () => {
    const next = board.standing(machineId);
    if (!sameMachineStatus({ ...next, value: last.current.value }, last.current)) last.current = next;
    return last.current;
  });
};

export const useCounts = (): Counts => {
  const board = usePlantStore();
  return useSyncExternalStore(board.subscribeWhole, board.counts);
};

export const useNotNormal = (): readonly string[] => {
  const board = usePlantStore();
  return useSyncExternalStore(board.subscribeWhole, board.notNormal);
};

export const useAlarmed = (): readonly Alarmed[] => {
  const board = usePlantStore();
  return useSyncExternalStore(board.subscribeWhole, board.alarmed);
};

export const useSocketState = () => {
  const board = usePlantStore();
  return useSyncExternalStore(board.subscribeWhole, board.state);
};
