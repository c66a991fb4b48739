import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPerson, loadSite } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  type MadeUser,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { notificationsById } from '../notifications/index.ts';
import { eventFactory } from '../notifications/testing/notifications.ts';
import { addHandoverRoutes, createHandoverMailJob } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
/** Friday 20 November, 13:52 in Denver. */
const start = Date.UTC(2026, 10, 20, 20, 52);
const hourMs = 3_600_000;
let now = start;
const month = {
  month: '2026-11',
  until: '2026-11-20T06:00:00.000Z',
  counted: 'so_far' as const,
  running: 6000,
  protected: 5500,
  proved: 0,
  share: 91.6,
};
const clock: Clock = { now: () => now, after: () => () => {} };
const event = eventFactory(database, start - hourMs);
let api: TestApi;
let device: MadeDevice;
let person: MadeUser;
let ruth: SignedIn;

const run = (): Promise<void> =>
  createHandoverMailJob({
    log: createLog('silent'),
    db,
    clock,
    publicUrl: 'https://tocsin.example',
    notificationsById,
    monthAt: async () => month,
    loadPerson: (id) => loadPerson(db, id),
    loadSite: (id) => loadSite(db, id),
  })();
interface Mailed {
  readonly to_address: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
const mailed = async (): Promise<Mailed[]> =>
  (
    await sql<Mailed>`with taken as (delete from mail returning *) select to_address, subject, html, text from taken
    order by id`.execute(db)
  ).rows;

beforeAll(async () => {
  db = database.db;
  api = await testApi(db, (a) => addHandoverRoutes(a, { db, clock, notificationsById, monthAt: async () => month }));
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  now = start;
  await sql`delete from handover_mail`.execute(db);
  await sql`delete from mail`.execute(db);
  const site = await makeSite(db, { timezone: 'America/Denver' });
  device = await makeDevice(db, { site_id: site.id, title: 'Leg 1' });
  person = await makeUser(db, { on: { [site.id]: 'User' }, first_name: 'Ruth', last_name: 'Vole' });
  ruth = await signedIn(api.http, db, person);
});
const path = (): string => `/api/v1/locations/${device.siteId}/handover/`;
const choose = (body: object, who = ruth) => who.put(`${path()}mails/`, body);

describe('choosing the mails', () => {
  it('is refused to strangers, and what is no choice', async () => {
    const other = await makeDevice(db);
    const stranger = await signedIn(api.http, db, await makeUser(db, { on: { [other.siteId]: 'Manager' } }));
    expect((await choose({ day: true, week: false }, stranger)).statusCode).toBe(404);
    for (const wrong of [{}, { day: true }, { day: 'often', week: false }])
      expect((await choose(wrong)).statusCode).toBe(400);
  });
  it('is for the person alone, kept, and on record with old and new value', async () => {
    expect((await choose({ day: true, week: false })).json()).toEqual({ day: true, week: false });
    expect((await ruth.get(path())).json().mails).toEqual({ day: true, week: false });
    expect((await choose({ day: false, week: true })).statusCode).toBe(200);
    const { rows } = await sql<{ old: unknown; new: unknown }>`select old, new from audit
      where action = 'change handover mails' and site_id = ${device.siteId} order by id`.execute(db);
    expect(rows).toEqual([
      { old: { day: false, week: false }, new: { day: true, week: false } },
      { old: { day: true, week: false }, new: { day: false, week: true } },
    ]);
  });
});

describe('the mail', () => {
  it('comes when the day is over on the clock of the site, once, with what the page says as plain text', async () => {
    await choose({ day: true, week: false });
    await event(device, { content: '<b>Hot</b>' });
    now = Date.parse('2026-11-21T12:59:59Z');
    await run();
    expect(await mailed()).toEqual([]);
    now += 1_000;
    await Promise.all([run(), run()]);
    const mails = await mailed();
    expect(mails.map(({ to_address }) => to_address)).toEqual([person.email]);
    const [mail] = mails;
    expect(mail?.subject).toMatch(/^Handover of the day: .*, 2026-11-20$/);
    expect(mail?.text).toContain('2026-11-20 06:00 to 2026-11-21 06:00 (America/Denver)');
    expect(mail?.text).toContain('Needs the next shift');
    expect(mail?.text).toContain(`Leg ${device.id}`);
    expect(mail?.html).toContain('&lt;b&gt;Hot&lt;/b&gt;');
    expect(mail?.text).toContain(
      `https://tocsin.example/sites/${device.siteId}/handover?at=2026-11-20T13%3A00%3A00.000Z&span=day`,
    );
  });
  it('of the week comes on Monday; after an outage only the newest is mailed', async () => {
    await choose({ day: true, week: true });
    now = Date.parse('2026-11-24T14:00:00Z');
    await run();
    expect((await mailed()).map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual([
      'Handover of the day',
      'Handover of the week',
    ]);
    await run();
    expect(await mailed()).toEqual([]);
  });
  it('is mailed whole or not at all when a run is killed', async () => {
    await choose({ day: true, week: false });
    now = Date.parse('2026-11-21T13:00:00Z');
    await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_mail before insert on mail for each row execute function refuse_mail()`.execute(db);
    await expect(run()).rejects.toThrow('killed');
    await sql`drop trigger refuse_mail on mail`.execute(db);
    await sql`drop function refuse_mail`.execute(db);
    await run();
    expect(await mailed()).toHaveLength(1);
  });
  it('ends for people who no longer see the site', async () => {
    await choose({ day: true, week: false });
    await sql`update membership set has_access = false where user_id = ${person.id}`.execute(db);
    now = Date.parse('2026-11-21T13:00:00Z');
    await run();
    expect(await mailed()).toEqual([]);
    expect((await sql`select 1 from handover_mail`.execute(db)).rows).toEqual([]);
  });
});
