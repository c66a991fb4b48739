// The faults of the database's machines with the expected result of each, fixed before the first run (see failover.ts).

import { pause } from '../support/_pause.ts';
import type { PatroniCluster } from './_patroni.ts';
import type { ExpectedFault } from './_table.ts';

export interface FailoverFault extends ExpectedFault {
  /** Answers what happened. */
  readonly run: (cluster: PatroniCluster) => Promise<string>;
}

/** A lease of 20 s, a look of 5 s, a promotion, HAProxy's look, and the frames that waited. */
const failOverMs = 45_000;

async function moved(cluster: PatroniCluster, before: string): Promise<string> {
  const after = await cluster.primary();
  return after === before ? `PRIMARY STAYED ${before}` : `primary ${before} -> ${after}`;
}

/** The load goes on through all of it. No acknowledged frame may be missing or doubled, and no event. */
export const failoverFaults: readonly FailoverFault[] = [
  {
    name: 'no fault',
    silenceMs: 2_000,
    async run() {
      await pause(5_000);
      return '';
    },
  },
  {
    name: 'switch-over',
    silenceMs: 15_000,
    async run(cluster) {
      const before = await cluster.primary();
      await cluster.switchOver(before);
      await pause(20_000);
      await cluster.whole();
      return moved(cluster, before);
    },
  },
  {
    name: "kill -9 of everything on the primary's machine, back after 45 s",
    silenceMs: failOverMs,
    async run(cluster) {
      const before = await cluster.primary();
      cluster.kill(before);
      await pause(45_000);
      const note = await moved(cluster, before);
      cluster.again(before);
      await cluster.whole();
      return note;
    },
  },
  {
    name: "the primary's machine cut off from the network for 60 s",
    silenceMs: failOverMs,
    async run(cluster) {
      const before = await cluster.primary();
      cluster.cut(before, true);
      await pause(60_000);
      const note = await moved(cluster, before);
      cluster.cut(before, false);
      await cluster.whole();
      return note;
    },
  },
  {
    name: "kill -9 of everything on the standby's machine, back after 20 s",
    silenceMs: 15_000,
    async run(cluster) {
      const primary = await cluster.primary();
      const standby = primary === 'a' ? 'b' : 'a';
      cluster.kill(standby);
      await pause(20_000);
      cluster.again(standby);
      await cluster.whole();
      return `primary ${await cluster.primary()} stayed`;
    },
  },
  {
    name: "the standby's machine cut off from the network for 30 s",
    // wal_sender_timeout is 10 s; then Patroni goes on without it.
    silenceMs: 25_000,
    async run(cluster) {
      const primary = await cluster.primary();
      const standby = primary === 'a' ? 'b' : 'a';
      cluster.cut(standby, true);
      await pause(30_000);
      cluster.cut(standby, false);
      await cluster.whole();
      return `primary ${await cluster.primary()} stayed`;
    },
  },
];
