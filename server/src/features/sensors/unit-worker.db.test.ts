import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeSite, makeUser } from '../../platform/testing/factories.ts';
import { managersOf } from '../out-of-service/index.ts';
import { addScale } from './store.ts';
import { createUnitJob } from './unit-worker.ts';

const database = testDatabase();
const now = Date.parse('2026-11-27T10:00:00Z');
let device: MadeDevice;

const compare = () =>
  createUnitJob({
    db: database.db,
    clock: drivenClock(now),
    log: createLog('silent'),
    publicUrl: 'https://tocsin.example',
    managersOf,
  })();

let layoutId = 0;
async function bornIn(unit: string): Promise<void> {
  const sensors = [
    { groupId: '4', sensorId: '1', name: 'Head bearing', type: 'NUMERIC', unit, states: {} },
    { groupId: '4', sensorId: '2', name: 'Motor', type: 'NUMERIC', unit: 'A', states: {} },
  ];
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${device.id}, ${++layoutId}, ${String(layoutId)}, '[{"id":"4","name":"Temp"}]', ${JSON.stringify(sensors)})`.execute(
    database.db,
  );
  await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, ${layoutId}, '{}')
    on conflict (device_id) do update set layout_id = excluded.layout_id`.execute(database.db);
}
const ruleIn = (unit: string | null, onlyWhile: object | null = null) =>
  sql`insert into warning_rule (device_id, path, sign, value, delay_seconds, "position", unit, only_while)
    values (${device.id}, '4.1', '>', 80, 60, 0, ${unit}, ${onlyWhile && JSON.stringify(onlyWhile)})`.execute(
    database.db,
  );
const mails = async (): Promise<string[]> => {
  const { rows } = await sql<{ subject: string; text: string }>`select subject, text from mail
    where client_id = ${device.clientId} order by id`.execute(database.db);
  return rows.map(({ subject, text }) => `${subject}\n${text}`);
};

beforeEach(async () => {
  const site = await makeSite(database.db);
  device = await makeDevice(database.db, { site_id: site.id });
  await makeUser(database.db, { on: { [site.id]: 'Manager' } });
  await makeUser(database.db, { on: { [site.id]: 'Engineer' } });
});

describe('a rule whose sensor has another unit', () => {
  it('is mailed to the managers once, with its sentence, however often the device is born anew', async () => {
    await bornIn('C');
    await ruleIn('C');
    await compare();
    expect(await mails()).toEqual([]);
    await bornIn('bar');
    await compare();
    await compare();
    await bornIn('bar');
    await compare();
    expect(await mails()).toEqual([expect.stringContaining('Warn when Head bearing is above 80 °C for 1 min')]);
    expect((await mails())[0]).toContain('cannot be evaluated');
  });

  it('is mailed again when it could be evaluated in between', async () => {
    await ruleIn('C');
    for (const unit of ['bar', 'F', 'psi']) {
      await bornIn(unit);
      await compare();
    }
    expect(await mails()).toHaveLength(2);
  });

  it('is mailed when a person gives the sensor the unit', async () => {
    await bornIn('C');
    await ruleIn('C');
    await compare();
    await database.db
      .transaction()
      .execute((trx) =>
        addScale(trx, device.id, { path: '4.1', type: 'NUMERIC', unit: 'bar', k: 1, c: 0, since: now }),
      );
    await compare();
    expect(await mails()).toHaveLength(1);
  });

  it('is mailed for its condition', async () => {
    await bornIn('C');
    await ruleIn('C', { sensor_id: '4.2', sign: '>', value: 1, state: null, for_seconds: 0, unit: 'rpm' });
    await compare();
    expect(await mails()).toHaveLength(1);
  });
});

it('a rule without a unit takes that of its sensor once it is listed', async () => {
  await ruleIn(null);
  await bornIn('C');
  await compare();
  await bornIn('bar');
  await compare();
  expect(await mails()).toHaveLength(1);
});
