import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { heardServerTime } from '../../../wire/clock.ts';
import { stillSignedIn } from '../../../wire/live-feed.ts';
import { LiveSocket } from '../../../wire/socket.ts';
import type { Machine } from '../canvas/tab.ts';
import { type Alarmed, PlantBoard } from './plant-board.ts';
import { type Counts, nothingHeard, type Standing, sameStanding } from './standing.ts';

const Context = createContext<PlantBoard | null>(null);

export const usePlantBoard = (): PlantBoard => {
  const board = useContext(Context);
  if (board === null) throw new Error('outside of a plant feed');
  return board;
};

interface Props {
  /** Below /api/: the socket of a tab or of a machine. */
  readonly path: string;
  readonly machines: readonly Machine[];
  readonly children: ReactNode;
}

/** What of a machine decides how it stands. */
export const watched = (machine: Machine) => ({
  id: machine.id,
  sensors: machine.bindings.map((binding) => binding.sensor),
  stateSensor: machine.stateSensor,
});

const sentAt = (message: unknown): unknown =>
  typeof message === 'object' && message !== null ? Reflect.get(message, 'sent_at') : null;

/** One socket while it is mounted: opened with the view, closed on leaving. */
export const PlantFeed = ({ path, machines, children }: Props) => {
  const board = useMemo(() => new PlantBoard(machines.map(watched)), [machines]);
  useEffect(() => {
    const socket = new LiveSocket({
      path,
      auth: 'address',
      stillSignedIn,
      onState: board.takeState,
      onMessage: (message, receivedAt) => {
        const sent = sentAt(message);
        if (typeof sent === 'number') heardServerTime(sent, receivedAt);
        board.take(message);
      },
    });
    socket.start();
    return () => socket.stop();
  }, [path, board]);
  return <Context value={board}>{children}</Context>;
};

export const useStanding = (machineId: string): Standing => {
  const board = usePlantBoard();
  const subscribe = useMemo(() => (listener: () => void) => board.subscribe(machineId, listener), [board, machineId]);
  return useSyncExternalStore(subscribe, () => board.standing(machineId));
};

/** How a machine stands but for its value: draws not when that alone changes, and may hold an older one. */
export const useManner = (machineId: string): Omit<Standing, 'value'> => {
  const board = usePlantBoard();
  const subscribe = useMemo(() => (listener: () => void) => board.subscribe(machineId, listener), [board, machineId]);
  const last = useRef<Standing>(nothingHeard);
  return useSyncExternalStore(subscribe, () => {
    const next = board.standing(machineId);
    if (!sameStanding({ ...next, value: last.current.value }, last.current)) last.current = next;
    return last.current;
  });
};

export const useCounts = (): Counts => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.counts);
};

export const useNotNormal = (): readonly string[] => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.notNormal);
};

export const useAlarmed = (): readonly Alarmed[] => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.alarmed);
};

export const useSocketState = () => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.state);
};
