import { testDueAfterDays } from '@tocsin/contract/policy-tests';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/policy-tests';
import { languageOf } from '../../access/reader-language.ts';
import type { Trx } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { type DueTest, takeDueTests } from './store-policy-tests.ts';

export const testReminderTask = 'policy-test-reminders';
const dayMs = 86_400_000;
/** Policies of one transaction. */
const perRun = 100;

/** Scheduled once for all processes; each run schedules the next. */
export const enqueueTestReminders = (db: Db, at: Date): Promise<void> =>
  enqueueJob(db, { task: testReminderTask, payload: {}, key: testReminderTask, runAt: at, priority: 5 });

export interface TestReminderDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Who manages what a policy serves. */
  readonly managersOf: (
    trx: Trx,
    served: { readonly client_id: number; readonly site_id: number | null },
  ) => Promise<readonly { readonly id: number; readonly email: string }[]>;
}

/**
 * Once a day: mails managers which of their policies nobody has tested for 90 days, one mail each, and again after 90
 * days. Mark and mails are one transaction, so that none is doubled after a kill.
 */
export const createTestReminder =
  (dependencies: TestReminderDependencies): JobTask =>
  async () => {
    const { db, clock } = dependencies;
    const now = clock.now();
    while (await db.transaction().execute((trx) => remindOnce(trx, dependencies, new Date(now))));
    await enqueueTestReminders(db, new Date(now + dayMs));
  };

/** Reminds of some policies; true when there may be more. */
async function remindOnce(trx: Trx, { managersOf, publicUrl }: TestReminderDependencies, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - testDueAfterDays * dayMs);
  const due = await takeDueTests(trx, before, now, perRun);
  const letters = new Map<string, { readonly to: string; readonly userId: number; readonly policies: DueTest[] }>();
  for (const policy of due)
    for (const { id: userId, email: to } of await managersOf(trx, policy)) {
      const key = `${policy.client_id} ${userId}`;
      const letter = letters.get(key) ?? { to, userId, policies: [] };
      letter.policies.push(policy);
      letters.set(key, letter);
    }
  for (const { to, userId, policies } of letters.values()) {
    const mail = await letterOf(policies, publicUrl, await languageOf(trx, userId));
    await enqueueMail(trx, { kind: 'other', to, ...mail, userId, clientId: policies[0]?.client_id }, now);
  }
  return due.length === perRun;
}

async function letterOf(policies: readonly DueTest[], publicUrl: string, language: string) {
  const t = textsIn(texts, language).reminder;
  const subject = t.subject(policies.length);
  const { html, text } = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'text', text: t.text },
      {
        kind: 'facts',
        rows: policies.map(({ title, site_name, client_name, tested_at }) => [
          `${title} (${site_name ?? client_name})`,
          tested_at === null ? t.never : t.last(tested_at.toISOString().slice(0, 10)),
        ]),
      },
      { kind: 'button', label: t.button, url: `${publicUrl}/on-call` },
    ],
    foot: [`${publicUrl}/`, t.foot],
    language,
  });
  return { subject, html, text };
}
