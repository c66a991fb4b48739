import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { Board, type Head, type Reading } from './board.ts';
import { watchDevice } from './live-feed.ts';
import type { SocketState } from './socket.ts';

const nothing = new Board();
/** The board of the page or part; an empty one where there is none. */
export const BoardContext = createContext<Board>(nothing);
/** The board of the page or part that one stands in. */
export const useBoard = (): Board => useContext(BoardContext);

/** Opens the live feed while the page is there. */
export const useDeviceBoard = (address: string | null): Board => {
  const [board, setBoard] = useState(nothing);
  useEffect(() => {
    if (address === null) return;
    const watched = watchDevice(address);
    setBoard(watched.board);
    return () => {
      setBoard(nothing);
      watched.leave();
    };
  }, [address]);
  return board;
};

/** One sensor: the component draws only when this sensor changes. */
export const useReading = (path: string): Reading | undefined => {
  const board = useBoard();
  const subscribe = useCallback((listener: () => void) => board.subscribeSensor(path, listener), [board, path]);
  return useSyncExternalStore(subscribe, () => board.reading(path));
};

/** What stands around a sensor's number: draws not when the number alone changes. */
export const useAbout = (path: string): Reading | undefined => {
  const board = useBoard();
  const subscribe = useCallback((listener: () => void) => board.subscribeSensor(path, listener), [board, path]);
  return useSyncExternalStore(subscribe, () => board.about(path));
};

/** The device around its readings; the same object until something of it changes. */
export const useHead = (): Head | null => {
  const board = useBoard();
  return useSyncExternalStore(board.subscribeWhole, board.device);
};

/** How the board's own channel stands. */
export const useSocketState = (): SocketState => {
  const board = useBoard();
  return useSyncExternalStore(board.subscribeWhole, board.state);
};
