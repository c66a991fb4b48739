import { describe, expect, it } from 'vitest';
import { makeClient, makeSite, makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { userRoutes } from './testing/users.ts';

const { database, clock, calls, http, person, form, join, at, audit, roles } = userRoutes();

describe('adding a person', () => {
  // spec: administration 5 Add/Update user: every field required, e-mail valid
  it('requires every field with the texts of the specification', async () => {
    const manager = await person({ manages: true });
    expect((await manager.post('/api/v1/users/', {})).json()).toEqual({
      full_name: ['Please input your full name'],
      email: ['Please input your Email Address!'],
      company: ['Please input your full company'],
      phone: ['Please input your full phone'],
      address: ['Please input your full address'],
    });
    for (const email of ['no', 'a@b', 'a@b.c\r\nBcc: x@y.z', '<a@b.cd>'])
      expect((await manager.post('/api/v1/users/', form({ email }))).json(), email).toEqual({
        email: ['The input is not valid E-mail!'],
      });
  });

  // spec: decisions 3 people with can_edit on a site add people of that site only, with roles up to their own
  // spec: administration 5 Permission choices: User, Engineer, Manager
  it('is refused to Users; Engineers add up to Engineers, on their own sites', async () => {
    const site = await makeSite(database.db);
    const other = await makeSite(database.db, { client_id: site.clientId });
    expect((await (await person({ on: { [site.id]: 'User' } })).post('/api/v1/users/', form())).statusCode).toBe(403);
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const grant = (location_id: number, permission: string) =>
      engineer.post('/api/v1/users/', form({ location_access: [{ location_id, has_access: true, permission }] }));
    expect((await grant(site.id, 'Manager')).statusCode).toBe(403);
    expect((await grant(other.id, 'User')).statusCode).toBe(403);
    expect((await grant(site.id, 'Owner')).statusCode).toBe(400);
    const added = await grant(site.id, 'Engineer');
    expect(added.statusCode).toBe(201);
    expect(await roles(added.json().id)).toEqual([{ site_id: site.id, has_access: true, permission: 'Engineer' }]);
  });

  // spec: administration 7 POST users/
  it('answers 201 with the complete person and the activation link, and mails nothing by itself', async () => {
    const site = await makeSite(database.db);
    const manager = await person({ client: site.clientId, manages: true });
    const list = [{ location_id: site.id, has_access: true, permission: 'Manager' }];
    const answer = await manager.post('/api/v1/users/', form({ location_access: list }));
    const user = answer.json();
    expect(answer.statusCode).toBe(201);
    expect(user).toMatchObject({
      first_name: 'Ann Marie',
      last_name: 'Vole',
      full_name: 'Ann Marie Vole',
      registered: false,
      activation_key: `key-${user.id}`,
      client: site.clientId,
      visual_dashboard_enabled: true,
      location_access: [{ location_id: site.id, has_access: true, permission: 'Manager' }],
    });
    expect(user).not.toHaveProperty('added_to_another_client');
    expect(calls).toEqual([`open ${user.id}`]);
    expect(await audit(user.id)).toMatchObject([{ action: 'create', client_id: site.clientId, old: null }]);
  });

  // spec: administration 8 Sites and users: 'The email address is already registered.'
  // meets: iec-62443-4-2 CR 1.4
  it('refuses a person of the same client and operator staff, whatever the case, even at the same moment', async () => {
    const client = await makeClient(database.db);
    const manager = await person({ client: client.id, manages: true });
    const words = { email: ['The email address is already registered.'] };
    const twice = form({ email: 'Duplicate@example.com' });
    const answers = await Promise.all([
      manager.post('/api/v1/users/', twice),
      manager.post('/api/v1/users/', { ...twice, email: 'duplicate@example.com' }),
    ]);
    expect(answers.map((a) => a.statusCode).sort()).toEqual([201, 400]);
    expect(answers.find((a) => a.statusCode === 400)?.json()).toEqual(words);
    const staff = await makeUser(database.db, { is_oem: true });
    expect((await manager.post('/api/v1/users/', form({ email: staff.email }))).json()).toEqual(words);
  });

  it('invites a person with an account elsewhere, and discloses only the typed address and the invitation', async () => {
    const site = await makeSite(database.db);
    const manager = await person({ client: site.clientId, manages: true });
    const other = await makeUser(database.db, { first_name: 'Real', last_name: 'Name', registered_at: null });
    const list = [{ location_id: site.id, has_access: true, permission: 'User' }];
    const typed = other.email.toUpperCase();
    const answer = await manager.post('/api/v1/users/', form({ email: typed, location_access: list }));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ added_to_another_client: true, email: typed, invitation_id: 77 });
    expect(calls).toEqual([`invite ${other.id} as ${typed} to 1 sites`]);
    expect(await roles(other.id)).toEqual([]);
    expect((await manager.get(`/api/v1/users/${other.id}/`)).statusCode).toBe(404);
    const [row] = await database.db.selectFrom('audit').selectAll().where('subject', '=', 'invitation').execute();
    expect(row).toMatchObject({ action: 'invite', subject_id: '77', subject_name: typed, client_id: site.clientId });
  });

  // spec: decisions 8 is_oem, is_superuser, is_accounts_management and client: null (super users only)
  it('lets only super users make operator staff and account managers', async () => {
    const client = await makeClient(database.db);
    const oem = await person({ is_oem: true });
    const root = await person({ is_superuser: true });
    expect((await oem.post('/api/v1/users/', form({ client: null, is_oem: true }))).statusCode).toBe(403);
    expect(
      (await oem.post('/api/v1/users/', form({ client: client.id, is_accounts_management: true }))).statusCode,
    ).toBe(403);
    expect((await root.post('/api/v1/users/', form({ client: null }))).json()).toHaveProperty('client');
    expect((await root.post('/api/v1/users/', form({ client: client.id, is_oem: true }))).json()).toHaveProperty(
      'client',
    );
    expect((await root.post('/api/v1/users/', form({ client: null, is_oem: true }))).json()).toMatchObject({
      client: null,
      is_oem: true,
    });
    const manager = await root.post('/api/v1/users/', form({ client: client.id, is_accounts_management: true }));
    expect(manager.json()).toMatchObject({ client: client.id, is_accounts_management: true });
  });

  it('requires operator staff to select a client first', async () => {
    const root = await person({ is_superuser: true });
    expect((await root.post('/api/v1/users/', form())).statusCode).toBe(400);
    const client = await makeClient(database.db);
    expect((await root.post('/api/v1/users/', form(), at(client.id))).json().client).toBe(client.id);
  });
});

