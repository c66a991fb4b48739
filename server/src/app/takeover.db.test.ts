import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMailsTo, mailTo } from '../features/accounts/testing/accounts.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeClient, makeDevice, makeSite, makeUser, type SignedIn, signedIn } from '../platform/testing/factories.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';

const database = testDatabase();
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db);
});
afterAll(() => app.stop());

const person = { company: 'c', phone: 'p', address: 'a' };

/** A person of one client, and the account manager of another who adds their address. */
const twoClients = async (registered: boolean) => {
  const { db } = database;
  const theirs = await makeSite(db);
  const victim = await makeUser(db, {
    on: { [theirs.id]: 'Engineer' },
    ...(registered ? {} : { registered_at: null }),
  });
  const ours = await makeSite(db);
  const attacker = await signedIn(app.http, db, await makeUser(db, { client: ours.clientId, manages: true }));
  const email = victim.email.toUpperCase();
  const add = await attacker.post('/api/v1/users/', {
    ...person,
    client: ours.clientId,
    full_name: 'Taken Over',
    email,
    location_access: [{ location_id: ours.id, has_access: true, permission: 'User' }],
  });
  return { theirs, ours, victim, attacker, add, email };
};

/** Who added a person to a client, as approvals see it. */
const addedBy = async (userId: number, clientId: number) =>
  (
    await database.db
      .selectFrom('client_member')
      .select('added_by')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).added_by;

describe("an account manager who adds another client's person", () => {
  // spec: administration 8 User added to another client
  it('gets the typed address back and no more; the person is a member only after accepting', async () => {
    const { db } = database;
    const { victim, attacker, theirs, ours, add, email } = await twoClients(true);
    const invitation_id = expect.any(Number);
    expect([add.statusCode, add.json()]).toEqual([201, { added_to_another_client: true, email, invitation_id }]);
    const members = await db.selectFrom('client_member').select('client_id').where('user_id', '=', victim.id).execute();
    expect(members.map((m) => m.client_id)).toEqual([theirs.clientId]);
    expect((await mailTo(db, victim.email)).subject).toContain('Invitation to');
    await db.updateTable('users').set({ mailbox_verified_at: new Date() }).where('id', '=', victim.id).execute();
    const calls = await signedIn(app.http, db, victim);
    expect((await calls.post(`/api/v1/invitations/${add.json().invitation_id}/accept/`)).statusCode).toBe(200);
    const me = (await calls.get('/api/v1/me/')).json();
    expect(me.clients).toHaveLength(2);
    expect(me.locations_roles).toEqual({ [theirs.id]: 'Engineer', [ours.id]: 'User' });
    expect(await addedBy(victim.id, ours.clientId)).toBe(attacker.userId);
  });

  it.each([true, false])('cannot reach the person (activated: %s)', async (registered) => {
    const { db } = database;
    const { victim, attacker, theirs, ours } = await twoClients(registered);
    const path = `/api/v1/users/${victim.id}/`;
    const mine = { full_name: 'Person X', email: 'mine@example.com', ...person };
    const grant = { user: victim.id, has_access: true, permission: 'Manager' };
    const tries: [string, (c: SignedIn) => Promise<{ statusCode: number }>][] = [
      ['looking', (c) => c.get(path)],
      ['e-mail by PUT', (c) => c.put(path, mine)],
      ['e-mail by PATCH', (c) => c.patch(path, { email: 'mine@example.com' })],
      ['name', (c) => c.patch(path, { full_name: 'Somebody Else' })],
      ['2FA', (c) => c.post(`/api/v1/2fa/disable_2FA_via_id/${victim.id}/`)],
      ['sessions', (c) => c.delete(`/api/v1/users/${victim.id}/sessions/`)],
      ['activation link', (c) => c.post(`/api/v1/users/activation/resend-activation/${victim.id}/`)],
      ['super user', (c) => c.patch(path, { is_superuser: true })],
      ['role at the other client', (c) => c.post('/api/v1/membership/', { ...grant, location: theirs.id })],
      ['role without acceptance', (c) => c.post('/api/v1/membership/', { ...grant, location: ours.id })],
      ['removal', (c) => c.delete(path)],
    ];
    for (const [what, attempt] of tries) expect([400, 404], what).toContain((await attempt(attacker)).statusCode);
    const people = await attacker.get(`/api/v1/clients/${ours.clientId}/users/`);
    expect(people.body).not.toContain(victim.email);
    expect(await countMailsTo(db, 'mine@example.com')).toBe(0);
    const row = await db.selectFrom('users').selectAll().where('id', '=', victim.id).executeTakeFirstOrThrow();
    expect([row.email, row.is_active, row.removed_at]).toEqual([victim.email, true, null]);
  });

  it('cannot add operator staff at all', async () => {
    const { db } = database;
    const client = await makeClient(db);
    const boss = await makeUser(db, { is_superuser: true });
    const attacker = await signedIn(app.http, db, await makeUser(db, { client: client.id, manages: true }));
    const answer = await attacker.post('/api/v1/users/', {
      ...person,
      client: client.id,
      full_name: 'Boss',
      email: boss.email,
    });
    expect(answer.json()).toEqual({ email: ['The email address is already registered.'] });
  });
});

