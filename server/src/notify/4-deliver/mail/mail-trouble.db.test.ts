import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drivenClock } from '../../../platform/clock.ts';
import { createEncryption } from '../../../platform/encryption.ts';
import { freePort } from '../../../platform/free-port.ts';
import { createLog } from '../../../platform/log.ts';
import type { ClaimedMail } from '../../../platform/mail/store.ts';
import { enqueueMail } from '../../../platform/mail.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { eventually } from '../../../platform/testing/eventually.ts';
import { type SmtpReceiver, startSmtp } from '../../../platform/testing/smtp.ts';
import { Outbox } from '../outbox.ts';
import { wireMessageId } from './headers.ts';
import { type MailChannel, mailChannel, mailsAtOnce } from './mail-channel.ts';

const database = testDatabase();
const log = createLog('silent');
const sender = { installation: 'test', publicUrl: 'https://plant.example' };
const clock = drivenClock(Date.now());
let smtp: SmtpReceiver;
let running: { readonly outbox: Outbox<ClaimedMail>; readonly channel: MailChannel } | undefined;

beforeAll(async () => {
  smtp = await startSmtp();
});
afterEach(async () => {
  await running?.outbox.stop();
  running?.channel.close();
  running = undefined;
});
afterAll(() => smtp.close());

const start = (smtpUrl: string): void => {
  const channel = mailChannel({
    db: database.db,
    clock,
    log,
    smtpUrl,
    from: 'Tocsin <portal@example.com>',
    sender: 'tocsin mail test',
    encryption: createEncryption('test', 'messages'),
    ...sender,
  });
  running = { channel, outbox: new Outbox(channel, { clock, log }) };
  running.outbox.wake();
};
const enqueue = async (to: string): Promise<number> => {
  const mail = { kind: 'alarm', to, subject: 'ALARM', html: '<p>a</p>', text: 'a' } as const;
  const id = await enqueueMail(database.db, mail, new Date(clock.now()));
  running?.outbox.wake();
  return id;
};
const state = (id: number) => database.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = async (id: number, good: (mail: Awaited<ReturnType<typeof state>>) => boolean) => {
  for (;;) {
    const mail = await state(id);
    if (good(mail)) return mail;
    // What became due while the outbox was busy is found at its next look.
    running?.outbox.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const minute = 60_000;
// meets: owasp-asvs-5 V16.5.2
it('a mail server that is down for an hour loses nothing: tried after 1, 5, 15 minutes and an hour, then sent once', async () => {
  const port = await freePort('SMTP', '127.0.0.1', 0, false);
  start(`smtp://127.0.0.1:${port}`);
  const id = await enqueue('shift@example.com');
  const messageId = (await state(id)).message_id;
  for (const [attempts, pause] of [
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
  ] as const) {
    const mail = await until(id, (one) => one.attempts === attempts);
    expect(mail).toMatchObject({ state: 'pending', last_error: expect.stringContaining('ECONNREFUSED') });
    expect(mail.next_at?.getTime()).toBe(clock.now() + pause * minute);
    clock.advanceTo(clock.now() + pause * minute);
    if (attempts === 4) break;
  }
  const back = await startSmtp(port);
  running?.outbox.wake();
  expect((await back.next('shift@example.com')).messageId).toBe(
    wireMessageId(messageId, 'portal@example.com', sender.installation),
  );
  expect(await until(id, (one) => one.state === 'sent')).toMatchObject({ attempts: 5, last_error: '' });
  expect(back.mails).toHaveLength(1);
  await back.close();
});

it('one refused recipient delays no other', async () => {
  smtp.refuse.set('gone@example.com', 550);
  start(smtp.url);
  const refused = await Promise.all(Array.from({ length: 20 }, () => enqueue('gone@example.com')));
  await enqueue('next@example.com');
  await smtp.next('next@example.com');
  for (const id of refused) await until(id, (one) => one.state === 'failed');
});

it('a slow recipient takes one connection: others are served meanwhile, and it receives each mail once', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  smtp.slow.set('slow@example.com', answered);
  start(smtp.url);
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
  start(hanging.url);
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
