import { allConnections } from '../../platform/connections.ts';
import { openPool } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { serveThread, threadData } from '../../platform/thread.ts';
import type { ScanCalls, ScanThreadData } from './calls.ts';
import { scanDevice } from './scan-device.ts';

/** Entry point of the thread that scans history for dead sensors: one device at a time, on one connection. */
const { address, logLevel } = threadData() as ScanThreadData;
const pool = openPool(address, createLog(logLevel).with({ part: 'scan' }), {
  max: allConnections.scan,
  name: 'tocsin scan',
});

serveThread<ScanCalls, Record<never, never>>(() => ({
  scan: (query) => scanDevice(pool, query),
  stop: () => pool.end(),
}));
