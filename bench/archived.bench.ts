import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType } from '@tocsin/contract/graphs';
import type pg from 'pg';
import { startS3Server } from '../server/src/history/archive/testing/s3-server.ts';
import { type Bench, limitRow, quantile, type Row } from './bench.ts';
import { compactionEnds } from './compaction.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { hurryLateHours, makeRig, openDatabase } from './rig.ts';

const hotDays = 2;
const framesPerPost = 600;
const frameMs = 2_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Heads, keys and index entries of a row of chunk and one of slots. */
const rowBytes = 250;
const rounds = 15;
const mostMs = 500;
const mostBytesInPostgres = 0.03;
const mostBytes = 0.4;

/** Days of a device of 100 sensors in object storage: bytes here and there, and the time of a raw zoom into them. */
export const bench: Bench = {
  name: 'archived',
  async run() {
    const s3 = await startS3Server();
    const rig = await makeRig(1, {
      HISTORY_S3_URL: s3.config.url,
      HISTORY_S3_KEY: 'key',
      HISTORY_S3_SECRET: 'secret',
      HISTORY_HOT_DAYS: `${hotDays}`,
    });
    let connection: pg.Client | null = null;
    try {
      const [device] = rig.devices;
      if (!device) throw new Error('no device');
      const day = Date.now() - (Date.now() % dayMs) - 4 * dayMs;
      const text = createFrameTexts(1, 'compact');
      for (let at = day; at < day + dayMs; at += framesPerPost * frameMs)
        await rig.post(
          device,
          'data',
          `[${Array.from({ length: framesPerPost }, (_, i) => text(at + i * frameMs)).join()}]`,
        );
      connection = await openDatabase(rig.server);
      await hurryLateHours(connection);
      await compactionEnds(connection);
      await connection.end();
      // Days move when the server starts, and once a day.
      await rig.server.kill();
      await rig.server.start();
      connection = await openDatabase(rig.server);
      const number = async (text: string): Promise<number> => Number((await connection?.query(text))?.rows[0]?.n);
      while ((await number(`select count(*) as n from archive_object where state = 'live'`)) === 0) await pause(500);
      const samples = (await number(`select sum(n) as n from chunk where p = ''`)) * sensorCount;
      // What an archived hour leaves in PostgreSQL: its slots, and its row of chunk.
      const inPostgres = await number(
        `select sum(pg_column_size(s.p) + coalesce(pg_column_size(c.end_state), 0) + ${rowBytes}) as n
         from chunk c join slots s using (device_id, t0, part) where c.p = ''`,
      );
      const stored = [...s3.objects.values()].reduce((sum, bytes) => sum + bytes.length, 0);
      const zoom = async (at: number): Promise<number> => {
        const from = performance.now();
        const answer = await fetch(
          `${rig.server.url}/api/v1/graphs/device/${device.id}/?timestamp=${new Date(at).toISOString()}`,
          { headers: { authorization: `JWT ${rig.api.token}`, accept: compactColumnsType } },
        );
        if (!answer.ok) throw new Error(`zoom: ${answer.status} ${await answer.text()}`);
        const graphs = unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
        const points = graphs.series.reduce((sum, one) => sum + one.ts.length, 0);
        if (points < (hourMs / frameMs) * sensorCount * 0.9) throw new Error(`only ${points} points`);
        return performance.now() - from;
      };
      const [cold, warm]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        rmSync(join(rig.server.dataDir, 'history-cache'), { recursive: true, force: true });
        cold.push(await zoom(day + (1 + round) * hourMs));
        warm.push(await zoom(day + (2 + round) * hourMs));
      }
      const of = (bytes: number): number => bytes / samples;
      const rows: Row[] = [
        { what: 'samples archived', value: `${(samples / 1e6).toFixed(1)} M`, aim: '' },
        limitRow('bytes a sample in PostgreSQL', of(inPostgres), mostBytesInPostgres, ''),
        limitRow('bytes a sample with the store', of(inPostgres + stored), mostBytes, ''),
        limitRow('raw zoom of an hour, nothing in the cache, median', quantile(cold, 0.5), mostMs, 'ms'),
        limitRow('raw zoom of an hour, nothing in the cache, slowest', Math.max(...cold), mostMs, 'ms'),
        limitRow('raw zoom of an hour, day in the cache, median', quantile(warm, 0.5), mostMs, 'ms'),
      ];
      return rows;
    } finally {
      await connection?.end();
      await rig.remove();
      await s3.close();
    }
  },
};
