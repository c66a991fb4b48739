// What protected minutes add to the packing of an hour: the same hours with and without them, in turn.
import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { Compactor } from '../../../server/src/history/compact/compactor.ts';
import { DeviceHours } from '../../../server/src/history/compact/device-hours.ts';
import { evaluateHour } from '../../../server/src/pipeline/3-evaluate/evaluate-hour.ts';
import { FrameWriter } from '../../../server/src/pipeline/4-persist/frame-writer.ts';
import {
  emptyCatalog,
  frame,
  putStored,
  recordingCallbacks,
  runCompactionJob,
  t0,
} from '../../../server/src/pipeline/4-persist/testing.ts';
import { EVALUATED, SEQ_GIVEN } from '../../../server/src/pipeline/types.ts';
import { drivenClock } from '../../../server/src/platform/clock.ts';
import type { Database } from '../../../server/src/platform/db.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { makeDevice } from '../../../server/src/platform/testing/factories.ts';

const hourMs = 3_600_000;
const sensors = 100;
const framesAnHour = 3_600;
const rules = 24;
/** Packing with protected minutes costs at most this share of packing without. */
export const mostCost = 1.05;

/** A device of 100 sensors that sends each second, and its compactor. */
async function plant(database: Database) {
  const log = createLog('silent');
  const clock = drivenClock(t0);
  const made = await makeDevice(database.db, { created_at: new Date(t0 - 24 * hourMs) });
  const id = DeviceId.parse(made.id);
  const layout = Array.from({ length: sensors }, (_, n) => ({
    groupId: '1',
    sensorId: String(n),
    name: `S${n}`,
    type: 'NUMERIC',
    unit: n === 0 ? 'RPM' : 'C',
    states: {},
  }));
  await database.pool.query(
    `insert into device_layout (device_id, layout_id, hash, groups, sensors) values ($1, 1, 'h', '[]', $2)`,
    [id, JSON.stringify(layout)],
  );
  for (let n = 1; n <= rules; n++)
    await database.pool.query(
      `insert into warning_rule (device_id, path, sign, value, delay_seconds, position) values ($1, $2, '>', 90, 0, $3)`,
      [id, `1.${n}`, n],
    );
  await database.pool.query(
    `insert into protection_fact (device_id, from_at, until_at, is_suspended, is_reached, others, reached)
     values ($1, $2, $3, false, true, '{}', '{}')`,
    [id, t0 - hourMs, t0 + 1_000 * hourMs],
  );
  const writer = new FrameWriter({
    address: database.address,
    log,
    clock,
    catalog: emptyCatalog,
    bounds: { gatherMs: 1 },
  });
  await writer.start(recordingCallbacks().callbacks);
  const evaluatedDevice = {
    id,
    shownType: shippedTypes['0300'],
    warningRules: [],
    sensorNames: {},
    scales: [],
    degrees: null,
    acknowledgedKinds: [],
    sensorResponses: {},
  };
  const names = { clientId: 1, siteId: made.siteId, clientCompany: 'C', siteTitle: 'S', title: 'Leg 1' } as never;
  const compactor = new Compactor({
    pool: database.pool,
    log,
    dependencies: {
      evaluateHour,
      device: async () => ({ evaluatedDevice, names }),
      committed: () => {},
      now: () => clock.now(),
    },
    retention: { fullDays: 400, slotsDays: 3_650 },
  });
  const send = async (hour: number): Promise<void> => {
    for (let minute = 0; minute < 60; minute++) {
      const frames = Array.from({ length: framesAnHour / 60 }, (_, n) => {
        const second = minute * 60 + n;
        const values = Float64Array.from({ length: sensors }, (_each, s) =>
          s === 0 ? 100 : 20 + s + Math.sin(second / (50 + s)),
        );
        const ts = t0 + hour * hourMs + second * 1_000;
        return frame({
          ts,
          seq: hour * framesAnHour + second,
          n: sensors,
          values,
          given: SEQ_GIVEN | EVALUATED,
          state: new Uint16Array(sensors),
        });
      });
      await putStored(writer, { deviceId: id, frames, hasDeviceState: true });
    }
  };
  const pack = async (hour: number): Promise<number> => {
    clock.advanceTo(t0 + (hour + 1) * hourMs + 16 * 60_000);
    const from = performance.now();
    await runCompactionJob(compactor, database.pool);
    return performance.now() - from;
  };
  return { send, pack, stop: () => writer.stop(), id };
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Packs the same hours in two databases, one with and one without protected minutes; resolves to their ratio. */
export async function packingCost(one: Database, other: Database, hours: number): Promise<number> {
  const counted = DeviceHours.prototype.protectionOf;
  const plants = [await plant(one), await plant(other)] as const;
  const times: [number[], number[]] = [[], []];
  for (let hour = 0; hour < hours; hour++)
    for (const which of hour % 2 === 0 ? [0, 1] : [1, 0]) {
      const chosen = plants[which];
      if (!chosen) continue;
      await chosen.send(hour);
      DeviceHours.prototype.protectionOf = which === 0 ? counted : async () => null as never;
      const ms = await chosen.pack(hour);
      // The first hours warm the machine up.
      if (hour >= 4) times[which]?.push(ms);
    }
  DeviceHours.prototype.protectionOf = counted;
  for (const { stop } of plants) await stop();
  const { rows } = await one.pool.query<{ hours: number; minutes: number }>(
    `select count(*)::int as hours, sum((select sum(m) from unnest(protected_minutes) m))::int as minutes from protection_hour`,
  );
  const [withThem, without] = times.map(median);
  const ratio = (withThem ?? 0) / (without ?? 1);
  console.log(
    `${hours} hours of ${sensors} sensors each second, ${JSON.stringify(rows[0])}: ${withThem?.toFixed(1)} ms with protected minutes, ${without?.toFixed(1)} ms without, ratio ${ratio.toFixed(3)} (at most ${mostCost})`,
  );
  return ratio;
}
