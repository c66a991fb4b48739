import { createServer, type Server } from 'node:http';
import { texts } from '@tocsin/contract/account-texts';
import { portOf } from '@tocsin/simulator/port-of';
import { type Challenge, createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../access/testing.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeUser } from '../../platform/testing/factories.ts';
import { scriptOf } from './captcha.ts';
import { accountsApi, countMailsTo, mailTo } from './testing/accounts.ts';

const database = testDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await accountsApi(database.db);
});
afterAll(() => api.http.close());

let address = 1;
const from = () => `10.2.0.${address++ & 255}`;
const challenge = async (a: TestApi = api): Promise<Challenge> =>
  (await a.http.inject({ url: '/api/v1/verify-recaptcha/', remoteAddress: from() })).json().challenge;
const proof = async (given?: Challenge): Promise<string> => {
  const used = given ?? (await challenge());
  const solution = await solveChallenge({ challenge: used, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: used, solution })).toString('base64');
};
const verify = (token: string, a: TestApi = api) =>
  a.http.inject({ method: 'POST', url: '/api/v1/verify-recaptcha/', payload: { token }, remoteAddress: from() });
const cookieOf = (answer: Awaited<ReturnType<typeof verify>>): Record<string, string> => {
  const [cookie] = answer.cookies;
  return cookie ? { [cookie.name]: cookie.value } : {};
};
const human = async () => cookieOf(await verify(await proof()));
const post = (path: string, payload: object, cookies: Record<string, string> = {}) =>
  api.http.inject({ method: 'POST', url: `/api/v1/${path}/`, payload, cookies, remoteAddress: from() });
const demo = { name: 'Ann Vole', company: 'Prairie Grain', email: 'ann@prairie.example' };

describe('the captcha refuses', () => {
  // spec: administration 7 POST verify-recaptcha/
  it('nonsense, a wrong solution, a challenge of its own making, and a proof that was used', async () => {
    const issued = await challenge();
    const own = { hmacSignatureSecret: 'mine', hmacKeySignatureSecret: 'mine too' };
    const forged = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 5, deriveKey, ...own });
    const good = await proof();
    const wrong = { challenge: issued, solution: { counter: 1, derivedKey: '00', time: 1 } };
    for (const token of [
      '',
      'x',
      Buffer.from('{}').toString('base64'),
      Buffer.from(JSON.stringify(wrong)).toString('base64'),
    ])
      expect((await verify(token)).json(), token).toEqual({ success: false });
    expect((await verify(await proof(forged))).json()).toEqual({ success: false });
    expect((await verify(good)).json()).toEqual({ success: true });
    const again = await verify(good);
    expect(again.json()).toEqual({ success: false });
    expect(again.cookies).toEqual([]);
  });

  // spec: administration 5 Please complete the reCAPTCHA!
  // spec: administration 5 Feedback: captcha required
  it('a call without its cookie, with a forged one, and with one that was used', async () => {
    const missing = { non_field_errors: [texts.captchaMissing] };
    expect((await post('register-for-demo', demo)).json()).toEqual(missing);
    expect((await post('feedback', { about: 'Issue', text: 'x' })).json()).toEqual(missing);
    const cookies = await human();
    const [[name = '', value = ''] = []] = Object.entries(cookies);
    expect((await post('feedback', { about: 'Issue', text: 'x' }, { [name]: `9${value}` })).json()).toEqual(missing);
    expect((await post('feedback', { about: 'Issue', text: 'x' }, cookies)).statusCode).toBe(201);
    expect((await post('feedback', { about: 'Issue', text: 'x' }, cookies)).json()).toEqual(missing);
  });
});

describe('the cookie of a portal with https', () => {
  // meets: owasp-asvs-5 V3.3.1, V3.3.3
  it('is bound to its host and sent over https only', async () => {
    const answer = await verify(await proof());
    expect(answer.json()).toEqual({ success: true });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-tocsin_human=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});

describe('the proof of work', () => {
  // spec: decisions 2 the proof of work costs a phone at most about two seconds
  // meets: owasp-asvs-5 V3.3.2, V3.3.4
  it('gives a cookie that no script can read, and costs at most 200 tries', async () => {
    const answer = await verify(await proof());
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: true, path: '/' });
    const solution = await solveChallenge({ challenge: await challenge(), deriveKey });
    expect(solution?.counter).toBeLessThanOrEqual(200);
  });
});

