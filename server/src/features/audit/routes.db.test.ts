import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { type AuditNote, recorded } from '../../platform/audit.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  makeClient,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../platform/testing/factories.ts';
import { addAuditRoutes } from './index.ts';

const database = testDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await testApi(database.db, (a) => addAuditRoutes(a, { db: database.db }));
});
afterAll(async () => {
  await api.http.close();
});

const url = '/api/v1/audit/';
const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
  await signedIn(api.http, database.db, await makeUser(database.db, over));
const note = (over: Partial<AuditNote>) =>
  recorded(database.db, { userId: 5, name: 'Ann Vole', address: '10.0.0.9' }, async (_trx, say) =>
    say({
      action: 'change',
      subject: 'site',
      subjectId: 1,
      subjectName: 'North',
      old: { title: 'a' },
      new: { title: 'b' },
      ...over,
    }),
  );
const names = (answer: { json(): { results: { subject_name: string }[] } }) =>
  answer.json().results.map((r) => r.subject_name);

describe('the audit log', () => {
  // meets: iec-62443-4-2 CR 6.1
  it('is for operator staff and account managers, each with their own clients', async () => {
    const client = await makeClient(database.db);
    const other = await makeClient(database.db);
    const site = await makeSite(database.db, { client_id: client.id });
    await note({ clientId: client.id, subjectName: 'ours' });
    await note({ clientId: other.id, subjectName: 'theirs' });
    expect((await (await person({ on: { [site.id]: 'Manager' } })).get(url)).statusCode).toBe(403);
    expect((await (await person({ on: { [site.id]: 'Manager' }, client: other.id })).get(url)).statusCode).toBe(403);
    const manager = await person({ client: client.id, manages: true });
    expect(names(await manager.get(url))).toEqual(['ours']);
    expect((await manager.get(`${url}?client=${other.id}`)).statusCode).toBe(404);
    const staff = await person({ is_accounts_management: true });
    expect(names(await staff.get(url))).toEqual(['theirs', 'ours']);
    expect(names(await staff.get(`${url}?client=${other.id}`))).toEqual(['theirs']);
    const selected = { headers: { 'x-tocsin-selection': `${client.id},,` } };
    expect(names(await staff.get(url, selected))).toEqual(['ours']);
  });

  it('is filtered by subject, person, action, text and days, and leaves out selections', async () => {
    const site = await makeSite(database.db);
    const client = site.clientId;
    await note({ clientId: client, siteId: site.id, subjectName: 'first' });
    await note({ clientId: client, deviceId: 77, action: 'suspend', subject: 'device', subjectName: 'Leg 1' });
    await note({ clientId: client, action: 'select', subjectName: 'looked at' });
    await database.db
      .updateTable('audit')
      .set({ at: new Date(Date.UTC(2026, 0, 5, 23)) })
      .where('subject_name', '=', 'first')
      .execute();
    const manager = await person({ client, manages: true });
    const namesFor = async (query: string) => names(await manager.get(`${url}?${query}`));
    expect(await namesFor('')).toEqual(['Leg 1', 'first']);
    expect(await namesFor('action=select')).toEqual(['looked at']);
    expect(await namesFor(`location=${site.id}`)).toEqual(['first']);
    expect(await namesFor('device=77')).toEqual(['Leg 1']);
    expect(await namesFor('user=5&subject=device')).toEqual(['Leg 1']);
    expect(await namesFor('search=LEG%201')).toEqual(['Leg 1']);
    expect(await namesFor('search=ann')).toHaveLength(2);
    await note({
      clientId: client,
      subjectName: 'moved',
      old: { email: 'Old@x.example' },
      new: { email: 'New@x.example' },
    });
    expect(await namesFor('search=old@x')).toEqual(['moved']);
    expect(await namesFor('search=new@x')).toEqual(['moved']);
    expect(await namesFor('date_to=2026-01-05')).toEqual(['first']);
    expect(await namesFor('date_from=2026-01-05&date_to=2026-01-05')).toEqual(['first']);
    expect(await namesFor('date_to=2026-01-04')).toEqual([]);
    expect((await manager.get(`${url}?date_to=yesterday`)).statusCode).toBe(400);
    expect(await namesFor('limit=1&offset=2')).toEqual(['first']);
  });

  // spec: decisions 7 CSV: UTF-8 with BOM, comma, ISO times in the site's zone with offset, formulas escaped
  it('is exported as CSV in the site’s zone, formulas escaped, however long', async () => {
    const site = await makeSite(database.db, { timezone: 'America/Chicago', title: 'Elevator' });
    await database.db
      .insertInto('audit')
      .values(
        Array.from({ length: 2_500 }, (_, i) => ({
          user_name: '=cmd()',
          client_id: site.clientId,
          site_id: site.id,
          action: 'change',
          subject: 'site',
          subject_name: `row ${i}`,
          at: new Date(Date.UTC(2026, 0, 5, 12)),
          new: JSON.stringify({ title: 'a,b', n: [1] }),
        })),
      )
      .execute();
    const manager = await person({ client: site.clientId, manages: true });
    const answer = await manager.get(`${url}export/`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.trimEnd().split('\n');
    expect(lines[0]).toBe('\ufefftime,person,address,client,site,action,subject,name,old,new');
    expect(lines).toHaveLength(2_501);
    expect(lines[1]).toMatch(
      /^2026-01-05T06:00:00\.000-06:00,'=cmd\(\),,Company \d+,Elevator,change,site,row 2499,,"n: \[1\]; title: a,b"$/,
    );
    expect((await manager.get(`${url}export/?search=row%2017`)).body.trimEnd().split('\n').length).toBe(112);
  });
});
