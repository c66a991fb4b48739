// Random plants for protected hours: frames, settings and what happened, by a seed. The server counts them hour by hour.
import { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import type pg from 'pg';
import { HourProtection, recountHour } from '../../../server/src/history/protect/device-protection.ts';
import { hoursFrom, hoursToFill } from '../../../server/src/history/protect/store.ts';
import { type AcceptedFrame, EVALUATED, HOLDS, ownTexts, SENT } from '../../../server/src/pipeline/types.ts';
import type { Database } from '../../../server/src/platform/db.ts';
import { makeDevice } from '../../../server/src/platform/testing/factories.ts';
import { type Random, randomOf } from '../../../server/src/platform/testing/random.ts';
import { differences, readingTable } from './_protected-hours-sql.ts';

export const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2026, 9, 24, 20);
const texts = [...ownTexts, 'Disabled', 'Sensor Not Scanned by T500', 'Closed'];
const [badValue, disabled, unscanned, closed] = [1, 3, 4, 5];

export interface Plant {
  readonly client: pg.PoolClient;
  readonly id: DeviceId;
  readonly layouts: ReadonlyMap<number, Layout>;
  readonly texts: readonly string[];
}

/** Stores a device with its layouts. */
export async function makePlant(
  database: Database,
  client: pg.PoolClient,
  layouts: ReadonlyMap<number, Layout>,
  over: { readonly type?: string; readonly addedAt: number; readonly texts?: readonly string[] },
): Promise<Plant> {
  const made = await makeDevice(database.db, { device_type: over.type ?? '0300', created_at: new Date(over.addedAt) });
  for (const { layoutId, hash, groups, sensors } of layouts.values())
    await client.query(
      'insert into device_layout (device_id, layout_id, hash, groups, sensors) values ($1, $2, $3, $4, $5)',
      [made.id, layoutId, hash, JSON.stringify(groups), JSON.stringify(sensors)],
    );
  return { client, id: DeviceId.parse(made.id), layouts, texts: over.texts ?? texts };
}

export const reached = ({ client, id }: Plant, from: number, until: number, over: object = {}): Promise<unknown> => {
  const fact = { is_suspended: false, is_reached: true, others: [] as string[], ...over };
  return client.query(
    `insert into protection_fact (device_id, from_at, until_at, is_suspended, is_reached, others, reached)
     values ($1, $2, $3, $4, $5, $6, '{}') on conflict do nothing`,
    [id, from, until, fact.is_suspended, fact.is_reached, fact.others],
  );
};

/** Counts the hours of a device as the server does when it packs them. */
export async function countHours(
  plant: Plant,
  frames: readonly AcceptedFrame[],
  hours: readonly number[],
): Promise<void> {
  const { client, id, layouts } = plant;
  for (const t0 of hours) {
    const context = { texts: plant.texts, layouts, device: null, isDemo: false };
    const hour = await HourProtection.begin(client, id, t0, context);
    hour.add(frames.filter((frame) => frame.ts >= t0 && frame.ts < t0 + hourMs));
    await hour.store();
  }
}

/** Judges every stored hour again from its stored bits. */
async function recount({ client, id }: Plant): Promise<void> {
  for (const t0 of await hoursFrom(client, id, 0, 100_000)) await recountHour(client, id, t0);
}

/** Hours without frames, as the compactor finds them. */
export async function fillHours(plant: Plant, until: number): Promise<void> {
  for (const { deviceId, t0 } of await hoursToFill(plant.client, until, 10_000, false))
    if (deviceId === plant.id) await countHours(plant, [], [t0]);
}

const kindOf = (value: number, word: string, status: string, state: number): string => {
  if (word === 'Disabled' || status === 'Disabled') return 'disabled';
  if (
    [word, status].some(
      (text) => text === 'Sensor Not Scanned by T500' || text === 'Not Scanned' || text.startsWith('Lost Comm'),
    )
  )
    return 'scan';
  if (state === badValue) return 'bad';
  return Number.isNaN(value) && word === '' ? 'bad' : 'good';
};

