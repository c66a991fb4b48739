import type { Duty } from '@tocsin/contract/on-call';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import type { Clock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeUser, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addOnCallRoutes, loadOverride, loadRotation } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
/** 05:00 in Denver, before the handover on the Saturday before the clocks go back. */
const now = Date.parse('2026-10-31T11:00:00Z');
const holder = { provenUntil: async () => null, demandProof: async () => {}, mailAdded: async () => {} };
const clock: Clock = { now: () => now, after: () => () => {} };
let api: TestApi;
let clientId: number;
let siteId: number;
let ann: MadeUser;
let ben: MadeUser;
let manager: SignedIn;
let engineer: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  db = database.db;
  const loaders = { rotation: (id: number) => loadRotation(db, id), override: (id: number) => loadOverride(db, id) };
  api = await testApi(db, (a) => addOnCallRoutes(a, { db, clock, holder, loadPerson: (id) => loadPerson(db, id) }), {
    loaders,
  });
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  const site = await makeSite(db, { timezone: 'America/Denver' });
  siteId = site.id;
  clientId = site.clientId;
  ann = await makeUser(db, { on: { [siteId]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  ben = await makeUser(db, { on: { [siteId]: 'Engineer' }, first_name: 'Ben', last_name: 'Hare' });
  viewer = await signedIn(api.http, db, ann);
  engineer = await signedIn(api.http, db, ben);
  manager = await signedIn(api.http, db, await makeUser(db, { on: { [siteId]: 'Manager' } }));
});

const selected = () => ({ headers: { 'x-tocsin-selection': `${clientId},,` } });
const nights = (overrides: object = {}) => ({
  title: 'Nights',
  location: siteId,
  timezone: 'America/Denver',
  handover_time: '06:00',
  frequency: 'daily',
  start: '2026-10-30',
  people: [ann.id, ben.id],
  ...overrides,
});
const add = (overrides: object = {}, who = manager) => who.post('/api/v1/rotations/', nights(overrides), selected());
const made = async (overrides: object = {}): Promise<number> => (await add(overrides)).json().id;
const replace = (rotation: number, person: number, from: string, to: string, who = engineer) =>
  who.post('/api/v1/overrides/', { rotation, person, from, to });
const onCall = async (query = '', who = viewer) =>
  (await who.get(`/api/v1/on-call/?location=${siteId}${query}`, selected())).json();
const lines = (duties: readonly Duty[]) =>
  duties.map((duty) => [duty.from.slice(5, 16), duty.person?.name ?? null, duty.override !== null, duty.gap]);

describe('a rotation', () => {
  it('is refused without people, with people without access, and with a wrong time, zone, weekday, day or site', async () => {
    const stranger = await makeUser(db);
    const elsewhere = await makeSite(db);
    for (const [wrong, field] of [
      [{ people: [] }, 'people'],
      [{ people: [ann.id, stranger.id] }, 'people'],
      [{ handover_time: '24:00' }, 'handover_time'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ frequency: 'weekly' }, 'weekday'],
      [{ weekday: 1 }, 'weekday'],
      [{ start: '2026-02-30' }, 'start'],
      [{ title: ' ' }, 'title'],
      [{ location: elsewhere.id }, 'location'],
    ] as const) {
      const answer = await add(wrong);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json())).toEqual([field]);
    }
  });
  it('is refused to people who do not manage what it serves, and hidden from strangers', async () => {
    expect((await add({}, engineer)).statusCode).toBe(403);
    expect((await add({ location: null })).statusCode).toBe(403);
    const id = await made();
    expect((await engineer.patch(`/api/v1/rotations/${id}/`, { title: 'x' })).statusCode).toBe(403);
    expect((await viewer.delete(`/api/v1/rotations/${id}/`)).statusCode).toBe(403);
    const stranger = await signedIn(api.http, db, await makeUser(db));
    expect((await stranger.get(`/api/v1/rotations/${id}/`)).statusCode).toBe(404);
    expect((await stranger.get('/api/v1/rotations/')).json().count).toBe(0);
  });
  it.each([{ is_superuser: true }, { is_oem: true }, { is_accounts_management: true }])(
    'never has operator staff among its people, even those who are stored as such: %j',
    async (flags) => {
      const operator = await makeUser(db, flags);
      const staff = await signedIn(api.http, db, await makeUser(db, { is_superuser: true }));
      for (const location of [siteId, null])
        expect((await add({ location, people: [ann.id, operator.id] }, staff)).json()).toHaveProperty('people');
      const id = await made();
      expect((await replace(id, operator.id, '2026-11-01T12:00:00Z', '2026-11-02T12:00:00Z')).statusCode).toBe(400);
      const offered = await staff.get(`/api/v1/on-call/people/?location=${siteId}`, selected());
      expect(offered.json().results).toEqual(expect.arrayContaining([{ id: ann.id, name: 'Ann Vole' }]));
      expect(JSON.stringify(offered.json())).not.toContain(operator.email);

      await sql`update rotation_person set user_id = ${operator.id} where rotation_id = ${id} and user_id = ${ben.id}`.execute(
        db,
      );
      expect((await viewer.get(`/api/v1/rotations/${id}/`)).json().people).toMatchObject([
        { gap: null },
        { name: 'Operator', gap: 'no_access' },
      ]);
    },
  );
  it('marks who is on call within seven days and has nothing but e-mail', async () => {
    await made();
    const marks = async () =>
      (await onCall()).results.flatMap(({ duties }: { duties: { person: { id: number }; is_mail_only?: boolean }[] }) =>
        duties.filter(({ is_mail_only: isMarked }) => isMarked).map(({ person }) => person.id),
      );
    expect(new Set(await marks())).toEqual(new Set([ann.id, ben.id]));
    await sql`insert into contact_method (user_id, kind, title, address, address_hash, verified_at, created_at)
      values (${ann.id}, 'sms', '', '', '', now(), now())`.execute(db);
    expect(new Set(await marks())).toEqual(new Set([ben.id]));
  });
  it('shows before it is saved that another person would be on call now, and by whom it is refused', async () => {
    const id = await made();
    const preview = (change: object, as = manager) => as.post(`/api/v1/rotations/${id}/preview/`, change);
    expect((await preview({}, engineer)).statusCode).toBe(403);
    expect((await preview({ people: [] })).statusCode).toBe(400);
    const third = await makeUser(db, { on: { [siteId]: 'User' }, first_name: 'Cleo', last_name: 'Moth' });
    const nameOf = ({ person }: { readonly person: { readonly name: string } | null }) => person?.name;
    const { before, after } = (await preview({ people: [third.id, ann.id, ben.id] })).json();
    const unchanged = (await preview({})).json();
    expect(unchanged.after).toEqual(unchanged.before);
    expect(unchanged.before).toEqual(before);
    expect(before.map(nameOf)).not.toContain('Cleo Moth');
    expect(after.map(nameOf)).toContain('Cleo Moth');
    expect((await viewer.get(`/api/v1/rotations/${id}/`)).json()).toMatchObject({ version: 1 });
  });
  it('of a whole client is made by its account managers and seen at every site', async () => {
    const boss = await makeUser(db, { client: clientId, manages: true });
    const id = (await add({ location: null }, await signedIn(api.http, db, boss))).json().id;
    expect((await onCall()).results.map(({ rotation }: { rotation: { id: number } }) => rotation.id)).toEqual([id]);
    expect((await manager.patch(`/api/v1/rotations/${id}/`, { title: 'x' })).statusCode).toBe(403);
  });
  it('keeps people who left when it is changed, and refuses a change of an older version', async () => {
    const id = await made();
    await sql`update membership set has_access = false where user_id = ${ben.id}`.execute(db);
    const changed = await manager.patch(`/api/v1/rotations/${id}/`, { handover_time: '07:00', version: 1 });
    expect(changed.json()).toMatchObject({
      version: 2,
      people: [{ gap: null }, { name: 'Ben Hare', gap: 'no_access' }],
    });
    const late = await manager.patch(`/api/v1/rotations/${id}/`, { title: 'Late', version: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json().current.handover_time).toBe('07:00');
  });
  it('is checked as a whole when it is changed', async () => {
    const answer = await manager.patch(`/api/v1/rotations/${await made()}/`, { frequency: 'weekly' });
    expect(Object.keys(answer.json())).toEqual(['weekday']);
  });
});

