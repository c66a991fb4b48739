import { type ImportColumns, importPieces } from '@tocsin/contract/history-import';
import { DeviceId } from '@tocsin/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { chunkFrames } from '../history/codec/chunk.ts';
import { packFrame } from '../history/codec/frame-pack.ts';
import { decodeFrames, selectFrames } from '../history/codec/frame-rows.ts';
import { Compactor } from '../history/compact/compactor.ts';
import { evaluateHour } from '../pipeline/3-evaluate/evaluate-hour.ts';
import { makeFrameDay } from '../pipeline/4-persist/frame-partitions.ts';
import { evaluatedDevice } from '../pipeline/device-runtime.ts';
import { placeAmong } from '../pipeline/duplicates.ts';
import { someDevice } from '../pipeline/testing/test-device.ts';
import { ALL_SENT, EVALUATED, IMPORT_SEQ } from '../pipeline/types.ts';
import { copyOut } from '../platform/copy-protocol.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeDevice, makeSite } from '../platform/testing/factories.ts';
import { type ImportOrder, importPiece } from './import-piece.ts';

const database = testDatabase();
const hourMs = 3_600_000;
const now = Date.UTC(2026, 2, 20, 10);
const past = Date.UTC(2026, 2, 1, 10);
let id: DeviceId;

const sensors = [
  { groupId: '10', sensorId: '1', name: 'Head bearing left', type: 'NUMERIC', unit: 'C', states: {} },
  { groupId: '10', sensorId: '2', name: 'Belt speed', type: 'NUMERIC', unit: 'm/s', states: {} },
];

beforeEach(async () => {
  const { db, pool } = database;
  const site = await makeSite(db, { timezone: 'America/Chicago' });
  const device = await makeDevice(db, { site_id: site.id });
  id = DeviceId.parse(device.id);
  await pool.query(
    `insert into device_layout (device_id, layout_id, hash, groups, sensors) values ($1, 7, 'h', '[]', $2)`,
    [id, JSON.stringify(sensors)],
  );
  await pool.query(
    `insert into device_latest (device_id, layout_id, newest_ts, received_at, online, texts, state)
     values ($1, 7, $2, $2, true, '["", "Bad value", "Other"]', '{}')`,
    [id, now],
  );
});

const liveBytes = (() => {
  const out = Buffer.alloc(200);
  const frame = { given: EVALUATED, values: Float64Array.of(50, 3), flags: new Uint8Array(2).fill(ALL_SENT) };
  const end = packFrame({ ...frame, status: new Uint16Array(2), state: new Uint16Array(2) }, out, 0);
  return out.subarray(0, end);
})();
const order = (text: string | Uint8Array, over: Partial<ImportOrder> = {}): ImportOrder => ({
  address: database.address,
  deviceId: id,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  columns: {},
  isDryRun: false,
  firstLine: 2,
  zone: null,
  fullDays: 400,
  now,
  ...over,
});
const run = (text: string | Uint8Array, over: Partial<ImportOrder> = {}) => importPiece(order(text, over));
const iso = (ms: number) => new Date(ms).toISOString();
/** A wide file, one line a minute. */
const wide = (minutes: number, from = past) =>
  `time,Head bearing left,Belt speed\n${Array.from({ length: minutes }, (_, i) => `${iso(from + i * 60_000)},${40 + i / 10},2.5\n`).join('')}`;

async function stored() {
  const client = await database.pool.connect();
  try {
    const span = { deviceId: id, from: 0, to: now };
    const late = decodeFrames(await copyOut(client, selectFrames('frame_late', span)), span);
    const { rows } = await client.query('select layout_ids, keys, p from chunk where device_id = $1 order by t0', [id]);
    const packed = rows.flatMap((row) => chunkFrames(row.layout_ids, row.keys, row.p));
    return [...packed, ...late].map((frame) => [frame.ts, [...frame.values]] as const);
  } finally {
    client.release();
  }
}

/** A frame that the device sent itself. */
async function live(ts: number) {
  const client = await database.pool.connect();
  await makeFrameDay(client, Math.floor(ts / (24 * hourMs)) * 24 * hourMs);
  client.release();
  await database.pool.query(
    'insert into frame (device_id, ts, boot, seq, received_at, layout_id, p) values ($1, $2, 1, 1, $2, 7, $3)',
    [id, ts, liveBytes],
  );
}

