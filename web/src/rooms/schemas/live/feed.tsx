import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { heardServerTime } from '../../../wire/clock.ts';
import { stillSignedIn } from '../../../wire/live-feed.ts';
import { LiveSocket } from '../../../wire/socket.ts';
import type { Machine } from '../canvas/tab.ts';
import { PlantBoard } from './plant-board.ts';
import type { Counts, Standing } from './standing.ts';

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

const watched = (machine: Machine) => ({
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

export const useCounts = (): Counts => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.counts);
};

export const useNotNormal = (): readonly string[] => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.notNormal);
};

export const useSocketState = () => {
  const board = usePlantBoard();
  return useSyncExternalStore(board.subscribeWhole, board.state);
};
