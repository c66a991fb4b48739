import { RunningEscalation } from '@tocsin/contract/running-escalations';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeUser, makeDevice, makeUser, type SignedIn } from '../platform/testing/factories.ts';
import { ContactRig } from './testing/contact-rig.ts';

const database = testDatabase();
let rig: ContactRig;
let ann: MadeUser;
let ben: MadeUser;
let engineer: SignedIn;
let event: number;

beforeEach(async () => {
  rig = await ContactRig.make(database.db);
  [ann, ben] = [await rig.escalation.person('Ann'), await rig.escalation.person('Ben')];
  engineer = await rig.calls(await makeUser(rig.db, { on: { [rig.escalation.device.siteId]: 'Engineer' } }));
  await rig.escalation.policy({
    steps: [
      [0, [ann]],
      [5, [ben]],
      [15, [ann, ben]],
    ],
    repeats: 1,
  });
  event = await rig.escalation.event();
  await rig.at(0);
});
afterEach(async () => {
  await rig.api.http.close();
});

const running = async (who = engineer) => (await who.get('/api/v1/escalations/')).json();
const notifyNow = async (step: number, over: { readonly escalation?: number; readonly who?: SignedIn } = {}) => {
  const [row] = (await running()).results;
  const escalation = over.escalation ?? row.escalation.id;
  return await (over.who ?? engineer).post(`/api/v1/notifications/${event}/escalation/notify-next/`, {
    escalation,
    step,
  });
};
const reached = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select user_name as name from message
    where event_id = ${event} and method = 'email' order by id`.execute(rig.db);
  return rows.map(({ name }) => name);
};

describe('refused', () => {
  it('to people who do not see the device: their list is empty, and the event does not exist', async () => {
    const stranger = await rig.calls(await makeUser(rig.db));
    expect(await running(stranger)).toEqual({ count: 0, results: [] });
    expect((await notifyNow(1, { who: stranger })).statusCode).toBe(404);
    expect(await reached()).toEqual(['Ann Test']);
  });

  it('for a step that has run, one that is not the next, and an escalation of another event', async () => {
    expect((await notifyNow(0)).statusCode).toBe(409);
    expect((await notifyNow(2)).statusCode).toBe(409);
    const other = await rig.escalation.event({ sensor: '4001' });
    await rig.at(0);
    const { results } = await running();
    const foreign = results.find((row: { event: { id: number } }) => row.event.id === other).escalation.id;
    expect((await notifyNow(1, { escalation: foreign })).statusCode).toBe(409);
  });

  it('after the acknowledgement, and when every round is over', async () => {
    const [row] = (await running()).results;
    const escalation = row.escalation.id;
    await rig.at(60);
    const [over] = (await running()).results;
    expect(over).toMatchObject({ escalation: { state: 'used_up' }, next: null });
    expect((await notifyNow(6, { escalation })).statusCode).toBe(409);
    await rig.escalation.acknowledge(event, ann);
    expect((await notifyNow(6, { escalation })).statusCode).toBe(409);
    expect(await running()).toEqual({ count: 0, results: [] });
  });
});

describe('the list of running escalations', () => {
  it('names the event, who got what, whom the next step finds and when, and how it ends', async () => {
    const { count, results } = await running();
    expect(count).toBe(1);
    expect(RunningEscalation.safeParse(results[0]).error).toBeUndefined();
    const at = (minutes: number) => new Date(rig.escalation.start + minutes * 60_000).toISOString();
    expect(results[0]).toMatchObject({
      escalation: { title: 'Night', state: 'running', steps: [{ step: 0, gaps: [] }] },
      event: { id: event, sensor_name: 'Head bearing', priority: 'high' },
      receipts: [{ name: 'Ann Test', method: 'email', step: 0 }],
      next: { step: 1, at: at(5), people: ['Ben Test'], gaps: [] },
      steps_in_round: 3,
      rounds: 2,
      over_at: at(50),
      permissions: ['notification.see', 'notification.acknowledge'],
    });
  });

  it('tells that the next step would reach nobody, and has no test of a policy in it', async () => {
    await sql`update users set is_active = false where id = ${ben.id}`.execute(rig.db);
    const { results } = await running();
    expect(results).toHaveLength(1);
    expect(results[0].next).toMatchObject({ people: [], gaps: [{ kind: 'person', id: ben.id, gap: 'deactivated' }] });
  });

  it('is paged, the most urgent first, and has those of a site alone when asked', async () => {
    const urgent = await rig.escalation.event({ sensor: '4001', priority: 1 });
    await rig.at(0);
    const first = (await engineer.get('/api/v1/escalations/?limit=1')).json();
    expect(first).toMatchObject({ count: 2, results: [{ event: { id: urgent } }] });
    const second = (await engineer.get('/api/v1/escalations/?limit=1&offset=1')).json();
    expect(second.results[0].event.id).toBe(event);
    const elsewhere = await makeDevice(rig.db);
    expect((await engineer.get(`/api/v1/escalations/?location=${elsewhere.siteId}`)).json().count).toBe(0);
  });
});

describe('notify now', () => {
  it('runs the next step at once, leaves the later steps their times, and is on record', async () => {
    expect((await notifyNow(1)).statusCode).toBe(204);
    await rig.at(1);
    expect(await reached()).toEqual(['Ann Test', 'Ben Test']);
    const [row] = (await running()).results;
    expect(row.next).toMatchObject({
      step: 2,
      at: new Date(rig.escalation.start + 15 * 60_000).toISOString(),
    });
    await rig.at(5);
    expect(await reached()).toEqual(['Ann Test', 'Ben Test']);
    const { rows } = await sql`select action, subject, subject_name, new from audit
      where subject = 'escalation' and client_id = ${rig.escalation.device.clientId}`.execute(rig.db);
    expect(rows).toEqual([
      { action: 'notify now', subject: 'escalation', subject_name: 'Night', new: { event, step: 1 } },
    ]);
  });

  it('counts once when two people press it for the same step', async () => {
    const [row] = (await running()).results;
    const { id: escalation } = row.escalation;
    const both = await Promise.all([notifyNow(1, { escalation }), notifyNow(1, { escalation })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    await rig.at(1);
    expect(await reached()).toEqual(['Ann Test', 'Ben Test']);
    expect((await notifyNow(1, { escalation })).statusCode).toBe(409);
  });
});
