import { useCallback, useSyncExternalStore } from 'react';
import { onTick } from '../kit/tick.ts';
import type { Board } from './board.ts';
import { useBoard } from './use-reading.ts';

/**
 * A text, number or flag made of the board and the present moment: looked at when a message is drawn and once a
 * second, drawn only when it changes. Lists come as JSON text, so that equal lists are equal.
 */
export const useMoment = <T extends string | number | boolean | null>(make: (board: Board, now: number) => T): T => {
  const board = useBoard();
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = board.subscribeWhole(listener);
      const stop = onTick(listener);
      return () => {
        leave();
        stop();
      };
    },
    [board],
  );
  return useSyncExternalStore(subscribe, () => make(board, board.clock.now()));
};