describe('the people of a client', () => {
  // spec: administration 7 GET clients/{clientId}/users/?offset&with-location-membership&filter
  it('are those of one’s own sites for an Engineer, all for the account manager, none for others', async () => {
    const site = await makeSite(database.db);
    const other = await makeSite(database.db, { client_id: site.clientId });
    const near = await makeUser(database.db, { on: { [site.id]: 'User' }, first_name: 'Near' });
    await makeUser(database.db, { on: { [other.id]: 'User' }, first_name: 'Far' });
    const engineer = await person({ on: { [site.id]: 'Engineer' }, first_name: 'Me' });
    const url = `/api/v1/clients/${site.clientId}/users/`;
    const names = async (calls: SignedIn, query = '') =>
      (await calls.get(url + query)).json().results.map((u: { first_name: string }) => u.first_name);
    expect((await (await person({ on: { [site.id]: 'User' } })).get(url)).statusCode).toBe(403);
    expect((await (await person()).get(url)).statusCode).toBe(404);
    expect(await names(engineer)).toEqual(expect.arrayContaining(['Me', 'Near']));
    expect(await names(engineer)).not.toContain('Far');
    const manager = await person({ client: site.clientId, manages: true, first_name: 'Boss' });
    expect(await names(manager)).toEqual(expect.arrayContaining(['Boss', 'Far', 'Me', 'Near']));
    expect(await names(manager, '?filter=NEAR')).toEqual(['Near']);
    expect(await names(manager, `?filter=${near.email.toUpperCase()}`)).toEqual(['Near']);
    const withSite = await manager.get(`${url}?with-location-membership=${other.id}&limit=1&offset=0`);
    expect(withSite.json()).toMatchObject({
      results: [{ first_name: 'Far', location_membership: { has_access: true, permission: 'User' } }],
    });
    expect((await engineer.get(`${url}?with-location-membership=${other.id}`)).statusCode).toBe(404);
  });
});