describe('registering for a demo', () => {
  // spec: administration 5 Full Name!
  // spec: administration 5 Please input your Company Name!
  // spec: administration 5 The input is not valid E-mail!
  // spec: administration 5 Register: Email required
  it('requires each field with the texts of the specification', async () => {
    expect((await post('register-for-demo', { name: ' ', company: '', email: 'x' })).json()).toEqual({
      name: ['Full Name!'],
      company: ['Please input your Company Name!'],
      email: ['The input is not valid E-mail!'],
    });
  });

  // spec: administration 8 The email address is already registered.
  it('reveals who has an account or asked before only behind the captcha', async () => {
    const user = await makeUser(database.db);
    const taken = { ...demo, email: user.email };
    expect((await post('register-for-demo', taken)).json()).toEqual({ non_field_errors: [texts.captchaMissing] });
    expect((await post('register-for-demo', taken, await human())).json()).toEqual({
      email: [texts.alreadyRegistered],
    });
  });

  // spec: administration 7 POST register-for-demo/
  // spec: administration 8 Registered successfully
  it('thanks the visitor and notifies the super users, with markup as text', async () => {
    const boss = await makeUser(database.db, { is_superuser: true });
    const evil = { ...demo, name: '<script>alert(1)</script>' };
    const answer = await post('register-for-demo', evil, await human());
    expect([answer.statusCode, answer.json()]).toEqual([201, { detail: texts.registered }]);
    expect((await mailTo(database.db, demo.email)).html).not.toContain('<script>');
    expect((await mailTo(database.db, boss.email)).text).toContain('Prairie Grain');
    expect((await post('register-for-demo', evil, await human())).json()).toEqual({ email: [texts.alreadyRegistered] });
    expect(await countMailsTo(database.db, demo.email)).toBe(1);
  });
});

describe('feedback', () => {
  // spec: administration 5 Please input your message
  // spec: administration 5 Feedback: about required, max 255
  it('requires a topic and a message within their lengths', async () => {
    expect((await post('feedback', { about: '', text: '' })).json()).toMatchObject({
      text: ['Please input your message'],
    });
    const long = await post('feedback', { about: 'x'.repeat(256), text: 'x'.repeat(1501) });
    expect(Object.keys(long.json()).sort()).toEqual(['about', 'text']);
  });

  // spec: administration 7 POST feedback/
  // spec: administration 8 Your feedback has been saved successfully.
  it('is sent to the support address if there is one', async () => {
    const contacts = { support_address: '', support_phone: '', support_email: 'support@plant.example' };
    const other = await accountsApi(database.db, undefined, { contacts: async () => contacts });
    const answer = await other.http.inject({
      method: 'POST',
      url: '/api/v1/feedback/',
      payload: { about: 'Feature request', text: 'More <b>belts</b>' },
      cookies: await human(),
    });
    expect(answer.json()).toEqual({ detail: texts.feedbackSaved });
    expect((await mailTo(database.db, 'support@plant.example')).text).toContain('More <b>belts</b>');
    await other.http.close();
  });
});

describe('another provider', () => {
  let provider: Server;
  const requestBodies: string[] = [];
  beforeAll(async () => {
    provider = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        requestBodies.push(body);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: new URLSearchParams(body).get('response') === 'good' }));
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', () => resolve()));
  });
  afterAll(() => provider.close());

  // spec: decisions 2 CAPTCHA_SITE_KEY switches to a siteverify provider
  it('is verified by siteverify with the secret, whose answer counts', async () => {
    const verifyUrl = `http://127.0.0.1:${portOf(provider)}/siteverify`;
    const settings = { siteKey: 'site', secret: 'very secret', verifyUrl };
    const other = await accountsApi(database.db, undefined, { captcha: settings });
    const offer = (await other.http.inject('/api/v1/verify-recaptcha/')).json();
    expect(offer).toMatchObject({ provider: 'siteverify', site_key: 'site' });
    expect(JSON.stringify(offer)).not.toContain('very secret');
    expect((await verify('bad', other)).json()).toEqual({ success: false });
    const answer = await verify('good', other);
    expect(answer.json()).toEqual({ success: true });
    expect(answer.cookies).toHaveLength(1);
    expect(requestBodies[1]).toContain('secret=very+secret');
    await other.http.close();
  });

  // spec: administration 8 Something went wrong. Please try again later.
  it('that does not answer is reported as our failure, not as the visitor’s', async () => {
    const settings = { siteKey: 'site', secret: 's', verifyUrl: 'http://127.0.0.1:1/siteverify' };
    const other = await accountsApi(database.db, undefined, { captcha: settings });
    const answer = await verify('good', other);
    expect([answer.statusCode, answer.json().detail]).toEqual([503, 'Something went wrong. Please try again later.']);
    await other.http.close();
  });

  it('has its script by the host of its siteverify', () => {
    expect(scriptOf('https://challenges.cloudflare.com/turnstile/v0/siteverify')).toContain('turnstile');
    expect(scriptOf('https://captcha.plant.example/siteverify')).toContain('https://captcha.plant.example/api.js');
  });
});
