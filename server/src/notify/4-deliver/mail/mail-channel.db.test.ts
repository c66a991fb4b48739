import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DrivenClock, drivenClock } from '../../../platform/clock.ts';
import { connectionOf } from '../../../platform/db.ts';
import { createEncryption } from '../../../platform/encryption.ts';
import { createLog } from '../../../platform/log.ts';
import { type ClaimedMail, claimMails, settleMail } from '../../../platform/mail/store.ts';
import { enqueueMail, type NewMail, renderMail } from '../../../platform/mail.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { type SmtpReceiver, startSmtp } from '../../../platform/testing/smtp.ts';
import { nextAttemptAt } from '../back-off.ts';
import { Outbox } from '../outbox.ts';
import { wireMessageId } from './headers.ts';
import { isFinal, type MailChannel, type MailDependencies, mailChannel } from './mail-channel.ts';

const database = testDatabase();
const log = createLog('silent');
const sender = { installation: 'test', publicUrl: 'https://plant.example' };
const clock: DrivenClock = drivenClock(Date.now());
let smtp: SmtpReceiver;
const running: { readonly outbox: Outbox<ClaimedMail>; readonly channel: MailChannel }[] = [];

beforeAll(async () => {
  smtp = await startSmtp();
});
afterEach(async () => {
  for (const { outbox, channel } of running.splice(0)) {
    await outbox.stop();
    channel.close();
  }
});
afterAll(() => smtp.close());

const channelOf = (over: Partial<MailDependencies> = {}) =>
  mailChannel({
    db: database.db,
    clock,
    log,
    smtpUrl: smtp.url,
    from: 'Tocsin <portal@example.com>',
    sender: 'tocsin mail test',
    encryption: createEncryption('test', 'messages'),
    ...sender,
    ...over,
  });
