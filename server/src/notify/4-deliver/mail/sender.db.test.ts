import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DrivenClock, drivenClock } from '../../../platform/clock.ts';
import { createJobs, type Jobs } from '../../../platform/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { sendTask } from '../../../platform/mail/store.ts';
import { enqueueMail, type NewMail, renderMail } from '../../../platform/mail.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { type SmtpReceiver, startSmtp } from '../../../platform/testing/smtp.ts';
import { nextAttemptAt } from '../back-off.ts';
import { wireMessageId } from './headers.ts';
import { createMailer, isFinal } from './sender.ts';

const database = testDatabase();
const log = createLog('silent');
const sender = { installation: 'test', publicUrl: 'https://plant.example' };
const clock: DrivenClock = drivenClock(Date.now());
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

const startJobs = async (smtpUrl: string | null = smtp.url) => {
  const mailer = createMailer({ db: database.db, clock, log, smtpUrl, from: 'Tocsin <portal@example.com>', ...sender });
  running = createJobs({ address: database.address, clock, log, name: 'mail', concurrency: 1, tasks: mailer.tasks });
  await running.start();
};
const enqueue = (over: Partial<NewMail> = {}) =>
  enqueueMail(
    database.db,
    { kind: 'other', to: 'a@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', ...over },
    new Date(clock.now()),
  );
const state = async (id: number) =>
  await database.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = async <T>(get: () => Promise<T>, good: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await get();
    if (good(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('a mail', () => {
  it('is not sent when the transaction that enqueued it fails', async () => {
    await startJobs();
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
    await startJobs();
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
    await startJobs();
    const id = await enqueue({ to: 'busy@example.com' });
    const held = await until(
      () => state(id),
      (m) => m.attempts === 1,
    );
    expect(held.state).toBe('queued');
    expect(held.next_at?.getTime()).toBe(clock.now() + 60_000);
    smtp.refuse.clear();
    await database.pool.query(
      'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())',
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
    await startJobs(null);
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
    await startJobs();
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
    const mailer = createMailer({
      db: database.db,
      clock,
      log,
      smtpUrl: smtp.url,
      from: 'portal@example.com',
      ...sender,
    });
    await mailer.tasks[sendTask]?.({ mail: ids[0] });
    mailer.close();
    const states = await Promise.all([...ids, later].map(async (id) => (await state(id)).state));
    expect(states).toEqual(['sent', 'sent', 'queued']);
  });

  it('leaves the others of its address at their own times when it was not accepted', async () => {
    smtp.refuse.set('full@example.com', 452);
    const ids = [await enqueue({ to: 'full@example.com' }), await enqueue({ to: 'full@example.com' })];
    const mailer = createMailer({
      db: database.db,
      clock,
      log,
      smtpUrl: smtp.url,
      from: 'portal@example.com',
      ...sender,
    });
    await mailer.tasks[sendTask]?.({ mail: ids[0] });
    mailer.close();
    smtp.refuse.clear();
    expect(await Promise.all(ids.map(async (id) => (await state(id)).attempts))).toEqual([1, 0]);
  });

  // meets: owasp-asvs-5 V1.3.11
  it('cannot get a second header or recipient', async () => {
    await startJobs();
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

describe('the job of a process that died', () => {
  it('is resumed at the next start', async () => {
    const id = await enqueue({ to: 'left@example.com' });
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() where key = $1`,
      [`mail ${id}`],
    );
    await database.pool.query(
      `insert into job_pool (pool_id, application_name) values ('pool-dead', 'tocsin mail dead')`,
    );
    await startJobs();
    await smtp.next('left@example.com');
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
