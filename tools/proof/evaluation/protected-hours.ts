// `npm run proof -- protected-hours cost`: what protected minutes add to the packing of an hour (_packing-cost.ts).
// `npm run proof -- protected-hours [SEED]`: the protected minutes of the server against a second implementation in SQL, to
// the minute: random plants by seed (200; with --short 20), and three simulated devices over a month each.

import type { ShippedCode } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { sensorPathOf } from '@tocsin/contract/layout';
import { createDevice } from '@tocsin/simulator/create-device';
import { hourOf } from '../../../server/src/history/codec/hour.ts';
import { type AcceptedFrame, ALARM, EVALUATED, ownTexts, SENT } from '../../../server/src/pipeline/types.ts';
import { createScratchDatabase, startScratchPostgres } from '../../../server/src/platform/testing/scratch-postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { mostCost, packingCost } from './_packing-cost.ts';
import {
  compare,
  countHours,
  fillHours,
  hourMs,
  makePlant,
  type Plant,
  randomPlant,
  reached,
} from './_protected-hours-plant.ts';

export const hasShort = true;

const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
const from = Date.UTC(2026, 9, 1);

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const postgres = await startScratchPostgres();
  const database = await createScratchDatabase(postgres.address, 'tocsin');
  if (args[0] === 'cost') return await runCost(postgres, database, short);
  const client = await database.pool.connect();
  try {
    // The second implementation counts a month of a hundred sensors in one statement.
    await client.query('set statement_timeout = 0');
    const only = args[0] === undefined ? null : Number(args[0]);
    const seeds = only !== null ? [only] : Array.from({ length: short ? 20 : 200 }, (_, n) => n + 1);
    let bad = 0;
    for (const seed of seeds) bad += report(`random plant ${seed}`, await randomPlant(database, client, seed));
    console.log(`${seeds.length} random plants, ${bad} with a difference`);
    const types: readonly ShippedCode[] = only !== null ? [] : short ? ['0300'] : ['0300', '0005', 'F500-UDF'];
    for (const type of types) {
      const days = short ? 2 : monthMs / dayMs;
      const { plant, frames } = await simulated(database, client, type, days);
      const differences = report(`simulated ${type}`, await compare(plant, frames));
      bad += differences;
      const { rows } = await client.query(
        `select count(*)::int as hours, sum((select sum(m) from unnest(running_minutes) m))::int as running,
           sum((select sum(m) from unnest(protected_minutes) m))::int as protected from protection_hour where device_id = $1`,
        [plant.id],
      );
      console.log(`simulated ${type}: ${JSON.stringify(rows[0])}`);
    }
    return bad === 0;
  } finally {
    client.release();
    await database.close();
    await postgres.stop();
  }
}

async function runCost(
  postgres: Awaited<ReturnType<typeof startScratchPostgres>>,
  database: Awaited<ReturnType<typeof createScratchDatabase>>,
  short: boolean,
): Promise<boolean> {
  try {
    return (await packingCost(database, short ? 8 : 64)) <= mostCost;
  } finally {
    await database.close();
    await postgres.stop();
  }
}

function report(what: string, differences: readonly Record<string, unknown>[]): number {
  for (const one of differences.slice(0, 8)) console.log(`  ${what}: ${JSON.stringify(one)}`);
  return differences.length === 0 ? 0 : 1;
}

/** A month of a simulated device that sends a frame a minute, with an outage, a frozen and a removed sensor. */
async function simulated(
  database: Parameters<typeof makePlant>[0],
  client: Plant['client'],
  type: ShippedCode,
  days: number,
): Promise<{ readonly plant: Plant; readonly frames: readonly AcceptedFrame[] }> {
  const sim = createDevice({
    type,
    seed: 52,
    startMs: from,
    schedule: 'usual',
    warm: true,
    tickMs: 30_000,
    frameMs: 60_000,
  });
  const sensors = sim.model.groups.flatMap((group) =>
    group.sensors.map((one) => ({
      groupId: group.id,
      sensorId: one.id,
      name: one.name,
      type: one.type,
      unit: one.unit,
      states: {},
    })),
  );
  const texts: string[] = [...ownTexts];
  const indexOf = (text: string): number => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
  const layouts = new Map([[1, { layoutId: 1, hash: `sim-${type}`, groups: [], sensors }]]);
  const plant = await makePlant(database, client, layouts, { type, addedAt: from - dayMs, texts });
  await reached(plant, from - hourMs, from + days * dayMs);
  for (const { groupId, sensorId } of sensors.slice(0, 4))
    await client.query(
      `insert into warning_rule (device_id, path, sign, value, delay_seconds, position) values ($1, $2, '>', 1, 0, 1)`,
      [plant.id, sensorPathOf(groupId, sensorId)],
    );
  const all: AcceptedFrame[] = [];
  for (let day = 0; day < days; day++) {
    const outage = day % 7 === 3 ? from + day * dayMs + 9 * hourMs : null;
    for (const message of sim.advance(from + (day + 1) * dayMs - 1)) {
      if (message.kind !== 'data') continue;
      const { frame } = message;
      const isLost = outage !== null && frame.ts >= outage && frame.ts < outage + 2 * hourMs;
      if (isLost && frame.ts >= outage + hourMs) continue;
      const n = frame.v.length;
      const state = new Uint16Array(n);
      for (const [index, text] of Object.entries(frame.state)) state[Number(index)] = indexOf(text);
      const flags = new Uint8Array(n).fill(SENT);
      for (const index of frame.alarm) flags[index] |= ALARM;
      all.push({
        ts: frame.ts,
        deviceTs: frame.ts,
        boot: frame.boot,
        seq: frame.seq,
        given: isLost ? 0 : EVALUATED,
        layoutId: 1,
        receivedAt: isLost ? frame.ts + dayMs : frame.ts + 100,
        values: Float64Array.from(frame.v, (value) => (typeof value === 'number' ? value : Number.NaN)),
        flags,
        status: new Uint16Array(n),
        state,
      });
    }
  }
  const byHour = Map.groupBy(all, ({ ts }) => hourOf(ts));
  for (const [t0, frames] of [...byHour].sort(([a], [b]) => a - b)) {
    await fillHours(plant, t0);
    await countHours(plant, frames, [t0]);
  }
  return { plant: { ...plant, id: DeviceId.parse(plant.id) }, frames: all };
}
