import { systemClock } from '../base/clock.ts';
import { openPool } from '../base/db.ts';
import { createLog } from '../base/log.ts';
import { serveThread, threadData } from '../base/thread.ts';
import { judgeHour } from '../flow/3-judge/hour.ts';
import { HourKeeper } from '../flow/4-keep/hour-keeper.ts';
import type { HourAsks, HourCalls, HourThreadData } from './hours-ports.ts';

/** The thread's program: joins the judging of an hour (stage 3) and its keeping (stage 4), away from the line. */
const { address, logLevel, retention } = threadData() as HourThreadData;
const log = createLog(logLevel).with({ part: 'hours' });
const pool = openPool(address, log, { max: 2, name: 'tocsin hours', statementTimeoutMs: 0 });

serveThread<HourCalls, HourAsks>((ask) => {
  const keeper = new HourKeeper({
    pool,
    log,
    retention,
    ports: {
      judge: judgeHour,
      device: (id) => ask('device', id),
      committed: (batch) => {
        ask('committed', batch).catch((error) => log.error('Late events were not told', { error }));
      },
      now: () => systemClock.now(),
    },
  });
  keeper.start();
  return {
    figures: () => keeper.figures,
    stop: async () => {
      await keeper.stop();
      await pool.end();
    },
  };
});
