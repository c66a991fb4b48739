import { ImportedPiece, importPieces } from '@tocsin/contract/history-import';
import type { Bench, Row } from './bench.ts';
import { createFrameTexts } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

const isShort = process.env.BENCH_SHORT === '1';
const frames = isShort ? 2_000 : 50_000;
const framesPerPost = 50;
const senders = 20;
const sensors = 100;
const dayMs = 86_400_000;

/** Import of a CSV file by page, against the same samples in native posts of 50 frames; at least half as fast. */
export const bench: Bench = {
  name: 'import',
  async run() {
    const rig = await makeRig(1 + senders);
    try {
      const [imported, native] = [await importFile(rig), await sendPosts(rig)];
      const share = imported / native;
      const rows: Row[] = [
        { what: `native posts of ${framesPerPost}`, value: `${native.toFixed(0)} frames/s`, aim: '' },
        { what: 'import of a CSV file', value: `${imported.toFixed(0)} moments/s`, aim: '' },
        {
          what: 'import against native',
          value: share.toFixed(2),
          aim: `at least 0.5 (${share >= 0.5 ? 'met' : 'MISSED'})`,
        },
      ];
      return rows;
    } finally {
      await rig.remove();
    }
  },
};

async function importFile({ server, api, devices: [device] }: Rig): Promise<number> {
  if (!device) throw new Error('a device is missing');
  const url = `${server.url}/api/v1/devices/${device.id}/history-import/`;
  const headers = { authorization: `Bearer ${api.token}` };
  const read = async (bytes: readonly Uint8Array<ArrayBuffer>[], query: string) => {
    const body = new FormData();
    body.append('file', new Blob([...bytes]), 'past.csv');
    const answer = await fetch(`${url}?${query}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return ImportedPiece.parse(await answer.json());
  };
  const header = new TextEncoder().encode('time,x\n');
  const { sensors: known } = await read([header], 'dry_run=true');
  const paths = known.slice(0, sensors).map(({ path }) => path);
  const begin = Date.now() - 10 * dayMs;
  const lines = Array.from({ length: frames }, (_, i) => {
    const values = paths.map((_path, j) => (20 + ((i * (j + 3)) % 700) / 10).toFixed(1));
    return `${new Date(begin + i * 10_000).toISOString()},${values.join(',')}\n`;
  });
  const file = new TextEncoder().encode(`time,${paths.join(',')}\n${lines.join('')}`);
  const from = performance.now();
  const sum = await importPieces(
    file.length,
    async (at, to) => file.slice(at, to),
    (bytes, firstLine) => read(bytes, `first_line=${firstLine}`),
    () => {},
  );
  const seconds = (performance.now() - from) / 1_000;
  if (sum?.stored !== frames) throw new Error(`${sum?.stored} of ${frames} moments were stored`);
  return frames / seconds;
}

/** Several devices at once, each one post after the other, as in the bench `posts`. */
async function sendPosts(rig: Rig): Promise<number> {
  const begin = Date.now();
  const perDevice = frames / framesPerPost / senders;
  const bodies = rig.devices.slice(1).map((_, d) => {
    const text = createFrameTexts(d + 1, 'compact');
    return Array.from({ length: perDevice }, (_post, post) => {
      const texts = Array.from({ length: framesPerPost }, (_frame, i) => text(begin + post * framesPerPost + i));
      return `[${texts.join()}]`;
    });
  });
  const from = performance.now();
  const sending = rig.devices.slice(1).map(async (device, d) => {
    for (const body of bodies[d] ?? []) await rig.post(device, 'data', body);
  });
  await Promise.all(sending);
  return frames / ((performance.now() - from) / 1_000);
}