describe('changing a person', () => {
  // spec: administration 7 PUT users/{id}/
  // spec: administration 7 GET users/{id}/
  // meets: owasp-asvs-5 V8.2.3
  it('accepts unchanged personal fields, and refuses changed ones from people without the right', async () => {
    const site = await makeSite(database.db);
    const other = await makeUser(database.db, { on: { [site.id]: 'User' } });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const url = `/api/v1/users/${other.id}/`;
    const { full_name, email, company, phone, address, version } = (await engineer.get(url)).json();
    const same = { full_name, email, company, phone, address };
    const grant = { location_access: [{ location_id: site.id, has_access: true, permission: 'Engineer' }] };
    const answer = await engineer.put(url, { ...same, ...grant, version });
    expect(answer.json()).toMatchObject({ location_access: [{ permission: 'Engineer' }], version: version + 1 });
    expect((await engineer.put(url, { ...same, ...grant, version })).statusCode).toBe(409);
    expect((await engineer.put(url, { ...same, full_name: 'Other Name' })).statusCode).toBe(403);
    expect(await audit(other.id)).toMatchObject([{ action: 'change', new: { sites: [{ permission: 'Engineer' }] } }]);
  });

  it('lets the account manager of the only client change personal fields, but not of a person of two', async () => {
    const client = await makeClient(database.db);
    const manager = await person({ client: client.id, manages: true });
    const only = await makeUser(database.db, { client: client.id });
    expect((await manager.patch(`/api/v1/users/${only.id}/`, { phone: '99' })).json().phone).toBe('99');
    const { id: other } = await makeClient(database.db);
    const shared = await makeUser(database.db, { client: client.id });
    await join(shared.id, other);
    for (const patch of [{ phone: '99' }, { email: 'mine@example.com' }, { full_name: 'X' }])
      expect((await manager.patch(`/api/v1/users/${shared.id}/`, patch)).statusCode).toBe(403);
  });

  // spec: decisions 3 the e-mail of an activated person is changed only by operator staff or by the person
  it('changes the e-mail of an activated person for operator staff only, of another freely', async () => {
    const client = await makeClient(database.db);
    const manager = await person({ client: client.id, manages: true });
    const active = await makeUser(database.db, { client: client.id });
    const waiting = await makeUser(database.db, { client: client.id, registered_at: null });
    const to = (email: string) => ({ email });
    expect((await manager.patch(`/api/v1/users/${active.id}/`, to('n1@example.com'))).statusCode).toBe(403);
    calls.length = 0;
    expect((await manager.patch(`/api/v1/users/${waiting.id}/`, to('n2@example.com'))).statusCode).toBe(200);
    // What was mailed to the former address, perhaps a stranger's, opens nothing any more.
    expect(calls).toEqual([`void ${waiting.id}`, `open ${waiting.id}`]);
    expect((await manager.patch(`/api/v1/users/${waiting.id}/`, { phone: '7' })).statusCode).toBe(200);
    expect(calls).toHaveLength(2);
    const self = await signedIn(http(), database.db, active, new Date(clock.now()));
    expect((await self.patch(`/api/v1/users/${active.id}/`, to('n3@example.com'))).statusCode).toBe(403);
    const root = await person({ is_superuser: true });
    const answer = await root.patch(`/api/v1/users/${active.id}/`, to('n1@example.com'));
    expect(answer.json().email).toBe('n1@example.com');
    // The former address learns of it.
    expect(calls.slice(2)).toEqual([`void ${active.id}`, `mail change ${active.id}`]);
    // Their own address, which the password and a confirming mail change, not even operator staff.
    expect((await root.patch(`/api/v1/users/${root.userId}/`, to('root@example.com'))).statusCode).toBe(403);
    expect((await root.patch(`/api/v1/users/${active.id}/`, to('N2@example.com'))).json()).toEqual({
      email: ['The email address is already registered.'],
    });
    const row = await database.db.selectFrom('users').select('username').where('id', '=', active.id).executeTakeFirst();
    expect(row?.username).toBe('n1@example.com');
  });

  // spec: administration 5 User Settings: full name required; company, phone, address optional
  // spec: administration 7 PATCH users/{id}/
  // meets: owasp-asvs-5 V15.3.3
  it('lets everybody change their own profile but not their own rights', async () => {
    const site = await makeSite(database.db);
    const self = await person({ on: { [site.id]: 'Engineer' } });
    const url = `/api/v1/users/${self.userId}/`;
    expect((await self.patch(url, { full_name: '' })).json()).toEqual({ full_name: ['Please input your full name'] });
    const answer = await self.patch(url, { full_name: 'New Name', company: '', phone: null, address: '' });
    expect(answer.json()).toMatchObject({ first_name: 'New', last_name: 'Name', company: '', phone: '' });
    expect((await self.patch(url, { is_superuser: true })).statusCode).toBe(403);
    expect((await self.patch(url, { is_active: false })).statusCode).toBe(403);
    const { full_name, email } = answer.json();
    const wider = {
      full_name,
      email,
      location_access: [{ location_id: site.id, has_access: true, permission: 'User' }],
    };
    expect((await self.put(url, wider)).statusCode).toBe(403);
  });

  // spec: decisions 8 is_active and visual_dashboard_enabled: account managers, operator staff
  // meets: owasp-asvs-5 V7.4.2
  // meets: iec-62443-4-2 CR 1.3
  it('deactivates at one client only, and ends the sessions when no other is left', async () => {
    const a = await makeClient(database.db);
    const b = await makeClient(database.db);
    const user = await makeUser(database.db, { client: a.id });
    const managerA = await person({ client: a.id, manages: true });
    const managerB = await person({ client: b.id, manages: true });
    await join(user.id, b.id);
    calls.length = 0;
    const url = `/api/v1/users/${user.id}/`;
    const off = await managerA.patch(url, { is_active: false, visual_dashboard_enabled: false });
    expect(off.json()).toMatchObject({ is_active: false, visual_dashboard_enabled: false });
    expect(calls).toEqual([`leave ${user.id}`]);
    expect((await managerB.get(url)).json()).toMatchObject({ is_active: true });
    await managerB.patch(url, { is_active: false });
    expect(calls.slice(1)).toEqual([`end ${user.id}`, `leave ${user.id}`]);
    const engineer = await person({ on: { [(await makeSite(database.db, { client_id: a.id })).id]: 'Engineer' } });
    expect((await engineer.patch(url, { is_active: true })).statusCode).toBe(404);
  });

  it('refuses to change people with a higher role, and to remove the last super user', async () => {
    const site = await makeSite(database.db);
    const boss = await makeUser(database.db, { on: { [site.id]: 'Manager' } });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const url = `/api/v1/users/${boss.id}/`;
    expect((await engineer.get(url)).statusCode).toBe(200);
    expect((await engineer.patch(url, { full_name: 'X' })).statusCode).toBe(403);
    expect((await engineer.delete(url)).statusCode).toBe(403);
    const root = await person({ is_superuser: true });
    await database.db.updateTable('users').set({ is_superuser: false }).where('id', '<>', root.userId).execute();
    expect((await root.patch(`/api/v1/users/${root.userId}/`, { is_superuser: false, is_oem: true })).statusCode).toBe(
      400,
    );
    expect((await root.delete(`/api/v1/users/${root.userId}/`)).statusCode).toBe(400);
    const next = await makeUser(database.db, { client: site.clientId });
    const promote = { client: null, is_superuser: true };
    expect((await root.patch(`/api/v1/users/${next.id}/`, promote)).json()).toMatchObject({
      is_superuser: true,
      client: null,
    });
    expect((await root.patch(`/api/v1/users/${root.userId}/`, { is_superuser: false, is_oem: true })).statusCode).toBe(
      200,
    );
  });
});