describe('an override', () => {
  it('is refused with an end that is not after its start, in the past or too far, and for people without access', async () => {
    const rotation = await made();
    const stranger = await makeUser(db);
    for (const [person, from, to, field] of [
      [ann.id, '2026-11-02T00:00:00Z', '2026-11-02T00:00:00Z', 'to'],
      [ann.id, '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z', 'to'],
      [ann.id, '2026-11-02T00:00:00Z', '2028-11-02T00:00:00Z', 'to'],
      [ann.id, 'tomorrow', '2026-11-02T00:00:00Z', 'from'],
      [stranger.id, '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z', 'person'],
    ] as const) {
      const answer = await replace(rotation, person, from, to);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json())).toEqual([field]);
    }
    expect((await replace(rotation, ann.id, '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z', viewer)).statusCode).toBe(
      403,
    );
  });
  it('reaches across a handover and the night of a clock change', async () => {
    const rotation = await made();
    await replace(rotation, ben.id, '2026-10-31T14:00:00-06:00', '2026-11-02T14:00:00-07:00');
    const [row] = (await onCall('&days=4')).results;
    expect(lines(row.duties)).toEqual([
      ['10-31T11:00', 'Ann Vole', false, null],
      ['10-31T12:00', 'Ben Hare', false, null],
      ['10-31T20:00', 'Ben Hare', true, null],
      ['11-02T21:00', 'Ben Hare', false, null],
      ['11-03T13:00', 'Ann Vole', false, null],
    ]);
  });
  it('made later decides while it lasts, and the earlier one again when it is removed', async () => {
    const rotation = await made();
    const [from, to] = ['2026-10-31T13:00:00Z', '2026-10-31T18:00:00Z'];
    await replace(rotation, ann.id, from, to);
    const { id } = (await replace(rotation, ben.id, '2026-10-31T14:00:00Z', '2026-10-31T15:00:00Z')).json();
    const at = '&at=2026-10-31T14:30:00Z';
    expect((await onCall(at)).results[0].now).toMatchObject({ override: id, person: { id: ben.id } });
    expect((await engineer.delete(`/api/v1/overrides/${id}/`)).statusCode).toBe(204);
    expect((await onCall(at)).results[0].now).toMatchObject({ person: { id: ann.id } });
    expect((await viewer.get(`/api/v1/overrides/?rotation=${rotation}`, selected())).json()).toMatchObject({
      count: 1,
      results: [{ rotation_title: 'Nights', person: { name: 'Ann Vole' }, permissions: [] }],
    });
  });
});