/** What the second implementation says that the server does not, and the reverse. */
export async function compare(
  plant: Plant,
  frames: readonly AcceptedFrame[],
): Promise<readonly Record<string, unknown>[]> {
  const { client, id, layouts } = plant;
  await client.query(`drop table if exists reading; ${readingTable}`);
  const columns: unknown[][] = Array.from({ length: 9 }, () => []);
  const flush = async () => {
    await client.query(
      `insert into reading select * from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bool[], $6::bool[], $7::bool[],
        $8::text[], $9::float8[])`,
      columns,
    );
    for (const column of columns) column.length = 0;
  };
  for (const frame of frames) {
    const sent = frame.flags.filter((flag) => (flag & SENT) !== 0).length;
    const isPart = sent > 0 && sent < frame.flags.length;
    (layouts.get(frame.layoutId)?.sensors ?? []).forEach(({ groupId, sensorId }, index) => {
      const value = frame.values[index] ?? Number.NaN;
      const [state, status] = [frame.state[index] ?? 0, frame.status[index] ?? 0];
      const row = [
        frame.layoutId,
        `${groupId}.${sensorId}`,
        frame.ts,
        frame.receivedAt,
        (frame.given & EVALUATED) !== 0,
        (frame.given & HOLDS) !== 0,
        !isPart || ((frame.flags[index] ?? 0) & SENT) !== 0,
        kindOf(value, plant.texts[state] ?? '', plant.texts[status] ?? '', state),
        Number.isNaN(value) ? null : value,
      ];
      for (const [place, cell] of row.entries()) columns[place]?.push(cell);
    });
    if ((columns[0]?.length ?? 0) > 50_000) await flush();
  }
  await flush();
  await client.query('create index on reading (path, ts); create index on reading (ts); analyze reading');
  return (await client.query(differences, [id])).rows;
}

const chance = (random: Random, percent: number): boolean => random(100) < percent;

