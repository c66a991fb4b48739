import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import { sensorCount } from '../load.ts';
import { begin, bytesIn, end, hasProgram, type Peer, send, untilAnswers } from './peer.ts';

/** InfluxDB 1.x of Debian with default settings and its folders elsewhere; null if it is not installed. */
export async function startInflux(): Promise<Peer | null> {
  if (!hasProgram('influxd')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'influx-'));
  for (const name of ['meta', 'data', 'wal']) mkdirSync(join(folder, name));
  const [port, rpc] = [await freePort(), await freePort()];
  const file = join(folder, 'influxdb.conf');
  writeFileSync(
    file,
    `reporting-disabled = true
bind-address = "127.0.0.1:${rpc}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  query-log-enabled = false
  cache-snapshot-write-cold-duration = "5s"
  compact-full-write-cold-duration = "5s"
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
`,
  );
  const child = begin('influxd', ['-config', file]);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/ping`);
  await fetch(`${url}/query?q=${encodeURIComponent('create database bench')}`, { method: 'POST' });
  return {
    name: 'InfluxDB 1.x',
    durability: 'log written and fsynced before the answer',
    write: (lines) => send(port, '/write?db=bench&precision=ms', lines),
    async settle() {
      // The log is empty once the cache is written and compacted.
      for (let n = 0; n < 60 && bytesIn(join(folder, 'wal')) > 1_000_000; n++)
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      await new Promise((resolve) => setTimeout(resolve, 8_000));
    },
    bytes: () => bytesIn(join(folder, 'data')) + bytesIn(join(folder, 'wal')),
    async readDay(device, from, to) {
      const fields = Array.from({ length: sensorCount }, (_, i) => `mean(s${i}),min(s${i}),max(s${i})`).join();
      const where = `d='${device}' and time >= ${from}ms and time < ${to}ms`;
      const q = `select ${fields} from t where ${where} group by time(1m) fill(none)`;
      const answer = await fetch(`${url}/query?db=bench&epoch=ms`, {
        method: 'POST',
        body: new URLSearchParams({ q }),
      });
      const body = (await answer.json()) as { results: { series?: { values: unknown[] }[] }[] };
      return (body.results[0]?.series?.[0]?.values.length ?? 0) * sensorCount;
    },
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
