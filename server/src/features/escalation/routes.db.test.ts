import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { dutyHolders } from '../../notify/3-resolve/holders.ts';
import { readRoster } from '../../notify/3-resolve/store-roster.ts';
import { webhooksById } from '../../notify/3-resolve/store-webhooks.ts';
import type { Clock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeUser, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { usableRotations } from '../on-call/index.ts';
import { addEscalationRoutes, loadPolicy } from './index.ts';

const database = testDatabase();
let db: typeof database.db;
const clock: Clock = { now: () => Date.parse('2026-11-01T08:00:00Z'), after: () => () => {} };
let api: TestApi;
let clientId: number;
let siteId: number;
let ann: MadeUser;
let viewer: SignedIn;
let engineer: SignedIn;
let manager: SignedIn;

beforeAll(async () => {
  db = database.db;
  const dependencies = {
    db,
    clock,
    rosterOf: (ids: readonly number[]) => readRoster(db, ids, (id) => loadPerson(db, id)),
    rotationsOf: (ids: readonly number[]) => usableRotations(db, ids),
    holdersOf: (ids: readonly number[], from: number, to: number) => dutyHolders(db, ids, from, to),
    webhooksOf: (ids: readonly number[]) => webhooksById(db, ids),
  };
  api = await testApi(db, (a) => addEscalationRoutes(a, dependencies), {
    loaders: { policy: (id: number) => loadPolicy(db, id) },
  });
});
afterAll(async () => {
  await api.http.close();
});
beforeEach(async () => {
  const site = await makeSite(db);
  siteId = site.id;
  clientId = site.clientId;
  ann = await makeUser(db, { on: { [siteId]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  viewer = await signedIn(api.http, db, ann);
  engineer = await signedIn(api.http, db, await makeUser(db, { on: { [siteId]: 'Engineer' } }));
  manager = await signedIn(api.http, db, await makeUser(db, { on: { [siteId]: 'Manager' } }));
});

const path = '/api/v1/escalation-policies/';
const selected = () => ({ headers: { 'x-tocsin-selection': `${clientId},,` } });
const person = (id: number) => ({ kind: 'person', id });
const step = (minutes: number, ...targets: object[]) => ({ after_minutes: minutes, targets });
const add = (overrides: object = {}, who = manager) =>
  who.post(
    path,
    { title: 'Nights', location: siteId, event_types: ['alarm_on'], steps: [step(0, person(ann.id))], ...overrides },
    selected(),
  );
const made = async (overrides: object = {}): Promise<number> => (await add(overrides)).json().id;
const makeRotation = async (place: { clientId: number; siteId: number | null }, userIds: number[]): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into rotation
      (client_id, site_id, title, timezone, handover_time, start_day, created_at)
    values (${place.clientId}, ${place.siteId}, 'Nights', 'UTC', '06:00', '2026-10-01', now()) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  for (const [position, userId] of userIds.entries())
    await sql`insert into rotation_person (rotation_id, position, user_id, user_name)
      values (${id}, ${position}, ${userId}, 'Ann Vole')`.execute(db);
  return id;
};
const needReasons = () => sql`update client set changes_need_reason = true where id = ${clientId}`.execute(db);

describe('a policy', () => {
  it('is refused with steps that reach nobody or come in the wrong order, and with numbers out of bounds', async () => {
    const stranger = await makeUser(db);
    const operator = await makeUser(db, { is_superuser: true });
    const other = await makeSite(db);
    const empty = await makeRotation({ clientId, siteId }, []);
    const foreign = await makeRotation({ clientId: other.clientId, siteId: null }, [ann.id]);
    for (const [wrong, field] of [
      [{ steps: [] }, 'steps'],
      [{ steps: [step(0)] }, 'steps'],
      [{ steps: [step(0, person(stranger.id))] }, 'steps'],
      [{ steps: [step(0, person(operator.id))] }, 'steps'],
      [{ steps: [step(0, { kind: 'rotation', id: empty })] }, 'steps'],
      [{ steps: [step(0, { kind: 'rotation', id: foreign })] }, 'steps'],
      [{ steps: [step(0, { kind: 'rotation', id: 2_000_000_000 })] }, 'steps'],
      [{ steps: [step(0, { kind: 'pager', id: 1 })] }, 'steps'],
      [{ steps: [step(0, person(ann.id), person(ann.id))] }, 'steps'],
      [{ steps: [step(5, person(ann.id)), step(5, person(ann.id))] }, 'steps'],
      [{ steps: [step(-1, person(ann.id))] }, 'steps'],
      [{ steps: [step(1441, person(ann.id))] }, 'steps'],
      [{ steps: [step(0.5, person(ann.id))] }, 'steps'],
      [{ steps: Array.from({ length: 11 }, (_, n) => step(n, person(ann.id))) }, 'steps'],
      [{ event_types: [] }, 'event_types'],
      [{ event_types: ['alarm_off'] }, 'event_types'],
      [{ repeats: 6 }, 'repeats'],
      [{ repeat_after_minutes: 0 }, 'repeat_after_minutes'],
      [{ devices: [] }, 'devices'],
      [{ devices: [2_000_000_000] }, 'devices'],
      [{ location: other.id }, 'location'],
      [{ title: ' ' }, 'title'],
    ] as const) {
      const answer = await add(wrong);
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(400);
      expect(Object.keys(answer.json())).toEqual([field]);
    }
  });
  it('is changed by managers, read by engineers and users, and hidden from strangers', async () => {
    expect((await add({}, engineer)).statusCode).toBe(403);
    expect((await add({ location: null })).statusCode).toBe(403);
    const id = await made();
    expect((await engineer.patch(`${path}${id}/`, { title: 'x' })).statusCode).toBe(403);
    expect((await viewer.delete(`${path}${id}/`)).statusCode).toBe(403);
    expect((await engineer.get(`${path}${id}/`)).json().permissions).toEqual(['policy.see']);
    expect((await manager.get(`${path}${id}/`)).json().permissions).toContain('policy.change');
    const stranger = await signedIn(api.http, db, await makeUser(db));
    expect((await stranger.get(`${path}${id}/`)).statusCode).toBe(404);
    expect((await stranger.get(path)).json().count).toBe(0);
  });
  it('goes on after clearing by default only when it is about alarms', async () => {
    expect((await add()).json()).toMatchObject({
      goes_on_after_clearing: true,
      least_priority: 'low',
      devices: null,
      repeats: 0,
      repeat_after_minutes: 10,
    });
    expect((await add({ event_types: ['device_offline'] })).json().goes_on_after_clearing).toBe(false);
  });
  it('shows people who lost access and removed rotations as gaps, and may be changed beside them', async () => {
    const rotation = await makeRotation({ clientId, siteId }, [ann.id]);
    const id = await made({ steps: [step(0, person(ann.id), { kind: 'rotation', id: rotation })] });
    await sql`delete from rotation where id = ${rotation}`.execute(db);
    await sql`update membership set has_access = false where user_id = ${ann.id}`.execute(db);
    const changed = await manager.patch(`${path}${id}/`, { title: 'Weekends', version: 1 });
    expect(changed.statusCode).toBe(200);
    expect(changed.json().steps[0].targets).toEqual([
      { kind: 'person', id: ann.id, name: 'Ann Vole', gap: 'no_access' },
      { kind: 'rotation', id: rotation, name: 'Nights', gap: 'removed' },
    ]);
    const late = await manager.patch(`${path}${id}/`, { title: 'Late', version: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json().current.title).toBe('Weekends');
  });
  it('asks for a reason when it is loosened or removed, and not when it becomes stricter', async () => {
    const id = await made({ repeats: 1 });
    await needReasons();
    expect((await manager.patch(`${path}${id}/`, { repeats: 2 })).statusCode).toBe(200);
    const refused = await manager.patch(`${path}${id}/`, { repeats: 0 });
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['reason']]);
    expect((await manager.patch(`${path}${id}/`, { repeats: 0, reason: 'Day shift' })).statusCode).toBe(200);
    expect((await manager.delete(`${path}${id}/`)).statusCode).toBe(400);
    expect((await manager.delete(`${path}${id}/`, { reason: 'Closed' })).statusCode).toBe(204);
    const other = await made();
    expect((await manager.delete(`${path}${other}/?reason=Closed`)).statusCode).toBe(204);
    expect((await manager.get(`${path}${id}/`)).statusCode).toBe(404);
  });
});
