import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { enqueueMail } from '../../platform/mail.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn } from '../../platform/testing/factories.ts';
import { addMailboxRoutes } from './index.ts';

const database = testDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await testApi(database.db, (a) => addMailboxRoutes(a, { db: database.db, hasMailServer: false }));
});
afterAll(() => api.http.close());

const sign = async (flags: object): Promise<SignedIn> =>
  signedIn(api.http, database.db, await makeUser(database.db, flags));
const mailTo = (user: { id: number; email: string } | null, to = user?.email ?? 'visitor@example.com') =>
  enqueueMail(
    database.db,
    {
      kind: 'account',
      to,
      subject: `Hello ${to}`,
      html: '<p>secret link</p>',
      text: 'secret link',
      userId: user?.id ?? null,
    },
    new Date(),
  );

describe('the mailbox', () => {
  it('is closed to everybody but operator staff', async () => {
    for (const flags of [{}, { manages: true }])
      expect((await (await sign(flags)).get('/api/v1/oem/mailbox/')).statusCode).toBe(403);
  });

  it('withholds a mail to a person whose role is above the reader’s', async () => {
    const boss = await makeUser(database.db, { is_superuser: true });
    const id = await mailTo(boss);
    for (const flags of [{ is_accounts_management: true }, { is_oem: true }]) {
      const answer = (await (await sign(flags)).get(`/api/v1/oem/mailbox/${id}/`)).json();
      expect(answer).toMatchObject({ withheld: true, text: '', html: '' });
    }
    const peer = await sign({ is_superuser: true });
    expect((await peer.get(`/api/v1/oem/mailbox/${id}/`)).json()).toMatchObject({
      withheld: false,
      text: 'secret link',
    });
  });

  it('lists the state of each mail, newest first, by state and words', async () => {
    const staff = await sign({ is_accounts_management: true });
    const id = await mailTo(null, 'searched_for@example.com');
    const list = async (query: string) => (await staff.get(`/api/v1/oem/mailbox/?${query}`)).json();
    expect(await list('limit=1')).toMatchObject({ has_mail_server: false, results: [{ id, state: 'queued' }] });
    expect(await list('search=SEARCHED_FOR')).toMatchObject({ count: 1, results: [{ id }] });
    expect((await list('search=searchedXfor')).count).toBe(0);
    expect((await list('state=failed')).count).toBe(0);
    expect((await staff.get('/api/v1/oem/mailbox/999999/')).statusCode).toBe(404);
  });
});
