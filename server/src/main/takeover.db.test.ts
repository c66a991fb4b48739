import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../base/testing/database.ts';
import { makeClient, makeSite, makeUser, type SignedIn, signedIn } from '../base/testing/factories.ts';
import { countMailsTo, mailTo } from '../rooms/accounts/testing.ts';
import { startWalkApp, type WalkApp } from './role-walk/app.ts';

const database = testDatabase();
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db);
});
afterAll(() => app.stop());

const person = { company: 'c', phone: 'p', address: 'a' };

/** A person of one client, and the account manager of another who adds them. */
const twoClients = async (registered: boolean) => {
  const { db } = database;
  const theirs = await makeSite(db);
  const victim = await makeUser(db, {
    on: { [theirs.id]: 'Engineer' },
    ...(registered ? {} : { registered_at: null }),
  });
  const ours = await makeSite(db);
  const attacker = await signedIn(app.http, db, await makeUser(db, { client: ours.clientId, manages: true }));
  const add = await attacker.post('/api/v1/users/', {
    ...person,
    client: ours.clientId,
    full_name: 'Taken Over',
    email: victim.email.toUpperCase(),
    location_access: [{ location_id: ours.id, has_access: true, permission: 'User' }],
  });
  return { theirs, ours, victim, attacker, add };
};

describe("an account manager who adds another client's person", () => {
  // spec: administration 8 User added to another client
  it('gives them a place here, changes nothing that is theirs, and they are told by mail', async () => {
    const { db } = database;
    const { victim, theirs, add } = await twoClients(true);
    expect([add.statusCode, add.json().added_to_another_client, add.json().id]).toEqual([201, true, victim.id]);
    const row = await db.selectFrom('users').selectAll().where('id', '=', victim.id).executeTakeFirstOrThrow();
    expect([row.first_name, row.last_name, row.email]).toEqual(['Person', expect.any(String), victim.email]);
    expect((await mailTo(db, victim.email)).subject).toContain('You were added to');
    const calls = await signedIn(app.http, db, victim);
    const me = (await calls.get('/api/v1/me/')).json();
    expect(me.clients).toHaveLength(2);
    expect(me.locations_roles[theirs.id]).toBe('Engineer');
  });

  // spec: issue 4 an account manager who adds another client's person and then tries to take the account over
  it.each([true, false])('can not take the account over (activated: %s)', async (registered) => {
    const { db } = database;
    const { victim, attacker, theirs, ours } = await twoClients(registered);
    const path = `/api/v1/users/${victim.id}/`;
    const mine = { full_name: 'Person X', email: 'mine@example.com', ...person };
    const tries: [string, (c: SignedIn) => Promise<{ statusCode: number }>][] = [
      ['e-mail by PUT', (c) => c.put(path, mine)],
      ['e-mail by PATCH', (c) => c.patch(path, { email: 'mine@example.com' })],
      ['name', (c) => c.patch(path, { full_name: 'Somebody Else' })],
      ['2FA', (c) => c.post(`/api/v1/2fa/disable_2FA_via_id/${victim.id}/`)],
      ['sessions', (c) => c.delete(`/api/v1/users/${victim.id}/sessions/`)],
      ['super user', (c) => c.patch(path, { is_superuser: true })],
      [
        'role at the other client',
        (c) =>
          c.post('/api/v1/membership/', {
            location: theirs.id,
            user: victim.id,
            has_access: true,
            permission: 'Manager',
          }),
      ],
    ];
    for (const [what, attempt] of tries) expect([403, 404], what).toContain((await attempt(attacker)).statusCode);

    // The link that sets the first password goes to the person's own address and is shown to nobody of another client.
    const shown = [await attacker.get(path), await attacker.get(`/api/v1/clients/${ours.clientId}/users/`)];
    for (const answer of shown) expect(answer.body).not.toMatch(/"activation_key":"/);
    expect(await countMailsTo(db, 'mine@example.com')).toBe(0);

    // Taking them out again leaves them what they had.
    expect((await attacker.delete(path)).statusCode).toBe(204);
    const row = await db.selectFrom('users').selectAll().where('id', '=', victim.id).executeTakeFirstOrThrow();
    expect([row.email, row.is_active, row.removed_at]).toEqual([victim.email, true, null]);
    const left = await db.selectFrom('client_member').select('client_id').where('user_id', '=', victim.id).execute();
    expect(left.map((m) => m.client_id)).toEqual([theirs.clientId]);
  });

  it('can not add operator staff at all', async () => {
    const { db } = database;
    const client = await makeClient(db);
    const boss = await makeUser(db, { is_superuser: true });
    const attacker = await signedIn(app.http, db, await makeUser(db, { client: client.id, manages: true }));
    const answer = await attacker.post('/api/v1/users/', {
      ...{ ...person, client: client.id, full_name: 'Boss', email: boss.email },
    });
    expect(answer.json()).toEqual({ email: ['The email address is already registered.'] });
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

  it('must show a second factor when one of the clients requires it, and not when that place is inactive', async () => {
    const { db } = database;
    const [a, b] = [await makeSite(db), await makeSite(db)];
    const user = await makeUser(db, { on: { [a.id]: 'User', [b.id]: 'User' } });
    const calls = await signedIn(app.http, db, user);
    await db.updateTable('client').set({ is_2fa_required: true }).where('id', '=', b.clientId).execute();
    expect((await calls.get('/api/v1/locations/')).json()).toEqual({ detail: 'Two factor verification required' });
    const place = db.updateTable('client_member').set({ is_active: false });
    await place.where('user_id', '=', user.id).where('client_id', '=', b.clientId).execute();
    expect((await calls.get('/api/v1/locations/')).statusCode).toBe(200);
  });
});
