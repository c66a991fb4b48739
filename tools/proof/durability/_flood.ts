// A hundred times the usual load: other devices send arrays as fast as they are accepted.
import type { PlantDevice } from '@tocsin/e2e/plant';
import { jsonOf } from '../support/_json.ts';
import { pause } from '../support/_pause.ts';

const perPost = 100;

interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
}

/** Sends at this rate for this time; returns what was accepted and refused. */
export async function flood({
  devices,
  urls,
  framesPerSecond,
  forMs,
}: {
  readonly devices: readonly PlantDevice[];
  readonly urls: () => readonly string[];
  readonly framesPerSecond: number;
  readonly forMs: number;
}): Promise<{ readonly accepted: number; readonly duplicates: number; readonly refused: number }> {
  const until = Date.now() + forMs;
  const counts = { accepted: 0, duplicates: 0, refused: 0 };
  const everyMs = (1_000 * perPost * devices.length) / framesPerSecond;
  const send = async (device: PlantDevice, index: number) => {
    const authorization = `Basic ${Buffer.from(`${device.serial}:${device.code}`).toString('base64')}`;
    const post = async (kind: 'birth' | 'data', body: unknown): Promise<IngestAnswer | null> => {
      const base = urls()[index % urls().length];
      const url = `${base}/api/v1/ingest/${device.address}/${kind}/`;
      const options = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) };
      const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(60_000) }).catch(() => null);
      return answer?.ok ? await jsonOf<IngestAnswer>(answer) : null;
    };
    const sensors = [{ id: '4000', name: 'Bearing', type: 'NUMERIC', unit: 'C' }];
    while (!(await post('birth', { ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] })))
      await pause(200);
    for (let seq = 1; Date.now() < until; ) {
      const next = Date.now() + everyMs;
      const first = Date.now() - perPost;
      const frames = Array.from({ length: perPost }, (_, i) => ({
        ts: first + i,
        seq: seq + i,
        boot: 1,
        values: { '4.4000': 40 + (i % 10) },
      }));
      const answer = await post('data', frames);
      if (answer) {
        counts.accepted += answer.accepted;
        counts.duplicates += answer.duplicates;
        seq += perPost;
      } else counts.refused += perPost;
      await pause(Math.max(0, next - Date.now()));
    }
  };
  await Promise.all(devices.map(send));
  return counts;
}
