// What protected minutes add to the packing of an hour: the time of their steps within that of the whole.
import { shippedTypes } from '@tocsin/contract/device-type';
import { DeviceId } from '@tocsin/contract/ids';
import { Compactor } from '../../../server/src/history/compact/compactor.ts';
import { HourProtection } from '../../../server/src/history/protect/device-protection.ts';
import { evaluateHour } from '../../../server/src/pipeline/3-evaluate/evaluate-hour.ts';
import { FrameWriter } from '../../../server/src/pipeline/4-persist/frame-writer.ts';
import {
  emptyCatalog,
  frame,
  putStored,
  recordingCallbacks,
  runCompactionJob,
  t0,
} from '../../../server/src/pipeline/4-persist/testing/persist.ts';
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
  return { send, pack, stop: () => writer.stop() };
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Sums the time that protected minutes take, and gives the sum since the last call. */
function timeProtection(): { readonly taken: () => number; readonly stop: () => void } {
  const { begin } = HourProtection;
  const { add, store } = HourProtection.prototype;
  let sum = 0;
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    sum += performance.now() - from;
    return result;
  };
  HourProtection.begin = (...given) => timed(() => begin.apply(HourProtection, given));
  HourProtection.prototype.add = function (frames) {
    const from = performance.now();
    add.call(this, frames);
    sum += performance.now() - from;
  };
  HourProtection.prototype.store = function () {
    return timed(() => store.call(this));
  };
  return {
    taken() {
      const taken = sum;
      sum = 0;
      return taken;
    },
    stop: () => Object.assign(HourProtection.prototype, { add, store }) && Object.assign(HourProtection, { begin }),
  };
}

/** Packs hours one by one; resolves to the median ratio of an hour with protected minutes to the same without their steps. */
export async function packingCost(database: Database, hours: number): Promise<number> {
  const { send, pack, stop } = await plant(database);
  const timing = timeProtection();
  const times: { readonly own: number; readonly rest: number }[] = [];
  for (let hour = 0; hour < hours; hour++) {
    await send(hour);
    timing.taken();
    const all = await pack(hour);
    const own = timing.taken();
    // The first hours warm the machine up.
    if (hour >= 4) times.push({ own, rest: all - own });
  }
  timing.stop();
  await stop();
  const ratio = median(times.map(({ own, rest }) => (own + rest) / rest));
  const ms = (of: 'own' | 'rest'): string => median(times.map((one) => one[of])).toFixed(1);
  console.log(
    `${hours} hours of ${sensors} sensors each second: ${ms('rest')} ms without protected minutes, ${ms('own')} ms for them, ratio ${ratio.toFixed(3)} (at most ${mostCost})`,
  );
  return ratio;
}