/** Sends what is due until the test ends. */
const start = (over: Partial<MailDependencies> = {}): void => {
  const channel = channelOf(over);
  const outbox = new Outbox(channel, { clock, log });
  running.push({ outbox, channel });
  outbox.wake();
};
const wake = (): void => {
  for (const { outbox } of running) outbox.wake();
};
/** Sends what is due at this moment. */
const sendDue = async (over: Partial<MailDependencies> = {}) => {
  const channel = channelOf(over);
  const outbox = new Outbox(channel, { clock, log });
  while (await outbox.startDue()) await outbox.idle();
  channel.close();
};
const enqueue = async (over: Partial<NewMail> = {}): Promise<number> => {
  const mail = { kind: 'other' as const, to: 'a@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  const id = await enqueueMail(database.db, { ...mail, ...over }, new Date(clock.now()));
  wake();
  return id;
};
const state = async (id: number) =>
  await database.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = async <T>(get: () => Promise<T>, good: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await get();
    if (good(value)) return value;
    // What became due while the outbox was busy is found at its next look.
    wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('a mail', () => {
  it('is not sent when the transaction that enqueued it fails', async () => {
    start();
    const failing = database.db.transaction().execute(async (trx) => {
      await enqueueMail(
        trx,
        { kind: 'alarm', to: 'never@example.com', subject: 's', html: 'h', text: 't' },
        new Date(),
      );
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const id = await enqueue({ to: 'after@example.com' });
    await smtp.next('after@example.com');
    await until(
      () => state(id),
      (m) => m.state === 'sent',
    );
    expect(smtp.mails.some((m) => m.to === 'never@example.com')).toBe(false);
  });

  // spec: decisions 6 a 5xx answer fails at once; one bad recipient holds up nobody
  it('fails at once on a 5xx answer, delays no others, and records the reason', async () => {
    smtp.refuse.set('gone@example.com', 550);
    start();
    const bad = await enqueue({ to: 'gone@example.com' });
    const good = await enqueue({ to: 'there@example.com' });
    await smtp.next('there@example.com');
    expect(
      await until(
        () => state(bad),
        (m) => m.state === 'failed',
      ),
    ).toMatchObject({ attempts: 1, next_at: null });
    expect((await state(bad)).last_error).toContain('not accepted');
    expect(
      await until(
        () => state(good),
        (m) => m.state === 'sent',
      ),
    ).toMatchObject({ last_error: '' });
  });

  // spec: decisions 6 failures: retried after 1, 5, 15 minutes, then hourly for 24 h
  it('is tried again after a minute with the same Message-ID', async () => {
    smtp.refuse.set('busy@example.com', 451);
    start();
    const id = await enqueue({ to: 'busy@example.com' });
    const held = await until(
      () => state(id),
      (m) => m.attempts === 1,
    );
    expect(held.state).toBe('pending');
    expect(held.next_at?.getTime()).toBe(clock.now() + 60_000);
    smtp.refuse.clear();
    clock.advanceTo(clock.now() + 60_000);
    await until(
      () => state(id),
      (m) => m.state === 'sent',
    );
    const mail = await smtp.next('busy@example.com');
    expect(mail.messageId).toBe(wireMessageId(held.message_id, 'portal@example.com', sender.installation));
    expect(
      (
        await until(
          () => state(id),
          (m) => m.state === 'sent',
        )
      ).attempts,
    ).toBe(2);
  });

  // spec: decisions 6 without SMTP mails go to a mailbox that operators can read
  it('stays in the mailbox when there is no mail server', async () => {
    start({ smtpUrl: null });
    const id = await enqueue({ kind: 'account' });
    expect(
      await until(
        () => state(id),
        (m) => m.state === 'mailbox',
      ),
    ).toMatchObject({ text: 'Hello' });
  });

  // spec: decisions 6 alarm mails go first
  it('of an alarm is sent before mails that have waited longer', async () => {
    const first = smtp.mails.length;
    for (let i = 0; i < 5; i++) await enqueue({ to: `bulk${i}@example.com` });
    await enqueue({ to: 'alarm@example.com', kind: 'alarm' });
    start();
    await smtp.next('bulk4@example.com');
    expect(smtp.mails[first]?.to).toBe('alarm@example.com');
  });

  it('is sent together with all others that wait for its address', async () => {
    const ids = [await enqueue({ to: 'Shift@example.com' }), await enqueue({ to: 'shift@example.com' })];
    const later = await enqueue({ to: 'shift@example.com' });
    await database.db
      .updateTable('mail')
      .set({ next_at: new Date(clock.now() + 60_000) })
      .where('id', '=', later)
      .execute();
    await sendDue();
    const states = await Promise.all([...ids, later].map(async (id) => (await state(id)).state));
    expect(states).toEqual(['sent', 'sent', 'pending']);
  });

  it('that was not accepted leaves the others of its address at their own times', async () => {
    smtp.refuse.set('full@example.com', 452);
    const ids = [await enqueue({ to: 'full@example.com' }), await enqueue({ to: 'full@example.com' })];
    await sendDue();
    smtp.refuse.clear();
    const mails = await Promise.all(ids.map(state));
    expect(mails.map(({ attempts, state: of }) => [attempts, of])).toEqual([
      [1, 'pending'],
      [1, 'pending'],
    ]);
  });

  // meets: owasp-asvs-5 V1.3.11
  it('cannot get a second header or recipient', async () => {
    start();
    await enqueue({ to: 'one@example.com', subject: 'Hi\r\nBcc: two@example.com\r\n\r\nbody' });
    const mail = await smtp.next('one@example.com');
    expect(mail.subject).toContain('Hi Bcc: two@example.com');
    expect(mail.raw).not.toMatch(/^bcc:/im);
    expect(smtp.mails.some((m) => m.to === 'two@example.com')).toBe(false);
  });

  it('enqueued twice with one Message-ID is one', async () => {
    const a = await enqueue({ messageId: '<event-1@tocsin>' });
    expect(await enqueue({ messageId: '<event-1@tocsin>' })).toBe(a);
  });
});

describe('the mail of a process', () => {
  const lease = 240_000;
  const claimAs = (sender: string) => {
    const [now, leaseUntil] = [new Date(clock.now()), new Date(clock.now() + lease)];
    return claimMails(database.db, { now, leaseUntil, limit: 16, perHost: 4, sender });
  };

  it('that died is sent at the next start', async () => {
    const id = await enqueue({ to: 'left@example.com' });
    expect((await claimAs('tocsin mail dead')).map((mail) => mail.id)).toContain(id);
    start();
    await smtp.next('left@example.com');
  });

  it('that lives is left to it until its lease ends, and what it writes after that changes nothing', async () => {
    const id = await enqueue({ to: 'slow@lives.example' });
    const [mail] = await claimAs('tocsin mail alive');
    if (mail?.id !== id) throw new Error('another mail was due');
    const connection = new pg.Client({ ...connectionOf(database.address), application_name: 'tocsin mail alive' });
    await connection.connect();
    try {
      await sendDue();
      expect(await state(id)).toMatchObject({ state: 'sending', lease: 1 });
      clock.advanceTo(clock.now() + lease);
      await sendDue();
      expect(await state(id)).toMatchObject({ state: 'sent', lease: 2 });
      expect(await settleMail(database.db, mail, { state: 'failed', error: 'late' })).toBe(false);
      expect(await state(id)).toMatchObject({ state: 'sent', last_error: '' });
    } finally {
      await connection.end();
    }
  });

  it('is claimed by one of two at a time for an address, and four at a time for a host', async () => {
    for (let n = 0; n < 6; n++) await enqueue({ to: `person${n}@one.example` });
    for (let n = 0; n < 3; n++) await enqueue({ to: 'Shift@two.example' });
    const claims = await Promise.all([claimAs('tocsin mail a'), claimAs('tocsin mail b')]);
    const hosts = claims.flat().map(({ to_address: to }) => to.slice(to.indexOf('@') + 1));
    expect(hosts.toSorted()).toEqual([...Array(4).fill('one.example'), 'two.example']);
    await database.db.deleteFrom('mail').where('state', '<>', 'sent').execute();
  });

  it('whose server does not answer in time is tried again', async () => {
    smtp.slow.set('silent@example.com', new Promise(() => {}));
    const id = await enqueue({ to: 'silent@example.com' });
    await sendDue({ timeout: () => AbortSignal.abort() });
    expect(await state(id)).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_error: 'The mail server did not answer in time',
    });
    smtp.slow.clear();
    await database.db.deleteFrom('mail').where('id', '=', id).execute();
  });
});

describe('mails of a thread', () => {
  it('answer one Message-ID of this installation; others answer none', async () => {
    for (const subject of ['began', 'ended'])
      await enqueue({ to: `${subject}@thread.example`, subject, thread: 'event-7' });
    await enqueue({ to: 'single@thread.example', subject: 'single' });
    await sendDue();
    const rootOf = async (name: string) =>
      /^In-Reply-To: *(\S+)/im.exec((await smtp.next(`${name}@thread.example`)).raw)?.[1];
    expect(await rootOf('began')).toBe('<event-7.test@example.com>');
    expect(await rootOf('ended')).toBe('<event-7.test@example.com>');
    expect(await rootOf('single')).toBeUndefined();
  });
});

describe('when to try again', () => {
  it('is after 1, 5 and 15 minutes, then hourly, and never after 24 hours', () => {
    const m = 60_000;
    const at = (attempts: number, now: number) =>
      nextAttemptAt('mail', attempts, { createdAt: 0, now, retryAfterMs: null });
    expect([1, 2, 3, 4, 5].map((n) => at(n, 0))).toEqual([m, 5 * m, 15 * m, 60 * m, 60 * m]);
    expect(at(25, 23 * 60 * m + 1)).toBeNull();
  });

  it('is never after a 5xx, but a refused sign-in at the mail server is not final', () => {
    expect(isFinal(Object.assign(new Error('no'), { responseCode: 554 }))).toBe(true);
    expect(isFinal(Object.assign(new Error('no'), { responseCode: 535, code: 'EAUTH' }))).toBe(false);
    expect(isFinal(new Error('connection refused'))).toBe(false);
  });
});

describe('a letter', () => {
  // meets: owasp-asvs-5 V1.1.2, V1.2.1
  it('treats markup in names as text, with the same content in both formats', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { html, text } = await renderMail({
      heading: `Hello ${evil}`,
      blocks: [
        { kind: 'text', text: `Dear ${evil}` },
        { kind: 'facts', rows: [['Site', evil]] },
        { kind: 'button', label: 'Open', url: 'https://plant.example/x' },
      ],
      foot: ['Support: 555'],
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
    expect(html).toContain('href="https://plant.example/x"');
    for (const part of [evil, 'https://plant.example/x', 'Support: 555']) expect(text).toContain(part);
  });

  it('lets no name that was stored earlier begin a line, reorder or hide text', async () => {
    const evil = 'Mill\r\nYour account is locked:\nhttps://evil.example\u202e \u200b';
    const { html, text } = await renderMail({
      heading: evil,
      blocks: [
        { kind: 'text', text: `${evil} invites you` },
        { kind: 'notice', tone: 'plain', text: evil },
        { kind: 'facts', rows: [[evil, evil]] },
        { kind: 'list', items: [evil] },
        { kind: 'button', label: evil, url: 'https://plant.example/x' },
        { kind: 'quiet', text: evil },
        { kind: 'text', text: 'First line\nsecond line\u202e', hasLines: true },
      ],
      foot: [evil.replaceAll(/[\r\n]/g, ' ')],
    });
    for (const part of [html, text]) {
      expect(part).not.toMatch(/\n(Your account|https:\/\/evil)/);
      expect(part).not.toMatch(/[\u200b\u202e]/);
    }
    expect(text).toContain('First line\nsecond line\n');
  });
});
