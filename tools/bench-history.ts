// Fills 30 days of a device with frames every 2 s for the graph benches: node tools/bench-history.ts DATA_DIR DEVICE_ID
// SENSORS DAYS. Hours are packed by the server's own code and stored as compaction stores them. The values of one day
// repeat, because packing 1.3 million frames would take minutes and measure nothing.

import { DeviceId } from '@tocsin/contract/ids';
import { packKeys } from '../server/src/history/codec/chunk.ts';
import { type PackedHour, packHour } from '../server/src/history/codec/pack-hour.ts';
import { statusRanks } from '../server/src/history/codec/slots.ts';
import { replaceHour } from '../server/src/history/compact/store.ts';
import { makeMonth, monthOf } from '../server/src/history/retain/partitions.ts';
import type { AcceptedFrame } from '../server/src/pipeline/types.ts';
import { openEmbedded } from './proof/support/_database.ts';

const [dataDir = '', ...numbers] = process.argv.slice(2);
const [device = 0, sensors = 0, days = 0] = numbers.map(Number);
const deviceId = DeviceId.parse(device);
const hourMs = 3_600_000;
const frameMs = 2_000;
const perHour = hourMs / frameMs;
/** All values sent and evaluated live. */
const sent = 1;
const given = 1 | 8;

const client = await openEmbedded(dataDir);
const { rows } = await client.query<{ readonly layout_id: string; readonly texts: readonly string[] }>(
  'select layout_id, texts from device_latest where device_id = $1',
  [deviceId],
);
const [state] = rows;
if (!state) throw new Error(`no device ${device} has sent anything`);
const layoutId = Number(state.layout_id);
const { texts } = state;
const ok = Math.max(0, texts.indexOf('OK'));
const rank = statusRanks(texts);

const values = Array.from({ length: sensors }, (_, i) => 20 + (i % 40));
/** One hour of frames; bearings drift by tenths of a degree. */
function framesOf(t0: number): AcceptedFrame[] {
  return Array.from({ length: perHour }, (_, i) => {
    const ts = t0 + i * frameMs;
    for (let s = 0; s < sensors; s++) {
      const step = ((i * 31 + s * 17) % 7) - 3;
      values[s] = Math.round(Math.min(60, Math.max(15, (values[s] ?? 20) + step * 0.1)) * 10) / 10;
    }
    const column = (n: number): Uint16Array => new Uint16Array(sensors).fill(n);
    return {
      ts,
      deviceTs: ts,
      boot: 1,
      seq: Math.floor(ts / frameMs),
      given,
      layoutId,
      receivedAt: ts,
      values: Float64Array.from(values),
      flags: new Uint8Array(sensors).fill(sent),
      status: column(ok),
      state: column(ok),
    };
  });
}

const last = Math.floor(Date.now() / hourMs) * hourMs;
const first = last - days * 24 * hourMs;
/** The hours of the first day: packed, and their frames. */
const day: { readonly packed: PackedHour; readonly frames: readonly AcceptedFrame[]; readonly t0: number }[] = [];
const months = new Set<string>();

/** The hour's pack: made anew on the first day, later that day's with the hour's own times. */
function packedAt(t0: number): PackedHour {
  const place = ((t0 - first) / hourMs) % 24;
  const known = day[place];
  if (!known) {
    const frames = framesOf(t0);
    const packed = packHour(frames, rank);
    day[place] = { packed, frames, t0 };
    return packed;
  }
  const moved = known.frames.map((frame) => {
    const ts = frame.ts - known.t0 + t0;
    return { ...frame, ts, deviceTs: ts, receivedAt: ts, seq: Math.floor(ts / frameMs) };
  });
  return { ...known.packed, keys: packKeys(moved, known.packed.layoutIds) };
}

for (let t0 = first; t0 < last; t0 += hourMs) {
  const month = monthOf(t0).name;
  if (!months.has(month)) {
    await makeMonth(client, 'chunk', t0);
    await makeMonth(client, 'slots', t0);
    months.add(month);
  }
  const packed = packedAt(t0);
  const part = { part: 0, n: perHour, deviceTsFrom: t0, deviceTsTo: t0 + hourMs - frameMs, packed };
  await replaceHour(client, deviceId, t0, [part], null);
}
await client.query('analyze chunk');
await client.query('analyze slots');
await client.end();
console.log(
  `${((last - first) / frameMs).toFixed(0)} frames of ${sensors} sensors in ${(last - first) / hourMs} hours`,
);