describe('a manager whose change needs a second person', () => {
  it('gets none by adding an account and opening it with the copied link', async () => {
    const { db } = database;
    const device = await makeDevice(db);
    const groups = [{ id: '4', name: 'Temperature', meta: {} }];
    const sensors = [{ groupId: '4', sensorId: '4000', name: 'Bearing', type: 'NUMERIC', unit: 'C', states: {} }];
    await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
      values (${device.id}, ${device.id}, 'h', ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(db);
    await sql`insert into device_latest (device_id, layout_id, state) values (${device.id}, ${device.id}, '{}')`.execute(
      db,
    );
    await db.updateTable('client').set({ changes_need_approval: true }).where('id', '=', device.clientId).execute();
    const author = await signedIn(app.http, db, await makeUser(db, { on: { [device.siteId]: 'Manager' } }));
    const { activation_key } = (
      await author.post('/api/v1/users/', {
        ...person,
        client: device.clientId,
        full_name: 'Second Person',
        email: 'second.person@example.com',
        location_access: [{ location_id: device.siteId, has_access: true, permission: 'Manager' }],
      })
    ).json();
    const link = (step: string) => `/api/v1/users/activation/${step}/${activation_key}/`;
    const password = 'A second signature 1';
    await app.http.inject({ method: 'POST', url: link('accept-terms'), payload: { stage: 1 } });
    const opened = await app.http.inject({
      method: 'POST',
      url: link('set-password'),
      payload: { password1: password, password2: password },
    });
    expect(opened.json().token).toEqual(expect.any(String));

    const settings = `/api/v1/devices/${device.id}/settings/warnings`;
    const rule = { sensor_id: '4.4000', sign: '>', value: 65, delay_seconds: 60 };
    await author.post(`${settings}/`, [rule]);
    const { proposed } = (await author.post(`${settings}/`, { results: [], reason: 'Not needed' })).json();
    const approved = await app.http.inject({
      method: 'POST',
      url: `${settings}/decide/`,
      headers: { authorization: `JWT ${opened.json().token}` },
      payload: { proposal: proposed.id, decision: 'approve' },
    });
    expect([approved.statusCode, approved.json().detail]).toEqual([403, expect.stringContaining('added you')]);
    expect((await author.get(`${settings}/`)).json().results).toMatchObject([{ value: 65 }]);
  });
});

describe('a person of two clients', () => {
  // spec: decisions 3 a person of several clients
  // spec: decisions 3 each browser tab sends its own selection
  it('has in each tab the rights of the client that the tab has selected', async () => {
    const { db } = database;
    const [a, b] = [await makeSite(db), await makeSite(db)];
    const user = await makeUser(db, { on: { [a.id]: 'Manager', [b.id]: 'User' } });
    const calls = await signedIn(app.http, db, user);
    const at = async (path: string, selection: string) =>
      (await calls.get(path, { headers: { 'x-tocsin-selection': selection } })).json();
    expect((await at('/api/v1/clients/', '')).count).toBe(2);
    expect(await at('/api/v1/me/', `${a.clientId},${a.id},`)).toMatchObject({ can_edit: true, is_manager: true });
    expect(await at('/api/v1/me/', `${b.clientId},${b.id},`)).toMatchObject({ can_edit: false, is_manager: false });
    const sites = async (clientId: number) =>
      (await at('/api/v1/locations/', `${clientId},,`)).results.map((s: { id: number }) => s.id);
    expect(await sites(a.clientId)).toEqual([a.id]);
    expect(await sites(b.clientId)).toEqual([b.id]);
    await calls.post(`/api/v1/clients/${b.clientId}/select/`);
    expect((await at('/api/v1/me/', '')).current_client.id).toBe(b.clientId);
    expect((await at('/api/v1/me/', `${a.clientId},,`)).current_client.id).toBe(a.clientId);
  });

  it('needs a second factor for the client that requires one, and not for the other', async () => {
    const { db } = database;
    const [a, b] = [await makeSite(db), await makeSite(db)];
    const device = await makeDevice(db, { site_id: b.id });
    const user = await makeUser(db, { on: { [a.id]: 'User', [b.id]: 'Manager' } });
    const calls = await signedIn(app.http, db, user);
    await db.updateTable('client').set({ is_2fa_required: true }).where('id', '=', b.clientId).execute();
    const at = (path: string, selection: string) => calls.get(path, { headers: { 'x-tocsin-selection': selection } });
    const refused = { detail: 'Two factor verification required' };
    for (const [path, selection] of [
      ['/api/v1/locations/', `${b.clientId},,`],
      ['/api/v1/notifications/', `${b.clientId},${b.id},`],
      [`/api/v1/locations/${b.id}/`, ''],
      [`/api/v1/devices/${device.id}/`, `${a.clientId},,`],
      [`/api/v1/clients/${b.clientId}/`, `${a.clientId},,`],
    ] as const) {
      const answer = await at(path, selection);
      expect([answer.statusCode, answer.json()], path).toEqual([403, refused]);
    }
    const all = await at('/api/v1/locations/', '');
    expect(all.json().results.map((site: { id: number }) => site.id)).toEqual([a.id]);
    expect((await at('/api/v1/locations/', `${a.clientId},,`)).statusCode).toBe(200);
    expect((await at('/api/v1/accounts/sessions/', `${b.clientId},,`)).statusCode).toBe(200);
    expect((await at('/api/v1/invitations/', `${b.clientId},,`)).statusCode).toBe(200);
    const state = async (selection: string) => (await at('/api/v1/2fa/is_2fa_required/', selection)).json();
    expect(await state(`${b.clientId},,`)).toMatchObject({ is_2fa_required: true, registered: false });
    expect(await state(`${a.clientId},,`)).toMatchObject({ is_2fa_required: false });
    const { clients } = (await at('/api/v1/me/', '')).json();
    const locked = (id: number) => clients.find((c: { id: number }) => c.id === id)?.needs_second_factor;
    expect([locked(a.clientId), locked(b.clientId)]).toEqual([false, true]);
  });

  it('must show a second factor when all of their clients require it, and not when that membership is inactive', async () => {
    const { db } = database;
    const [a, b] = [await makeSite(db), await makeSite(db)];
    const user = await makeUser(db, { on: { [a.id]: 'User', [b.id]: 'User' } });
    const calls = await signedIn(app.http, db, user);
    const both = [a.clientId, b.clientId];
    await db.updateTable('client').set({ is_2fa_required: true }).where('id', 'in', both).execute();
    expect((await calls.get('/api/v1/locations/')).json()).toEqual({ detail: 'Two factor verification required' });
    await db.updateTable('client').set({ is_2fa_required: false }).where('id', '=', a.clientId).execute();
    expect((await calls.get('/api/v1/locations/')).json().count).toBe(1);
    const place = db.updateTable('client_member').set({ is_active: false });
    await place.where('user_id', '=', user.id).where('client_id', '=', b.clientId).execute();
    expect((await calls.get('/api/v1/locations/')).statusCode).toBe(200);
  });
});