/** Writes the pending hours as the server does. */
async function compact(at = now + hourMs) {
  const device = someDevice({ id });
  const compactor = new Compactor({
    pool: database.pool,
    log: createLog('warn'),
    retention: { fullDays: 4_000, slotsDays: 4_000 },
    dependencies: {
      evaluateHour,
      device: async () => ({ evaluatedDevice: evaluatedDevice(device), names: {} as never }),
      committed: () => {},
      now: () => at,
    },
  });
  for (let more = true; more; ) more = await compactor.round();
  for (let left = 50; left > 0 && (await pendingHours()) > 0; left--) await compactor.round();
}
const pendingHours = async () =>
  Number((await database.pool.query('select count(*) as n from pending_hour where device_id = $1', [id])).rows[0].n);
const count = async (table: string) =>
  Number((await database.pool.query(`select count(*) as n from ${table} where device_id = $1`, [id])).rows[0].n);

describe('import of the past refuses', () => {
  it('a device whose sensors nobody knows', async () => {
    await database.pool.query('delete from device_latest where device_id = $1', [id]);
    await expect(run(wide(1))).rejects.toMatchObject({ code: 'conflict', message: /connect it first/ });
  });

  it('bytes that are no text, and text without columns', async () => {
    await expect(run(Buffer.from([0x50, 0, 0x4b]))).rejects.toMatchObject({ code: 'invalid' });
    await expect(run('hello\n')).rejects.toMatchObject({ code: 'invalid' });
    await expect(run('')).rejects.toMatchObject({ code: 'invalid' });
  });

  it('lines by number and reason: no time, too young, too old, no number, twice', async () => {
    await live(past - hourMs);
    const lines = [
      'time,Head bearing left,Belt speed',
      'yesterday,1,2',
      `${iso(now - hourMs)},1,2`,
      '1999-01-01 00:00,1,2',
      `${iso(past)},hot,2`,
      '',
      `${iso(past)},1,3`,
    ];
    const piece = await run(lines.join('\n'));
    expect(piece).toMatchObject({ format: 'wide', lines: 6, values: 2, stored: 1, refused: 5 });
    expect(piece.refusals).toEqual([
      { line: 2, text: 'time: not a time' },
      { line: 3, text: 'not older than 24 hours, nor than the first frame' },
      { line: 4, text: 'older than what is stored' },
      { line: 5, text: "Head bearing left: 'hot' is no number" },
      { line: 7, text: 'Belt speed: a second value of the same moment' },
    ]);
  });

  it('a second import of the device beside the first', async () => {
    const client = await database.pool.connect();
    await client.query(`select pg_advisory_lock(hashtext('history import'), $1)`, [id]);
    await expect(run(wide(1))).rejects.toMatchObject({ code: 'conflict', message: /is running/ });
    client.release(true);
    expect((await run(wide(1))).stored).toBe(1);
  });
});