describe('people who left', () => {
  const leave: Readonly<Record<string, () => Promise<unknown>>> = {
    no_access: () => sql`update membership set has_access = false where user_id = ${ben.id}`.execute(db),
    deactivated: () => sql`update client_member set is_active = false where user_id = ${ben.id}`.execute(db),
    removed: () => sql`update users set removed_at = now() where id = ${ben.id}`.execute(db),
  };
  for (const [gap, left] of Object.entries(leave))
    it(`leave a gap that says ${gap}`, async () => {
      await made();
      await left();
      const [row] = (await onCall('&days=2')).results;
      expect(lines(row.duties)).toEqual([
        ['10-31T11:00', 'Ann Vole', false, null],
        ['10-31T12:00', 'Ben Hare', false, gap],
        ['11-01T13:00', 'Ann Vole', false, null],
      ]);
    });
  it('leave a gap in an override too', async () => {
    const rotation = await made({ people: [ann.id] });
    await replace(rotation, ben.id, '2026-10-31T13:00:00Z', '2026-10-31T18:00:00Z');
    await leave.no_access?.();
    const [row] = (await onCall('&days=1')).results;
    expect(row.duties.map(({ gap }: Duty) => gap)).toEqual([null, null, 'no_access', null]);
  });
});

describe('who is on call', () => {
  it('says that a rotation has not begun, and refuses a wrong moment', async () => {
    await made({ start: '2026-11-05' });
    const answer = await onCall();
    expect(answer).toMatchObject({ at: '2026-10-31T11:00:00.000Z', until: '2026-11-28T11:00:00.000Z', may_add: false });
    expect(answer.results[0].now).toMatchObject({ person: null, gap: 'not_started', to: '2026-11-05T13:00:00.000Z' });
    expect((await viewer.get('/api/v1/on-call/?at=soon', selected())).statusCode).toBe(400);
    expect((await viewer.get('/api/v1/on-call/?days=93', selected())).statusCode).toBe(400);
  });
  it('records changes with their old and new values', async () => {
    const id = await made();
    await manager.patch(`/api/v1/rotations/${id}/`, { people: [ben.id] });
    await replace(id, ann.id, '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z');
    await manager.delete(`/api/v1/rotations/${id}/`);
    const { rows } = await sql`select action, subject, old, new from audit
      where site_id = ${siteId} and subject in ('rotation', 'override') order by id`.execute(db);
    expect(rows).toMatchObject([
      { action: 'create', subject: 'rotation', old: null, new: { people: ['Ann Vole', 'Ben Hare'] } },
      { action: 'change', old: { people: ['Ann Vole', 'Ben Hare'] }, new: { people: ['Ben Hare'] } },
      { action: 'create', subject: 'override', new: { person: 'Ann Vole' } },
      { action: 'remove', subject: 'rotation', new: null },
    ]);
    expect((await onCall()).count).toBe(0);
  });
});

