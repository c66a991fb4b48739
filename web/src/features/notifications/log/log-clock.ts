import { useState } from 'react';
import { readStored, writeStored } from '../../../api/storage.ts';

/** Zone of the log's times: each event's site, or the browser. */
export type LogClock = 'site' | 'mine';

/** The choice stored in this browser, and a setter. */
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
