import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOfflineWork } from '../../access/offline.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  type MadeDevice,
  type MadeUser,
  makeDevice,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import { loadNotification } from '../notifications/index.ts';
import { addMaintenanceTaskRoutes, createTaskReminder, loadTask } from './index.ts';
import type { MaintenanceTasksDependencies } from './routes.ts';

const database = testDatabase();
/** 06:00 in Chicago. */
const start = Date.UTC(2026, 10, 20, 12);
let clock = drivenClock(start);
let api: TestApi;
let device: MadeDevice;
let mechanic: MadeUser;
let operator: SignedIn;
let nextEvent = 1;
/** What whatever plans the client's work was told. */
let announced: (readonly string[])[] = [];

beforeAll(async () => {
  const { db } = database;
  const now = { ...clock, now: () => clock.now() };
  const loaders = {
    notification: (id: number) => loadNotification(db, id),
    task: (id: number) => loadTask(db, id),
  };
  const announce: MaintenanceTasksDependencies['announce'] = async (_trx, { kind, task: of, by }) =>
    void announced.push([kind, of.what, of.due, of.comment, by]);
  const offline = createOfflineWork(db, now, createEncryption('a secret of a test', 'accounts'));
  const sensorOf = async (_device: number, ref: string) =>
    ref === '4.4000' ? { path: ref, name: 'Head bearing left' } : undefined;
  const dependencies = { db, clock: now, offline, publicUrl: 'https://tocsin.example', sensorOf, announce };
  api = await testApi(db, (a) => addMaintenanceTaskRoutes(a, dependencies), { loaders });
});
afterAll(() => api.http.close());

const person = async (on: Record<number, 'User' | 'Manager'>, first_name: string): Promise<MadeUser> =>
  await makeUser(database.db, { on, first_name, last_name: 'Voss' });