describe('import of the past', () => {
  it('only says what is in a file when it is asked to', async () => {
    const piece = await run(`Zeit;Head bearing left [°C];Foo\n01.03.2026 04:00;61,4;7\n`, { isDryRun: true });
    expect(piece).toMatchObject({
      format: 'wide',
      columns: { 'Head bearing left [°C]': '10.1', Foo: null },
      from: iso(past),
      stored: 0,
      sensors: [{ path: '10.1' }, { path: '10.2' }],
    });
    expect(piece.first[1]).toEqual(['01.03.2026 04:00', '61,4', '7']);
    expect(await stored()).toEqual([]);
  });

  it('reads Latin-1, a byte order mark, semicolons, decimal commas, chosen columns and the zone of the site', async () => {
    const columns: ImportColumns = { Wärme: '10.1' };
    const latin = Buffer.from('Zeit;Wärme;Belt speed\n2026-03-01 04:00;61,4;\n', 'latin1');
    expect(await run(latin, { columns })).toMatchObject({ values: 1, stored: 1, refused: 0 });
    await run('\ufefftime,Belt speed\n2026-03-01 06:00,"2,5"\n', { zone: 'Europe/Berlin' });
    expect(await stored()).toEqual([
      [Date.UTC(2026, 2, 1, 5), [Number.NaN, 2.5]],
      [past, [61.4, Number.NaN]],
    ]);
  });

  it('reads long files, our own exports with their units, and line protocol', async () => {
    const own = [
      '\ufefftime,sensor_id,sensor,value,units,alarm,state,min,max',
      `${iso(past)},10.1,Head bearing left,140,F,false,OK,,`,
      `${iso(past)},10.2,Belt speed,2.5,m/s,false,OK,,`,
      `${iso(past)},10.2,Belt speed,7,bar,false,OK,,`,
    ];
    expect(await run(own.join('\n'))).toMatchObject({
      format: 'long',
      stored: 1,
      refusals: [{ line: 4, text: "10.2: bar cannot be converted to 'm/s'" }],
    });
    const ns = `${past + 60_000}000000`;
    const lines = `# from a bucket\nleg,loc=Head\\ house temp=61.4,runs=true,speed=2i ${ns}\n`;
    const columns = { 'leg,loc=Head house temp': '10.1', 'leg,loc=Head house speed': '10.2' };
    expect(await run(lines, { columns, firstLine: 1 })).toMatchObject({
      format: 'line-protocol',
      stored: 1,
      values: 2,
    });
    expect(await stored()).toEqual([
      [past, [60, 2.5]],
      [past + 60_000, [61.4, 2]],
    ]);
  });

  it('changes nothing when a file is imported again, cut or grouped otherwise, before and after its hours are packed', async () => {
    expect(await run(wide(150))).toMatchObject({ stored: 150, doubled: 0 });
    const all = await stored();
    expect(await run(wide(150))).toMatchObject({ stored: 0, doubled: 150 });
    await compact();
    expect(await pendingHours()).toBe(0);
    const long = wide(150)
      .trim()
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [time, head, speed] = line.split(',');
        return [`${time},10.1,${head}`, `${time},10.2,${speed}`];
      });
    const header = 'time,sensor_id,value\n';
    expect(await run(header + long.slice(0, 101).join('\n'))).toMatchObject({ stored: 0, doubled: 51 });
    expect(await run(header + long.slice(101).join('\n'))).toMatchObject({ stored: 0, doubled: 100 });
    expect(await run(wide(160))).toMatchObject({ stored: 10, doubled: 150 });
    await compact();
    expect((await stored()).slice(0, 150)).toEqual(all);
    expect(await stored()).toHaveLength(160);
  });

  it('fills what a line leaves out from the line before, and makes no event, no live state and no protected hour', async () => {
    const before = await database.pool.query('select * from device_latest where device_id = $1', [id]);
    await run(`time,Head bearing left\n${iso(past)},400\n${iso(past + 120_000)},41\n`);
    await run(`time,Belt speed\n${iso(past + 60_000)},2.5\n`);
    await compact();
    expect(await stored()).toEqual([
      [past, [400, Number.NaN]],
      [past + 60_000, [400, 2.5]],
      [past + 120_000, [41, 2.5]],
    ]);
    expect(await count('event')).toBe(0);
    expect(await count('protection_hour')).toBe(0);
    expect((await database.pool.query('select * from device_latest where device_id = $1', [id])).rows).toEqual(
      before.rows,
    );
    const { rows } = await database.pool.query('select end_state, layout_ids from chunk where device_id = $1', [id]);
    expect(rows).toEqual([{ end_state: null, layout_ids: [-7] }]);
  });

  it('stands beside what the device sent, and is never a duplicate of it', async () => {
    await live(past + 30_000);
    const own = { deviceTs: past, boot: 0, seq: 0, given: 0, values: Float64Array.of(40, 2.5) };
    const flags = new Uint8Array(2).fill(ALL_SENT);
    const rest = { status: new Uint16Array(2), state: new Uint16Array(2), layoutId: 7, receivedAt: now, ts: past };
    const imported = { boot: 0, seq: IMPORT_SEQ, content: () => ({ ...own, ...rest, flags }) };
    expect(placeAmong({ ...own, ...rest, flags }, [imported])).toEqual({ kind: 'new', seq: 0 });
    await run(wide(2));
    await compact();
    expect(await stored()).toEqual([
      [past, [40, 2.5]],
      [past + 30_000, [50, 3]],
      [past + 60_000, [40.1, 2.5]],
    ]);
    const { rows } = await database.pool.query('select layout_ids, end_state from chunk where device_id = $1', [id]);
    expect(rows).toEqual([{ layout_ids: [-7, 7], end_state: expect.any(Buffer) }]);
  });

  it('takes a file in pieces, with line numbers of the whole', async () => {
    const file = Buffer.from(`${wide(30)}never,1,2\n`);
    const shares: number[] = [];
    const sum = await importPieces(
      file.length,
      async (from, to) => new Uint8Array(file.subarray(from, Math.min(to, from + 700))),
      (bytes, firstLine) => run(Buffer.concat(bytes), { firstLine }),
      (_, share) => shares.push(share),
    );
    expect(shares.length).toBe(2);
    expect(sum).toMatchObject({
      lines: 31,
      stored: 30,
      refused: 1,
      refusals: [{ line: 32, text: 'time: not a time' }],
    });
    expect(shares.at(-1)).toBe(1);
  });
});
