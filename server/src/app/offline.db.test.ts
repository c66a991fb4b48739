import { randomUUID } from 'node:crypto';
import { loadLanguages } from '@tocsin/contract/languages/load';
import { maxOfflineEntries, offlineFormat } from '@tocsin/contract/offline';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DrivenClock, drivenClock } from '../platform/clock.ts';
import { testDatabase } from '../platform/testing/database.ts';
import {
  type MadeDevice,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../platform/testing/factories.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';
import { makeKey, makeServiceKey } from '../testing/role-walk/world.ts';

/** 27 November, 11:02 in Chicago. */
const start = Date.UTC(2026, 10, 27, 17, 2);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const database = testDatabase();
const clock: DrivenClock = drivenClock(start);
let app: WalkApp;
let leg: MadeDevice;
let ann: SignedIn;
let ben: SignedIn;

beforeAll(async () => {
  await loadLanguages();
  app = await startWalkApp(database.db, clock);
});
afterAll(() => app.stop());
beforeEach(async () => {
  const site = await makeSite(database.db, { timezone: 'America/Chicago' });
  leg = await makeDevice(database.db, { site_id: site.id, title: 'Leg 2' });
  const as = async (first_name: string, language: string | null = null) =>
    signedIn(
      app.http,
      database.db,
      await makeUser(database.db, { on: { [site.id]: 'Engineer' }, first_name, last_name: 'Vole', language }),
      new Date(clock.now()),
    );
  [ann, ben] = [await as('Ann'), await as('Ben', 'de')];
});

const grant = async (who: SignedIn) => (await who.get('/api/v1/me/')).json().offline;
/** An entry as a phone sends it whose clock is so far ahead of the server's. */
const entry = (contact: string, writtenAt: number, ahead = 0, id: string = randomUUID()) => ({
  id,
  format: offlineFormat,
  written_at: new Date(writtenAt + ahead).toISOString(),
  sent_at: new Date(clock.now() + ahead).toISOString(),
  contact,
});
type Entry = ReturnType<typeof entry>;
const round = (who: SignedIn, of: Entry, note = '') =>
  who.post(`/api/v1/devices/${leg.id}/rounds/`, { note, entry: of });
const rounds = async (who = ann) =>
  (await who.get(`/api/v1/locations/${leg.siteId}/rounds/`))
    .json()
    .results.flatMap((one: { rounds: object[] }) => one.rounds);
const openTask = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`insert into maintenance_task (device_id, event_id, event_type, content,
      event_at, what, owner_name, due, created_at, created_by)
    values (${leg.id}, 1, 'alarm_on', 'Absolute', 0, 'Grease it', 'Ann Vole', '2026-12-01', now(), 'Ben Vole')
    returning id`.execute(database.db);
  return rows[0]?.id ?? 0;
};

describe('the key of what a browser keeps', () => {
  it('is one for all sessions of a person, another for everybody else, and none for programs', async () => {
    const [first, again, other] = [await grant(ann), await grant(ann), await grant(ben)];
    expect(again.key).toBe(first.key);
    expect(other.key).not.toBe(first.key);
    expect(Buffer.from(first.key, 'base64url')).toHaveLength(32);
    const key = await makeKey(database.db, { userId: ann.userId, clientId: leg.clientId, name: 'k' });
    const service = await makeServiceKey(database.db, { clientId: leg.clientId, ownerId: ann.userId, name: 's' });
    for (const { token } of [key, service]) {
      const answer = await app.http.inject({ url: '/api/v1/me/', headers: { authorization: `JWT ${token}` } });
      expect(answer.body).not.toContain('"offline"');
    }
  });
});

