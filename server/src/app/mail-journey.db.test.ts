import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Jobs } from '../platform/jobs.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { callsWith, makeUser, signedIn } from '../platform/testing/factories.ts';
import { type SmtpReceiver, startSmtp } from '../platform/testing/smtp.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';
import { startNotify } from './testing/started-notify.ts';

const database = testDatabase();
let app: WalkApp;
let smtp: SmtpReceiver;
let mail: Jobs;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await startWalkApp(database.db);
  mail = await startNotify(database, smtp);
});
afterAll(async () => {
  await mail.stop();
  await app.stop();
  await smtp.close();
});

const post = (path: string, payload: object) => app.http.inject({ method: 'POST', url: `/api/v1/${path}/`, payload });

describe('over a real mail server', () => {
  // spec: decisions 8 activation mail goes out at client creation to the contact person
  // spec: administration 2.4 the client's contact person receives administrative permissions and activation settings by e-mail
  it("a new client's contact person activates, forgets the password, and chooses another", async () => {
    const { db } = database;
    const boss = await signedIn(app.http, db, await makeUser(db, { is_superuser: true }));
    const email = 'contact@prairie.example';
    const client = { number: 7, company: 'Prairie Grain', address: 'a', phone: 'p', full_name: 'Ann Vole', email };
    expect((await boss.post('/api/v1/clients/', client)).statusCode).toBe(201);

    const invitation = await smtp.next(email);
    expect(invitation.from).toBe('portal@plant.example');
    expect(invitation.html).toContain('Activate account');
    const [, key = ''] = /\/register\/activate\/(\S+)/.exec(invitation.text) ?? [];
    await post(`users/activation/accept-terms/${key}`, { stage: 1 });
    const first = { password1: 'Belt-Speed 42', password2: 'Belt-Speed 42' };
    const { token } = (await post(`users/activation/set-password/${key}`, first)).json();
    const contact = callsWith(app.http, token, 0);
    expect((await contact.get('/api/v1/me/')).json()).toMatchObject({ email, is_accounts_management: true });

    expect((await post('accounts/password/reset', { email })).statusCode).toBe(200);
    const reset = await smtp.next(email);
    const [, uid = '', code = ''] = /\/password\/reset\/key\/(\d+)-(\S+)/.exec(reset.text) ?? [];
    const next = { uid, token: code, new_password1: 'Tail-Pulley 77', new_password2: 'Tail-Pulley 77' };
    expect((await post('accounts/password/reset/confirm', next)).statusCode).toBe(200);
    expect((await contact.get('/api/v1/me/')).statusCode).toBe(401);
    expect((await smtp.next(email)).subject).toBe('Your password was changed');
    expect((await post('accounts/login-jwt', { username: email, password: 'Tail-Pulley 77' })).statusCode).toBe(200);
  });

  it('a sent link is stored nowhere', async () => {
    const { rows } = await database.pool.query(
      "select count(*) filter (where html <> '' or text <> '') as kept from mail where kind = 'account' and state = 'sent'",
    );
    expect(rows[0].kept).toBe(0);
  });
});
