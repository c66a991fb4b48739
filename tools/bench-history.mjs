// Fills 30 days of a device with frames every 2 s, for the graphs' measurement: node tools/bench-history.mjs DATA_DIR DEVICE_ID
// SENSORS DAYS. Hours are packed by the server's own code and stored as its hour job stores them; values are those of one
// day, again and again, since packing 1.3 million frames would take minutes and measure nothing.

import { packKeys } from '../server/src/history/codec/chunk.ts';
import { packHour } from '../server/src/history/codec/pack-hour.ts';
import { statusRanks } from '../server/src/history/codec/slots.ts';
import { replaceHour } from '../server/src/history/compact/store.ts';
import { makeMonth, monthOf } from '../server/src/history/retain/partitions.ts';
import { openEmbedded } from './proof/_database.mjs';

const [dataDir, deviceId, sensors, days] = process.argv.slice(2).map((word, i) => (i === 0 ? word : Number(word)));
const hourMs = 3_600_000;
const frameMs = 2_000;
const perHour = hourMs / frameMs;
/** Every value was sent, judged when it came. */
const sent = 1;
const given = 1 | 8;

const client = await openEmbedded(dataDir);
client.setTypeParser?.(20, Number);
const { rows } = await client.query('select layout_id, texts from device_latest where device_id = $1', [deviceId]);
const layoutId = Number(rows[0].layout_id);
const texts = rows[0].texts;
const ok = Math.max(0, texts.indexOf('OK'));
const rank = statusRanks(texts);

const values = Array.from({ length: sensors }, (_, i) => 20 + (i % 40));
/** One hour of frames; bearings drift by tenths of a degree. */
function framesOf(t0) {
  return Array.from({ length: perHour }, (_, i) => {
    const ts = t0 + i * frameMs;
    for (let s = 0; s < sensors; s++) {
      const step = ((i * 31 + s * 17) % 7) - 3;
      values[s] = Math.round(Math.min(60, Math.max(15, values[s] + step * 0.1)) * 10) / 10;
    }
    const column = (n) => new Uint16Array(sensors).fill(n);
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
const day = [];
const months = new Set();
for (let t0 = first; t0 < last; t0 += hourMs) {
  const month = monthOf(t0).name;
  if (!months.has(month)) {
    await makeMonth(client, 'chunk', t0);
    await makeMonth(client, 'slots', t0);
    months.add(month);
  }
  const place = ((t0 - first) / hourMs) % 24;
  let packed = day[place];
  if (packed === undefined) {
    const frames = framesOf(t0);
    packed = packHour(frames, rank);
    day[place] = packed;
    day[`frames ${place}`] = frames.map(({ values: v, flags, ...key }) => ({
      ...key,
      values: v,
      flags,
      at: key.ts - t0,
    }));
  } else {
    const moved = day[`frames ${place}`].map((frame) => ({
      ...frame,
      ts: t0 + frame.at,
      deviceTs: t0 + frame.at,
      receivedAt: t0 + frame.at,
      seq: Math.floor((t0 + frame.at) / frameMs),
    }));
    packed = { ...packed, keys: packKeys(moved, packed.layoutIds) };
  }
  const part = { part: 0, n: perHour, deviceTsFrom: t0, deviceTsTo: t0 + hourMs - frameMs, packed };
  await replaceHour(client, deviceId, t0, [part], null);
}
await client.query('analyze chunk');
await client.query('analyze slots');
await client.end();
console.log(
  `${((last - first) / frameMs).toFixed(0)} frames of ${sensors} sensors in ${(last - first) / hourMs} hours`,
);
