import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { setUnits } from '../devices/index.ts';
import { addSensorRoutes } from './index.ts';

const database = testDatabase();
const said: string[] = [];
let api: TestApi;
let device: MadeDevice;
let ann: SignedIn;
let ben: SignedIn;
let engineer: SignedIn;

beforeAll(async () => {
  api = await testApi(database.db, (a) =>
    addSensorRoutes(a, {
      db: database.db,
      clock: drivenClock(Date.UTC(2026, 10, 20, 12)),
      catalogChanged: async () => {},
      setUnits,
      unevaluatedOf: () => new Map(),
      publicUrl: 'https://plant.example',
      administered: async ({ content }) => {
        said.push(content);
      },
    }),
  );
});
afterAll(() => api.http.close());

const rule = { sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60 };
const path = (what = 'warnings'): string => `/api/v1/devices/${device.id}/settings/${what}/`;
const values = async (): Promise<number[]> =>
  (await ann.get(path())).json().results.map((row: { readonly value: number }) => row.value);
const setting = (name: 'changes_need_reason' | 'changes_need_approval', isOn: boolean) =>
  sql`update client set ${sql.ref(name)} = ${isOn} where id = ${device.clientId}`.execute(database.db);
const audited = async (): Promise<{ action: string; user_name: string; old: string; new: string }> => {
  const { rows } = await sql<{ action: string; user_name: string; old: string; new: string }>`
    select action, user_name, old::text as old, new::text as new from audit order by id desc limit 1`.execute(
    database.db,
  );
  if (!rows[0]) throw new Error('nothing audited');
  return rows[0];
};

const makeAccountManager = () =>
  makeUser(database.db, { client: device.clientId, manages: true, mailbox_verified_at: new Date() });

beforeEach(async () => {
  device = await makeDevice(database.db, {});
  const groups = [{ id: '4', name: 'Temperature', meta: {} }];
  const sensors = [{ groupId: '4', sensorId: '4000', name: 'Bearing', type: 'NUMERIC', unit: 'C', states: {} }];
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${device.id}, ${device.id}, 'h', ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(
    database.db,
  );
  await sql`insert into device_latest (device_id, layout_id, state)
    values (${device.id}, ${device.id}, '{}')`.execute(database.db);
  const as = async (role: 'Engineer' | 'Manager', first_name: string) =>
    await signedIn(api.http, database.db, await makeUser(database.db, { on: { [device.siteId]: role }, first_name }));
  ann = await as('Manager', 'Ann');
  ben = await as('Manager', 'Ben');
  engineer = await as('Engineer', 'Eve');
  await sql`update users set mailbox_verified_at = now() where id in (${ann.userId}, ${ben.userId})`.execute(
    database.db,
  );
  await engineer.post(path(), [rule]);
  said.length = 0;
});

describe('a client that asks for reasons', () => {
  beforeEach(() => setting('changes_need_reason', true));

  it.each([
    ['a removed rule', []],
    ['a higher limit', [{ ...rule, value: 70 }]],
  ])('refuses %s without a reason, and changes nothing', async (_name, results) => {
    for (const reason of [undefined, '', '   ']) {
      const answer = await engineer.post(path(), { results, reason });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().reason).toEqual(['This change loosens or removes a limit or rule. Say why.']);
    }
    const file = ['sensor_id,sign,value,delay_seconds', ...results.map(() => '4.4000,>,70,60'), ''].join('\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const payload = `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${file}\r\n--x--\r\n`;
    expect((await engineer.post(path('import/warnings'), undefined, { headers, payload })).statusCode).toBe(400);
    expect(await values()).toEqual([65]);
  });

  it('refuses a reason of more than 1500 characters', async () => {
    const answer = await engineer.post(path(), { results: [], reason: 'x'.repeat(1501) });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['reason']]);
  });

  it('stores the reason with the old and new value in the audit log', async () => {
    await engineer.post(path(), { results: [{ ...rule, value: 70 }], reason: 'New bearing runs warmer' });
    expect(await values()).toEqual([70]);
    const row = await audited();
    expect(row).toMatchObject({ action: 'change warnings', old: expect.stringContaining('65') });
    expect(JSON.parse(row.new)).toMatchObject({ reason: 'New bearing runs warmer', warnings: [{ value: 70 }] });
  });

  it('asks none for a stricter rule', async () => {
    expect((await engineer.post(path(), [{ ...rule, value: 60 }])).statusCode).toBe(200);
  });
});

