import { describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../platform/testing/factories.ts';
import { userRoutes } from './testing/users.ts';

const { database, person, audit, roles } = userRoutes();

describe('memberships', () => {
  // spec: administration 6 Users can be assigned to a site, updated, removed
  it('with withdrawn access are visible only to people who may restore it', async () => {
    const site = await makeSite(database.db);
    const other = await makeSite(database.db, { client_id: site.clientId });
    const user = await makeUser(database.db, { on: { [site.id]: 'User' } });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const remote = await person({ on: { [other.id]: 'Manager' } });
    const url = `/api/v1/users/${user.id}/`;
    const { full_name, email, company, phone, address } = (await engineer.get(url)).json();
    const put = (has_access: boolean) =>
      engineer.put(url, {
        full_name,
        email,
        company,
        phone,
        address,
        location_access: [{ location_id: site.id, has_access, permission: 'User' }],
      });
    expect((await put(false)).json()).toMatchObject({ location_access: [{ has_access: false }] });
    expect((await engineer.get(url)).json()).toMatchObject({ location_access: [{ has_access: false }] });
    expect((await remote.get(url)).statusCode).toBe(404);
    expect((await put(true)).json()).toMatchObject({ location_access: [{ has_access: true }] });
  });

  it('of a person with a higher role are not changed by granting them again', async () => {
    const site = await makeSite(database.db);
    const other = await makeSite(database.db, { client_id: site.clientId });
    const user = await makeUser(database.db, { on: { [site.id]: 'User', [other.id]: 'Manager' } });
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const take = { location: site.id, user: user.id, has_access: false, permission: 'User' };
    expect((await engineer.post('/api/v1/membership/', take)).statusCode).toBe(403);
    expect((await roles(user.id))[0]).toMatchObject({ has_access: true });
  });

  // spec: administration 7 POST membership/
  // spec: administration 7 PATCH membership/{id}/
  it('are given and changed up to one’s own role, for people of the client', async () => {
    const site = await makeSite(database.db);
    const other = await makeUser(database.db, { client: site.clientId });
    const stranger = await makeUser(database.db);
    const engineer = await person({ on: { [site.id]: 'Engineer' } });
    const give = (user: number, permission = 'User') =>
      engineer.post('/api/v1/membership/', { location: site.id, user, has_access: true, permission });
    expect((await engineer.post('/api/v1/membership/', { user: other.id })).json()).toEqual({
      location: ['please select a location first'],
    });
    expect((await give(stranger.id)).json()).toHaveProperty('user');
    expect((await give(other.id, 'Manager')).statusCode).toBe(403);
    expect((await give(engineer.userId)).statusCode).toBe(403);
    const moved = await give(other.id);
    expect(moved.statusCode).toBe(201);
    expect(moved.json()).toMatchObject({ location: site.id, location_id: site.id, user: other.id, permission: 'User' });
    const url = `/api/v1/membership/${moved.json().id}/`;
    expect((await engineer.patch(url, { permission: 'Manager' })).statusCode).toBe(403);
    expect((await engineer.patch(url, { has_access: false })).json()).toMatchObject({ has_access: false });
    expect((await engineer.patch(url, { has_access: true })).json()).toMatchObject({ has_access: true });
    // Another thing may have this number too.
    const reply = (await audit(moved.json().id)).filter((row) => row.subject === 'membership');
    expect(reply.map((row) => row.action)).toEqual(['create', 'change', 'change']);
    for (const row of reply) expect(row.subject_name).toMatch(/^\S+ \S+ on \S+/);
  });
});