/** One random plant of some hours; resolves to what the two implementations disagree on. */
export async function randomPlant(
  database: Database,
  client: pg.PoolClient,
  seed: number,
): Promise<readonly Record<string, unknown>[]> {
  const random = randomOf(seed);
  const hours = 4 + random(4);
  const t0 = startMs + random(72) * hourMs;
  const end = t0 + hours * hourMs;
  const at = () => t0 + random(hours * 60) * minuteMs + random(minuteMs);
  const paths = Array.from({ length: 1 + random(5) }, (_, n) => `${1 + (n % 2)}.${400 + n}`);
  if (chance(random, 20)) paths.push('18.18000');
  const sensors = paths.map((path, n) => {
    const [groupId = '', sensorId = ''] = path.split('.');
    return {
      groupId,
      sensorId,
      name: path,
      type: 'NUMERIC' as const,
      unit: n === 0 && chance(random, 75) ? 'RPM' : 'C',
      states: {},
    };
  });
  const layoutOf = (layoutId: number, own: typeof sensors): Layout => ({
    layoutId,
    hash: `${seed}-${layoutId}`,
    groups: [],
    sensors: own,
  });
  const layouts = new Map([[1, layoutOf(1, sensors)]]);
  if (chance(random, 25) && sensors.length > 1) layouts.set(2, layoutOf(2, sensors.slice(0, -1)));
  const type = chance(random, 25) ? '0005' : '0300';
  const plant = await makePlant(database, client, layouts, {
    type,
    addedAt: t0 - (chance(random, 20) ? random(hours * 60) * minuteMs : 20 * dayMs),
  });
  const { id } = plant;
  const siteId = Number((await client.query('select site_id from device where id = $1', [id])).rows[0]?.site_id);
  await client.query('update site set proof_interval_days = $2 where id = $1', [siteId, chance(random, 30) ? 20 : 365]);

  const frames = randomFrames(random, { t0, end, layouts, holds: chance(random, 30) });
  await randomFacts(random, plant, t0, end);
  const span = (): [number, number] => {
    const from = at();
    return [from, from + random(90) * minuteMs];
  };
  const path = () => paths[random(paths.length)] ?? '';
  for (let n = random(3); n > 0; n--) {
    const [from, to] = span();
    const [group, sensor] = path().split('.');
    const depth = random(3);
    await client.query(
      `insert into shelf (id, device_id, client_id, site_id, client_name, site_name, device_name, group_id, sensor_id, title, covers_alarms,
        reason_code, reason, priority, started_at, first_from, until, user_name)
       values ($1, $2, 1, $3, '', '', '', $4, $5, '', true, 'other', '', 'high', $6, $6, $7, '')`,
      [seed * 10 + n, id, siteId, depth > 0 ? group : null, depth > 1 ? sensor : null, from, to],
    );
  }
  for (let n = random(3); n > 0; n--) {
    const [from, to] = span();
    const what = random(3);
    await client.query(
      `insert into out_of_service_span (id, site_id, device_id, path, since, ended_at) values ($1, $2, $3, $4, $5, $6)`,
      [
        seed * 10 + n,
        what === 0 ? siteId : null,
        what === 0 ? null : id,
        what === 2 ? path() : null,
        new Date(from),
        chance(random, 30) ? null : new Date(to),
      ],
    );
  }
  for (const one of paths.filter(() => chance(random, 60))) {
    const passedAt = t0 - 20 * dayMs + random(40 * hourMs);
    await proofTest(client, {
      id,
      siteId,
      path: one,
      number: seed * 100 + paths.indexOf(one),
      at: passedAt,
      step: 'maintanance_succeeded',
    });
  }
  if (chance(random, 30)) {
    const begun = at();
    const step = chance(random, 50) ? 'maintanance_succeeded' : 'maintenance_failed';
    await proofTest(client, {
      id,
      siteId,
      path: path(),
      number: seed * 100 + 90,
      at: begun + random(9) * minuteMs,
      begun,
      step,
    });
  }
  for (const one of paths.filter(() => chance(random, 40)))
    await client.query(
      `insert into warning_rule (device_id, path, sign, value, delay_seconds, position, since, until) values ($1, $2, '>', 1, 0, 1, $3, $4)`,
      [id, one, chance(random, 50) ? 0 : at(), chance(random, 70) ? null : at()],
    );
  if (chance(random, 40))
    await client.query(
      `insert into protection_setting (device_id, since, running_path, running_above, sensors, user_name, reason) values ($1, $2, $3, $4, $5, '', '')`,
      [
        id,
        new Date(at()),
        chance(random, 40) ? '' : chance(random, 50) ? path() : null,
        chance(random, 40) ? 50 : null,
        JSON.stringify({ [path()]: chance(random, 50) }),
      ],
    );
  if (chance(random, 15)) await client.query('update device set removed_at = $2 where id = $1', [id, new Date(at())]);

  const list = Array.from({ length: hours }, (_, n) => t0 + n * hourMs);
  const gap = chance(random, 30) ? list[1 + random(hours - 1)] : undefined;
  const kept = frames.filter((frame) => gap === undefined || frame.ts < gap || frame.ts >= gap + hourMs);
  await countHours(
    plant,
    kept,
    list.filter((each) => each !== gap),
  );
  await fillHours(plant, end);
  // The hour after a filled one begins with what that one left.
  if (chance(random, 40)) {
    const since = at();
    await client.query(
      `insert into sensor_suspicion (device_id, path, kind, type, unit, since, found_at, seen_at, ended_at, dismissed_at, dismissed_until, evidence)
       values ($1, $2, 'flat', '', '', $3, now(), now(), $4, $5, $6, '{}')`,
      [
        id,
        path(),
        since,
        chance(random, 40) ? new Date(since + 50 * minuteMs) : null,
        ...(chance(random, 40) ? [new Date(since + 10 * minuteMs), new Date(since + 30 * minuteMs)] : [null, null]),
      ],
    );
    await recount(plant);
  }
  return await compare(plant, kept);
}