it('a client that does not ask gets its change without a reason, as before', async () => {
  expect((await engineer.post(path(), [])).statusCode).toBe(200);
  expect(await values()).toEqual([]);
});

describe('a client that wants a second person', () => {
  beforeEach(() => setting('changes_need_approval', true));
  const propose = async () => {
    const body = { results: [{ ...rule, value: 70 }], reason: 'New bearing' };
    return (await ann.post(path(), body)).json().proposed;
  };
  const decide = (who: SignedIn, proposal: number, decision: string) =>
    who.post(path('warnings/decide'), { proposal, decision, comment: 'Seen' });

  it('refuses a loosened rule without a reason', async () => {
    expect((await ann.post(path(), [])).statusCode).toBe(400);
  });

  it('keeps the rules until another manager approves, and shows what would change', async () => {
    const proposed = await propose();
    expect(proposed).toMatchObject({ reason: 'New bearing', is_own: true, is_outdated: false });
    expect([proposed.removed.length, proposed.added.length]).toEqual([1, 1]);
    expect(await values()).toEqual([65]);
    expect((await audited()).action).toBe('propose warnings');

    expect((await decide(engineer, proposed.id, 'approve')).statusCode).toBe(403);
    const own = await decide(ann, proposed.id, 'approve');
    expect([own.statusCode, own.json().detail]).toEqual([403, 'Another person must approve this change.']);
    expect(await values()).toEqual([65]);

    expect((await ben.get(path())).json().proposed).toMatchObject({ id: proposed.id, is_own: false });
    expect((await decide(ben, proposed.id, 'approve')).json()).toMatchObject({ proposed: null });
    expect(await values()).toEqual([70]);
    const row = await audited();
    expect(row).toMatchObject({ action: 'change warnings', user_name: expect.stringContaining('Ben') });
    expect(JSON.parse(row.new)).toMatchObject({
      reason: 'New bearing',
      proposed_by: expect.stringContaining('Ann'),
      comment: 'Seen',
    });
    expect(said).toEqual([
      expect.stringContaining('Change of warnings proposed by Ann'),
      expect.stringContaining('Warnings changed by Ben'),
    ]);
    expect((await decide(ben, proposed.id, 'approve')).statusCode).toBe(409);
  });

  it('counts no approval of a person whom the author added, or who has not confirmed their mailbox', async () => {
    const { id } = await propose();
    const added = (by: number | null) =>
      sql`update client_member set added_by = ${by} where user_id = ${ben.userId}`.execute(database.db);
    const proven = (at: Date | null) =>
      sql`update users set mailbox_verified_at = ${at} where id = ${ben.userId}`.execute(database.db);
    await proven(null);
    const refused = async () => {
      const { statusCode, json } = await decide(ben, id, 'approve');
      expect([statusCode, await values()]).toEqual([403, [65]]);
      return json().detail;
    };
    expect(await refused()).toContain('Confirm your e-mail address first');
    await added(ann.userId);
    await proven(new Date());
    expect(await refused()).toContain('added you');

    // An invitation or account of somebody else: their approval counts.
    await added(engineer.userId);
    expect((await decide(ben, id, 'approve')).statusCode).toBe(200);
    expect(await values()).toEqual([70]);
  });

  it('mails nobody whose approval would not count', async () => {
    await sql`update client_member set added_by = ${ann.userId} where user_id = ${ben.userId}`.execute(database.db);
    const account = await makeAccountManager();
    await propose();
    const { rows } = await sql<{ user_id: number }>`select user_id from mail
      where client_id = ${device.clientId}`.execute(database.db);
    expect(rows.map(({ user_id }) => user_id)).toEqual([account.id]);
  });

  it('mails the managers who may decide what would change and why, and nobody else', async () => {
    const mails = async () =>
      (
        await sql<{ user_id: number; subject: string; text: string }>`select user_id, subject, text from mail
          where client_id = ${device.clientId} order by id`.execute(database.db)
      ).rows;
    await engineer.post(path(), [{ ...rule, value: 60 }]);
    expect(await mails()).toEqual([]);
    await engineer.post(path(), { results: [rule], reason: 'Runs <b>warm</b>' });
    expect((await mails()).map(({ user_id }) => user_id)).toEqual([ann.userId, ben.userId]);
    await sql`delete from mail where client_id = ${device.clientId}`.execute(database.db);

    await propose();
    const [mail, ...others] = await mails();
    expect([mail?.user_id, others]).toEqual([ben.userId, []]);
    expect(mail?.subject).toContain('a change to warnings needs your approval');
    expect(mail?.text).toContain('New bearing');
    expect(mail?.text).toMatch(/Would be removed:.*60.*Would be added:.*70/s);
    expect(mail?.text).toContain(`https://plant.example/devices/${device.siteId}`);
  });

  it('asks the account managers where its author is the only manager, and mails nothing that was rolled back', async () => {
    await sql`update membership set permission = 'Engineer' where user_id = ${ben.userId}`.execute(database.db);
    const account = await makeAccountManager();
    expect((await ann.post(path(), { results: [], reason: 'x', version: 99 })).statusCode).toBe(409);
    const to = async () =>
      (
        await sql<{ user_id: number }>`select user_id from mail where client_id = ${device.clientId}`.execute(
          database.db,
        )
      ).rows.map(({ user_id }) => user_id);
    expect(await to()).toEqual([]);
    await propose();
    expect(await to()).toEqual([account.id]);
  });

  it('forgets a declined change, which its author may withdraw', async () => {
    const first = await propose();
    expect((await decide(ben, first.id, 'decline')).json().proposed).toBeNull();
    const second = await propose();
    expect((await decide(ann, second.id, 'decline')).statusCode).toBe(200);
    expect(await values()).toEqual([65]);
    expect(await audited()).toMatchObject({ action: 'decline warnings' });
  });

  it('does not approve a change of rules that were changed since', async () => {
    const { id } = await propose();
    await engineer.post(path(), [{ ...rule, value: 60 }]);
    expect((await ben.get(path())).json().proposed.is_outdated).toBe(true);
    expect((await decide(ben, id, 'approve')).statusCode).toBe(409);
    expect(await values()).toEqual([60]);
  });

  it('shows the rules while a proposal names a sensor that the device no longer has, and approves it no more', async () => {
    const groups = [{ id: '4', name: 'Temperature', meta: {} }];
    const other = [{ groupId: '4', sensorId: '4001', name: 'Belt', type: 'NUMERIC', unit: 'C', states: {} }];
    const layout = (id: number, hash: string, sensors: object) =>
      sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
        values (${device.id}, ${id}, ${hash}, ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(
        database.db,
      );
    const use = (id: number) =>
      sql`update device_latest set layout_id = ${id} where device_id = ${device.id}`.execute(database.db);
    await layout(device.id + 1_000_000, 'other', other);
    await use(device.id + 1_000_000);
    const body = { results: [{ ...rule, sensor_id: '4.4001' }], reason: 'Another sensor' };
    const { id } = (await ann.post(path(), body)).json().proposed;
    await use(device.id);
    const answer = await ben.get(path());
    expect([answer.statusCode, answer.json().proposed]).toMatchObject([200, { id, is_outdated: true }]);
    expect((await decide(ben, id, 'approve')).statusCode).not.toBe(200);
    expect(await values()).toEqual([65]);
  });

  it('keeps the newest of two proposals', async () => {
    const first = await propose();
    const second = await propose();
    expect((await decide(ben, first.id, 'approve')).statusCode).toBe(409);
    expect((await decide(ben, second.id, 'approve')).statusCode).toBe(200);
  });

  it('saves a stricter rule at once', async () => {
    expect((await engineer.post(path(), [{ ...rule, value: 60 }])).json().proposed).toBeNull();
    expect(await values()).toEqual([60]);
  });
});