describe('the people that a rotation may have', () => {
  const people = async (query: string, who = viewer, options = selected()): Promise<string[]> =>
    (await who.get(`/api/v1/on-call/people/${query}`, options)).json().results.map((one: { name: string }) => one.name);

  it('are not shown to strangers, nor for a site of another client', async () => {
    const stranger = await signedIn(api.http, db, await makeUser(db));
    expect((await stranger.get('/api/v1/on-call/people/', selected())).json().results ?? []).toEqual([]);
    const elsewhere = await makeSite(db);
    expect(await people(`?location=${elsewhere.id}`)).toEqual([]);
  });

  it('are those with access to the site, without the deactivated', async () => {
    const gone = await makeUser(db, { on: { [siteId]: 'User' }, first_name: 'Cy', last_name: 'Pike' });
    await sql`update users set is_active = false where id = ${gone.id}`.execute(db);
    const names = await people(`?location=${siteId}`);
    expect(names).toEqual(expect.arrayContaining(['Ann Vole', 'Ben Hare']));
    expect(names).not.toContain('Cy Pike');
  });
});

it('tells those who may change a rotation that nobody is on call, and nobody else', async () => {
  const id = await made();
  const nobody = async (who: SignedIn) => (await who.get('/api/v1/on-call/nobody/', selected())).json();
  expect((await nobody(manager)).count).toBe(0);
  await sql`insert into duty_nobody (rotation_id, since) values (${id}, ${new Date(now)})`.execute(db);
  expect(await nobody(manager)).toEqual({
    count: 1,
    results: [{ rotation: id, title: 'Nights', since: new Date(now).toISOString(), timezone: 'America/Denver' }],
  });
  for (const who of [engineer, viewer]) expect((await nobody(who)).count).toBe(0);
});