const event = async (type = 'alarm_on'): Promise<number> => {
  const id = nextEvent++;
  await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
      device_name, group_id, sensor_id, sensor_name, content, is_active, is_late, is_notified, is_test)
    values (${id}, ${start}, ${start}, ${device.id}, ${device.clientId}, ${device.siteId}, ${type}, '', '', '',
      '4', '4000', 'Head bearing left', 'Absolute', true, false, true, false)`.execute(database.db);
  return id;
};
const task = (over: object = {}) => ({ what: 'Replace the bearing', owner: mechanic.id, due: '2026-11-23', ...over });
const handOver = async (over: object = {}) =>
  await operator.post(`/api/v1/notifications/${await event()}/hand-over/`, task(over));
const mailsTo = async (email: string): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`select subject from mail where to_address = ${email}
    order by id`.execute(database.db);
  return rows.map(({ subject }) => subject);
};

beforeEach(async () => {
  announced = [];
  clock = drivenClock(start);
  device = await makeDevice(database.db, { title: 'Leg 1' });
  mechanic = await person({ [device.siteId]: 'User' }, 'Mara');
  operator = await signedIn(api.http, database.db, await person({ [device.siteId]: 'User' }, 'Olaf'));
});

describe('handing over', () => {
  it.each([
    ['no text', { what: ' ' }, 'what'],
    ['a text that is too long', { what: 'x'.repeat(1501) }, 'what'],
    ['no owner', { owner: undefined }, 'owner'],
    ['an owner whom nobody knows', { owner: 999_999 }, 'owner'],
    ['no due date', { due: '' }, 'due'],
    ['a day that does not exist', { due: '2026-02-30' }, 'due'],
    ['yesterday', { due: '2026-11-19' }, 'due'],
    ['a day in more than a year', { due: '2027-11-21' }, 'due'],
  ])('is refused with %s', async (_name, over, field) => {
    const answer = await handOver(over);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('is refused to an owner without access to the site, and for what is no condition', async () => {
    const stranger = await person({}, 'Stan');
    expect((await handOver({ owner: stranger.id })).json()).toEqual({
      owner: ['This person has no access to the site.'],
    });
    const comment = await event('device_administration');
    expect((await operator.post(`/api/v1/notifications/${comment}/hand-over/`, task())).statusCode).toBe(400);
  });

  it('is not found by strangers', async () => {
    const stranger = await signedIn(api.http, database.db, await person({}, 'Stan'));
    const id = await event();
    expect((await stranger.post(`/api/v1/notifications/${id}/hand-over/`, task())).statusCode).toBe(404);
    expect((await stranger.get(`/api/v1/notifications/${id}/task-owners/`)).statusCode).toBe(404);
    const made = (await handOver()).json().id;
    expect((await stranger.post(`/api/v1/maintenance-tasks/${made}/close/`, { comment: 'x' })).statusCode).toBe(404);
    expect((await stranger.get('/api/v1/maintenance-tasks/')).json().count).toBe(0);
  });

  it('makes a task with what the event said, mails its owner, and is audited', async () => {
    const answer = await handOver();
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      device_name: 'Leg 1',
      sensor: '4.4000',
      sensor_name: 'Head bearing left',
      content: 'Absolute',
      owner: { id: mechanic.id, name: 'Mara Voss' },
      due: '2026-11-23',
      created_by: 'Olaf Voss',
      is_open: true,
      is_overdue: false,
    });
    expect(await mailsTo(mechanic.email)).toEqual([expect.stringContaining('maintenance task for Leg 1')]);
    const row = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ action: 'hand over', subject: 'maintenance task', device_id: device.id });
  });

  it('is opened for a sensor without an event by those who may edit the device', async () => {
    const url = `/api/v1/devices/${device.id}/tasks/`;
    const engineer = await signedIn(api.http, database.db, await person({ [device.siteId]: 'Manager' }, 'Petra'));
    expect((await engineer.post(url, task({ sensor: '4.4999' }))).statusCode).toBe(404);
    expect((await operator.post(url, task({ sensor: '4.4000' }))).statusCode).toBe(403);
    const answer = await engineer.post(url, task({ sensor: '4.4000' }));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        event: 0,
        sensor: '4.4000',
        sensor_name: 'Head bearing left',
        device_name: 'Leg 1',
        what: 'Replace the bearing',
      },
    ]);
    expect(await mailsTo(mechanic.email)).toHaveLength(1);
  });

  it('offers the people of the site as owners, by name only', async () => {
    const { results } = (await operator.get(`/api/v1/notifications/${await event()}/task-owners/`)).json();
    expect(results.map((one: { name: string }) => one.name)).toEqual(['Mara Voss', 'Olaf Voss']);
    expect(Object.keys(results[0])).toEqual(['id', 'name']);
  });
});

describe('a task', () => {
  it('is closed with a comment, once', async () => {
    const { id } = (await handOver()).json();
    const url = `/api/v1/maintenance-tasks/${id}/`;
    expect((await operator.post(`${url}close/`, { comment: ' ' })).json()).toEqual({ comment: ['Say what was done.'] });
    expect((await operator.post(`${url}close/`, { comment: 'New bearing' })).json()).toMatchObject({
      is_open: false,
      closed_by: 'Olaf Voss',
      comment: 'New bearing',
    });
    expect((await operator.post(`${url}close/`, { comment: 'Again' })).statusCode).toBe(409);
    expect((await operator.patch(url, { what: 'More' })).statusCode).toBe(409);
  });

  it('tells a new owner, and nobody when only its date changes', async () => {
    const { id } = (await handOver()).json();
    const other = await person({ [device.siteId]: 'Manager' }, 'Otto');
    const url = `/api/v1/maintenance-tasks/${id}/`;
    expect((await operator.patch(url, { due: '2026-11-19' })).statusCode).toBe(400);
    await operator.patch(url, { due: '2026-11-24' });
    await operator.patch(url, { owner: other.id });
    expect((await mailsTo(mechanic.email)).length).toBe(1);
    expect((await mailsTo(other.email)).length).toBe(1);
  });

  it('is announced when it is handed over, really changed, and closed, and not when that is refused', async () => {
    const { id } = (await handOver()).json();
    const url = `/api/v1/maintenance-tasks/${id}/`;
    await operator.patch(url, { due: '2026-11-23' });
    await operator.patch(url, { due: '2026-11-19' });
    await operator.patch(url, { due: '2026-11-24' });
    await operator.post(`${url}close/`, { comment: ' ' });
    await operator.post(`${url}close/`, { comment: 'New bearing' });
    await operator.post(`${url}close/`, { comment: 'Again' });
    expect(announced).toEqual([
      ['task_opened', 'Replace the bearing', '2026-11-23', '', 'Olaf Voss'],
      ['task_changed', 'Replace the bearing', '2026-11-24', '', 'Olaf Voss'],
      ['task_closed', 'Replace the bearing', '2026-11-24', 'New bearing', 'Olaf Voss'],
    ]);
  });

  it('reminds its owner on the due day, unless it was closed or moved', async () => {
    const remind = createTaskReminder({ db: database.db, clock, publicUrl: 'https://tocsin.example' });
    const { id } = (await handOver()).json();
    await remind({ id, due: '2026-11-22' });
    expect((await mailsTo(mechanic.email)).length).toBe(1);
    await remind({ id, due: '2026-11-23' });
    expect(await mailsTo(mechanic.email)).toEqual([expect.anything(), expect.stringContaining('is due today')]);
    await operator.post(`/api/v1/maintenance-tasks/${id}/close/`, { comment: 'Done' });
    await remind({ id, due: '2026-11-23' });
    expect((await mailsTo(mechanic.email)).length).toBe(2);
  });

  it('is listed by its state, owner, event and site; overdue by the calendar of the site', async () => {
    const first = (await handOver()).json();
    const second = (await handOver({ due: '2026-11-20', what: 'Align the belt' })).json();
    const ids = async (query: string): Promise<number[]> =>
      (await operator.get(`/api/v1/maintenance-tasks/?${query}`)).json().results.map((row: { id: number }) => row.id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('limit=1&offset=1')).toEqual([first.id]);
    expect(await ids(`event=${first.event}`)).toEqual([first.id]);
    expect(await ids('is_mine=true')).toEqual([]);
    expect(await ids('search=belt')).toEqual([second.id]);
    expect(await ids(`location=${device.siteId}&device=${device.id}`)).toEqual([second.id, first.id]);
    // 23:59 and 00:01 in Chicago.
    clock.advanceTo(Date.UTC(2026, 10, 21, 5, 59));
    expect(await ids('is_overdue=true')).toEqual([]);
    clock.advanceTo(Date.UTC(2026, 10, 21, 6, 1));
    expect(await ids('is_overdue=true')).toEqual([second.id]);
    await operator.post(`/api/v1/maintenance-tasks/${second.id}/close/`, { comment: 'Aligned' });
    expect(await ids('')).toEqual([first.id, second.id]);
    expect(await ids('is_open=false')).toEqual([second.id]);
  });
});