describe('removing a person', () => {
  // spec: decisions 8 DELETE users/{id}/ with location_id removes the membership of that site
  it('takes the person off one site, by query or body, for who may change that membership', async () => {
    const site = await makeSite(database.db);
    const other = await makeUser(database.db, { on: { [site.id]: 'User' } });
    const third = await makeUser(database.db, { on: { [site.id]: 'User' } });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    expect((await engineer.delete(`/api/v1/users/${other.id}/?location_id=99999`)).statusCode).toBe(404);
    expect((await engineer.delete(`/api/v1/users/${other.id}/?location_id=${site.id}`)).statusCode).toBe(204);
    expect(await roles(other.id)).toEqual([]);
    const body = { assign_user_id: third.id, location_id: site.id };
    expect((await engineer.delete(`/api/v1/users/${engineer.userId}/`, body)).statusCode).toBe(204);
    expect(await roles(third.id)).toEqual([]);
    expect(await database.db.selectFrom('users').select('removed_at').where('id', '=', third.id).execute()).toEqual([
      { removed_at: null },
    ]);
  });

  // spec: administration 7 DELETE users/{id}/
  it('acts on the client of its account manager; the person goes when no client is left, and frees the address', async () => {
    const a = await makeClient(database.db);
    const b = await makeClient(database.db);
    const user = await makeUser(database.db, { client: a.id });
    const managerA = await person({ client: a.id, manages: true });
    const managerB = await person({ client: b.id, manages: true });
    await join(user.id, b.id);
    calls.length = 0;
    expect((await managerA.delete(`/api/v1/users/${user.id}/`)).statusCode).toBe(204);
    expect((await managerA.get(`/api/v1/users/${user.id}/`)).statusCode).toBe(404);
    expect((await managerB.get(`/api/v1/users/${user.id}/`)).statusCode).toBe(200);
    expect((await managerB.delete(`/api/v1/users/${user.id}/`)).statusCode).toBe(204);
    expect(calls).toEqual([`leave ${user.id}`, `end account ${user.id}`, `leave ${user.id}`]);
    expect((await managerB.post('/api/v1/users/', form({ email: user.email }))).json().id).not.toBe(user.id);
    expect((await audit(user.id)).at(-1)).toMatchObject({ action: 'remove', new: null, old: { email: user.email } });
  });

  it('by operator staff acts on the selected client while there are others, else on the whole person', async () => {
    const [a, b] = [await makeClient(database.db), await makeClient(database.db)];
    const user = await makeUser(database.db, { client: a.id });
    const root = await person({ is_superuser: true });
    await join(user.id, b.id);
    const url = `/api/v1/users/${user.id}/`;
    expect((await root.delete(url, undefined, at(a.id))).statusCode).toBe(204);
    expect((await root.get(url, at(b.id))).json()).toMatchObject({ client: b.id, is_active: true });
    expect((await audit(user.id)).at(-1)).toMatchObject({ action: 'remove', client_id: a.id });
    await join(user.id, a.id);
    expect((await root.delete(url)).statusCode).toBe(204);
    expect((await root.get(url)).statusCode).toBe(404);
  });

  it('takes off no site on which the person has a role above one’s own there', async () => {
    const site = await makeSite(database.db);
    const other = await makeSite(database.db, { client_id: site.clientId });
    const user = await makeUser(database.db, { on: { [site.id]: 'Manager', [other.id]: 'User' } });
    const mixed = await person({ on: { [site.id]: 'Engineer', [other.id]: 'Manager' } });
    expect((await mixed.delete(`/api/v1/users/${user.id}/`)).statusCode).toBe(204);
    expect(await roles(user.id)).toEqual([{ site_id: site.id, has_access: true, permission: 'Manager' }]);
  });

  it('takes a Manager’s own sites only', async () => {
    const site = await makeSite(database.db);
    const other = await makeSite(database.db, { client_id: site.clientId });
    const user = await makeUser(database.db, { on: { [site.id]: 'User', [other.id]: 'User' } });
    const manager = await person({ on: { [site.id]: 'Manager' } });
    expect((await manager.delete(`/api/v1/users/${user.id}/`)).statusCode).toBe(204);
    expect((await roles(user.id)).map((r) => r.site_id)).toEqual([other.id]);
  });
});
