import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import { begin, bytesIn, end, hasProgram, type Peer, send, untilAnswers } from './peer.ts';

const program = 'victoria-metrics';

/** VictoriaMetrics of Debian with default settings; null if it is not installed. */
export async function startVictoria(): Promise<Peer | null> {
  if (!hasProgram(program)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'victoria-'));
  const port = await freePort();
  const args = [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=12'];
  const child = begin(program, [...args, '-search.maxUniqueTimeseries=1000000', '-loggerLevel=ERROR']);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/health`);
  const range = async (query: string, from: number, to: number): Promise<number> => {
    const body = new URLSearchParams({
      query,
      step: '60s',
      nocache: '1',
      start: String(from / 1000 + 60),
      end: String(to / 1000),
    });
    const answer = await fetch(`${url}/api/v1/query_range`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`query_range: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    const { data } = (await answer.json()) as { data: { result: { values: unknown[] }[] } };
    return data.result.reduce((sum, one) => sum + one.values.length, 0);
  };
  return {
    name: 'VictoriaMetrics',
    durability: 'in memory at the answer, on disk within seconds',
    write: (lines) => send(port, '/write?precision=ms', lines),
    async settle() {
      await fetch(`${url}/internal/force_flush`);
      await fetch(`${url}/internal/force_merge`);
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    },
    bytes: () => bytesIn(folder),
    async readDay(device, from, to) {
      const of = (fn: string) => range(`${fn}({__name__=~"t_s.*",d="${device}"}[60s]) keep_metric_names`, from, to);
      const [points] = await Promise.all([of('avg_over_time'), of('min_over_time'), of('max_over_time')]);
      return points ?? 0;
    },
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