function randomFrames(
  random: Random,
  {
    t0,
    end,
    layouts,
    holds,
  }: {
    readonly t0: number;
    readonly end: number;
    readonly layouts: ReadonlyMap<number, Layout>;
    readonly holds: boolean;
  },
): AcceptedFrame[] {
  const every = [15_000, 30_000, 60_000, 200_000][random(4)] ?? 30_000;
  const frames: AcceptedFrame[] = [];
  let layoutId = 1;
  let mode: 'live' | 'silent' | 'late' | 'delayed' = 'live';
  let speed = 100;
  let odd = -1;
  for (let ts = t0 + random(20 * minuteMs); ts < end; ts += every + (holds ? random(10 * minuteMs) : random(500))) {
    if (chance(random, 2))
      mode = (['live', 'live', 'silent', 'late', 'delayed'] as const)[random(holds ? 4 : 5)] ?? 'live';
    if (chance(random, 3)) speed = [0, 40, 60, 100][random(4)] ?? 0;
    if (chance(random, 2)) odd = random(8) - 1;
    if (layouts.has(2) && chance(random, 1)) layoutId = 3 - layoutId;
    if (mode === 'silent') continue;
    const n = layouts.get(layoutId)?.sensors.length ?? 0;
    const isPart = !holds && n > 1 && chance(random, 10);
    const one: AcceptedFrame = {
      ts,
      deviceTs: ts,
      boot: 1,
      seq: frames.length,
      given: (mode === 'late' ? 0 : EVALUATED) | (holds ? HOLDS : 0),
      layoutId,
      // What is received late, or long after, stays within its hour: the hour is over when it is counted.
      receivedAt: mode === 'delayed' ? Math.min(ts + 400_000, Math.floor(ts / hourMs) * hourMs + hourMs - 1) : ts + 50,
      values: Float64Array.from({ length: n }, (_, index) => (index === 0 ? speed : 20 + random(5))),
      flags: Uint8Array.from({ length: n }, () => (isPart && chance(random, 50) ? 0 : SENT)),
      status: new Uint16Array(n),
      state: new Uint16Array(n),
    };
    if (odd >= 0 && odd < n) {
      const how = random(20);
      one.values[odd] = Number.NaN;
      one.state[odd] = how < 5 ? disabled : how < 10 ? unscanned : how < 12 ? badValue : how < 14 ? closed : 0;
    }
    frames.push(one);
  }
  return frames;
}

async function randomFacts(random: Random, plant: Plant, t0: number, end: number): Promise<void> {
  let at = t0 - random(100) * minuteMs;
  while (at < end) {
    const until = at + random(120) * minuteMs;
    const others = chance(random, 20) ? ['1.400'] : [];
    await reached(plant, at, until, { is_suspended: chance(random, 5), is_reached: chance(random, 85), others });
    at = until + (chance(random, 70) ? minuteMs : random(20 * minuteMs)) + 1;
  }
  const { client, id } = plant;
  for (let n = random(3); n > 0; n--) {
    const off = t0 + random(Math.floor((end - t0) / minuteMs)) * minuteMs;
    for (const [type, place] of [
      ['device_offline', off],
      ['device_online', off + random(40) * minuteMs],
    ] as const)
      await client.query(
        `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name, content, is_active,
          is_late, is_notified, is_test) values ((select coalesce(max(id), 0) + 1 from event), $1, $1, $2, 1, 1, $3, '', '', '', '', false, false, false, false)`,
        [place, id, type],
      );
  }
}

async function proofTest(
  client: pg.PoolClient,
  test: {
    readonly id: number;
    readonly siteId: number;
    readonly path: string;
    readonly number: number;
    readonly at: number;
    readonly begun?: number;
    readonly step: string;
  },
): Promise<void> {
  const [group, sensor] = test.path.split('.');
  const begun = test.begun ?? test.at - minuteMs;
  for (const [n, step] of ['maintenance_expect_alarm_on', test.step].entries())
    await client.query(
      `insert into maintenance_test (id, test_id, at, started_at, device_id, client_id, site_id, client_name, site_name, device_name, serial_number,
        group_id, group_name, sensor_id, sensor_name, step, user_name, comment)
       values ($1, $2, $3, $4, $5, 1, $6, '', '', '', '', $7, '', $8, '', $9, '', '')`,
      [test.number * 2 + n, test.number, n === 0 ? begun : test.at, begun, test.id, test.siteId, group, sensor, step],
    );
}
