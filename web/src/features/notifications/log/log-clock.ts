import { useState } from 'react';
import { readStored, writeStored } from '../../../api/storage.ts';

/** Whose clock the log's times follow: each site's, or the reader's. */
export type LogClock = 'site' | 'mine';

/** The choice of this browser, and how to change it. */
export const useLogClock = (): readonly [LogClock, (clock: LogClock) => void] => {
  const [clock, setClock] = useState<LogClock>(readStored('logClock') === 'mine' ? 'mine' : 'site');
  return [
    clock,
    (next) => {
      writeStored('logClock', next === 'mine' ? next : null);
      setClock(next);
    },
  ];
};
