import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drivenClock } from '../../../platform/clock.ts';
import { freePort } from '../../../platform/free-port.ts';
import { createJobs, type Jobs } from '../../../platform/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { enqueueMail } from '../../../platform/mail.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { type SmtpReceiver, startSmtp } from '../../../platform/testing/smtp.ts';
import { wireMessageId } from './headers.ts';
import { createMailer, mailsAtOnce } from './sender.ts';

const database = testDatabase();
const log = createLog('silent');
const sender = { installation: 'test', publicUrl: 'https://plant.example' };
const clock = drivenClock(Date.now());
let smtp: SmtpReceiver;
let running: Jobs | undefined;

beforeAll(async () => {
  smtp = await startSmtp();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => smtp.close());

const startJobs = async (smtpUrl: string) => {
  const mailer = createMailer({ db: database.db, clock, log, smtpUrl, from: 'Tocsin <portal@example.com>', ...sender });
  running = createJobs({
    address: database.address,
    clock,
    log,
    name: 'mail',
    concurrency: mailsAtOnce,
    tasks: mailer.tasks,
  });
  await running.start();
};
const enqueue = (to: string) =>
  enqueueMail(database.db, { kind: 'alarm', to, subject: 'ALARM', html: '<p>a</p>', text: 'a' }, new Date(clock.now()));
const state = (id: number) => database.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = async (id: number, good: (mail: Awaited<ReturnType<typeof state>>) => boolean) => {
  for (;;) {
    const mail = await state(id);
    if (good(mail)) return mail;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const minute = 60_000;
/** Makes everything queued due now, and notifies the runner as for a new job; on its own it polls every two seconds. */
const runNow = () =>
  database.pool.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now()),
       pg_notify('jobs:insert', '{"r":"0","count":1}')`,
  );

// meets: owasp-asvs-5 V16.5.2
it('a mail server that is down for an hour loses nothing: tried after 1, 5, 15 minutes and an hour, then sent once', async () => {
  const port = await freePort('SMTP', '127.0.0.1', 0, false);
  await startJobs(`smtp://127.0.0.1:${port}`);
  const id = await enqueue('shift@example.com');
  const messageId = (await state(id)).message_id;
  for (const [attempts, pause] of [
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
  ] as const) {
    const mail = await until(id, (one) => one.attempts === attempts);
    expect(mail).toMatchObject({ state: 'queued', last_error: expect.stringContaining('ECONNREFUSED') });
    expect(mail.next_at?.getTime()).toBe(clock.now() + pause * minute);
    clock.advanceTo(clock.now() + pause * minute);
    if (attempts === 4) break;
    await runNow();
  }
  const back = await startSmtp(port);
  await runNow();
  expect((await back.next('shift@example.com')).messageId).toBe(
    wireMessageId(messageId, 'portal@example.com', sender.installation),
  );
  expect(await until(id, (one) => one.state === 'sent')).toMatchObject({ attempts: 5, last_error: '' });
  expect(back.mails).toHaveLength(1);
  await back.close();
});

it('one refused recipient delays no other', async () => {
  smtp.refuse.set('gone@example.com', 550);
  await startJobs(smtp.url);
  const refused = await Promise.all(Array.from({ length: 20 }, () => enqueue('gone@example.com')));
  await enqueue('next@example.com');
  await smtp.next('next@example.com');
  for (const id of refused) await until(id, (one) => one.state === 'failed');
});

it('a slow recipient takes one connection: others are served meanwhile, and it receives each mail once', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  smtp.slow.set('slow@example.com', answered);
  await startJobs(smtp.url);
  const slow = [
    await enqueue('slow@example.com'),
    await enqueue('slow@example.com'),
    await enqueue('slow@example.com'),
  ];
  const quick = await Promise.all(Array.from({ length: 10 }, (_, i) => enqueue(`quick${i}@example.com`)));
  for (const id of quick) await until(id, (one) => one.state === 'sent');
  expect((await Promise.all(slow.map(state))).filter((mail) => mail.state === 'sent')).toEqual([]);
  expect(smtp.mails.filter((mail) => mail.to === 'slow@example.com').length).toBeLessThanOrEqual(1);
  answer();
  for (const id of slow) await until(id, (one) => one.state === 'sent');
  expect(smtp.mails.filter((mail) => mail.to === 'slow@example.com')).toHaveLength(3);
});

it('a hanging host with as many mails as can be sent at once delays no mail to another host', async () => {
  const hanging = await startSmtp();
  await startJobs(hanging.url);
  // No answer to the mail: its connection waits for the server's timeout.
  const hung = Array.from({ length: 2 * mailsAtOnce }, (_, n) => `person${n}@hung.example`);
  for (const address of hung) hanging.slow.set(address, new Promise(() => {}));
  for (const address of hung) await enqueue(address);
  await eventually(() => expect(hanging.mails).toHaveLength(4));
  clock.advanceTo(clock.now() + 6_000);
  const id = await enqueue('shift@other.example');
  await hanging.next('shift@other.example');
  await until(id, (mail) => mail.state === 'sent');
  expect(hanging.mails.filter(({ to }) => to !== 'shift@other.example')).toHaveLength(4);
  await hanging.close();
});