describe('a round written without a network', () => {
  it('counts for the day on which it was written, with the clocks of both, although the clock is an hour ahead', async () => {
    const { contact } = await grant(ann);
    const written = clock.now() + 5 * minute;
    clock.advanceTo(clock.now() + 20 * hour);
    const sent = await round(ann, entry(contact, written, hour), 'Belt runs straight');
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toMatchObject({
      day: new Date(written).toISOString().slice(0, 10),
      at: new Date(written).toISOString(),
      offline: {
        device_at: new Date(written + hour).toISOString(),
        offset_ms: -hour,
        received_at: new Date(clock.now()).toISOString(),
      },
    });
    const csv = (await ann.get(`/api/v1/locations/${leg.siteId}/rounds/export/`)).body;
    expect(csv).toMatch(/Belt runs straight,2026-\d\d-\d\dT\S+,2026-\d\d-\d\dT\S+/);
  });

  it('arrives once, however often and from however many tabs it is sent', async () => {
    const { contact } = await grant(ann);
    const written = clock.now();
    clock.advanceTo(clock.now() + hour);
    const one = entry(contact, written);
    const answers = await Promise.all([round(ann, one), round(ann, one), round(ann, one)]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    clock.advanceTo(clock.now() + hour);
    const late = { ...one, sent_at: new Date(clock.now()).toISOString() };
    expect((await round(ann, late)).json().id).toBe(answers[0]?.json().id);
    expect(await rounds()).toHaveLength(1);
  });

  it.each([
    ['before the last contact', -2 * hour],
    ['after its own sending', 3 * hour],
  ])('counts for the day of its arrival when it says it was written %s', async (_what, shift) => {
    const { contact } = await grant(ann);
    const claimed = clock.now() + shift;
    clock.advanceTo(clock.now() + hour);
    expect((await round(ann, entry(contact, claimed))).json()).toMatchObject({
      at: new Date(clock.now()).toISOString(),
    });
  });

  it("counts for the day of its arrival with somebody else's proof of contact, or a forged one", async () => {
    const written = clock.now();
    const { contact } = await grant(ben);
    clock.advanceTo(clock.now() + 20 * hour);
    for (const forged of [contact, `${written}.AAAA`, 'x'])
      expect((await round(ann, entry(forged, written))).json().at).toBe(new Date(clock.now()).toISOString());
  });

  it('is refused in words when somebody else made it that day, in the language of its writer', async () => {
    const mine = await grant(ben);
    await round(ann, entry((await grant(ann)).contact, clock.now()));
    const written = clock.now() + minute;
    clock.advanceTo(clock.now() + hour);
    const late = entry(mine.contact, written);
    const refused = await round(ben, late);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toMatch(/^Ann Vole hat den Rundgang an Leg 2 an diesem Tag schon gemacht, /);
    expect(await rounds()).toHaveLength(1);
    const note = { text: 'Belt runs straight', device: leg.id, entry: late };
    expect((await ben.post(`/api/v1/locations/${leg.siteId}/notes/`, note)).statusCode).toBe(201);
  });

  it('is no round after seven days, but a note; another format is nothing', async () => {
    const { contact } = await grant(ann);
    const written = clock.now();
    clock.advanceTo(clock.now() + 7 * day + minute);
    ann = await signedIn(app.http, database.db, { id: ann.userId }, new Date(clock.now()));
    const old = entry(contact, written);
    const refused = await round(ann, old);
    expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringContaining('older than 7 days')]);
    const note = await ann.post(`/api/v1/locations/${leg.siteId}/notes/`, {
      text: 'Round',
      device: leg.id,
      entry: old,
    });
    expect(note.json()).toMatchObject({ at: new Date(written).toISOString(), offline: { offset_ms: 0 } });
    const foreign = await round(ann, { ...entry(contact, clock.now()), format: 0 });
    expect([foreign.statusCode, foreign.json().detail]).toEqual([409, expect.stringContaining('older version')]);
    expect(await rounds()).toHaveLength(0);
  });
});

describe('a note and a task', () => {
  it('a note arrives once, about the moment at which it was written', async () => {
    const { contact } = await grant(ann);
    const written = clock.now();
    clock.advanceTo(clock.now() + 2 * hour);
    const body = { text: 'Boot pit wet', device: leg.id, entry: entry(contact, written) };
    const path = `/api/v1/locations/${leg.siteId}/notes/`;
    const answers = await Promise.all([ann.post(path, body), ann.post(path, body)]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const { results } = (await ann.get(path)).json();
    expect(results).toMatchObject([{ at: new Date(written).toISOString(), offline: { offset_ms: 0 } }]);
    expect(results).toHaveLength(1);
  });

  it('two hundred notes of a clock that is an hour ahead arrive once each, about when they were written', async () => {
    const { contact } = await grant(ann);
    const began = clock.now();
    clock.advanceTo(began + 5 * hour);
    const entries = Array.from({ length: maxOfflineEntries }, (_, n) => entry(contact, began + n * minute, hour));
    const sendAll = async () => {
      for (const [n, one] of entries.entries())
        expect(
          (await ann.post(`/api/v1/locations/${leg.siteId}/notes/`, { text: `Pit ${n}`, device: null, entry: one }))
            .statusCode,
        ).toBe(201);
    };
    // The second time after an answer that was lost.
    await sendAll();
    await sendAll();
    const { rows } = await sql<{ text: string; at: Date }>`select text, at from site_note where site_id = ${leg.siteId}
      and text like 'Pit %' order by at`.execute(database.db);
    expect(rows).toEqual(entries.map((_, n) => ({ text: `Pit ${n}`, at: new Date(began + n * minute) })));
  });

  it('a task is closed once; who comes second is told by whom', async () => {
    const task = await openTask();
    const path = `/api/v1/maintenance-tasks/${task}/close/`;
    const [first, second] = [await grant(ann), await grant(ben)];
    const written = clock.now();
    clock.advanceTo(clock.now() + hour);
    const body = { comment: 'Greased', entry: entry(first.contact, written) };
    expect((await ann.post(path, body)).json()).toMatchObject({
      is_open: false,
      closed_at: new Date(clock.now()).toISOString(),
      closed_offline: { device_at: new Date(written).toISOString(), received_at: new Date(clock.now()).toISOString() },
    });
    expect((await ann.post(path, body)).json()).toMatchObject({ is_open: false, comment: 'Greased' });
    const refused = await ben.post(path, { comment: 'Done', entry: entry(second.contact, written) });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      '„Grease it“ wurde schon von Ann Vole abgeschlossen.',
    ]);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit
      where subject = 'maintenance task' and action = 'close' and subject_id = ${String(task)}`.execute(database.db);
    expect(rows[0]?.count).toBe(1);
  });
});
