import { testDueAfterDays } from '@tocsin/contract/policy-tests';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/policy-tests';
import { languageOf } from '../../access/reader-language.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { type DueTest, takeDueTests } from './store-policy-tests.ts';

export const testReminderTask = 'policy-test-reminders';
const dayMs = 86_400_000;
/** Policies of one transaction. */
const perRun = 100;

export interface TestReminderDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  /** Who manages what a policy serves. */
  readonly managersOf: (
    trx: Trx,
    served: { readonly client_id: number; readonly site_id: number | null },
  ) => Promise<readonly { readonly id: number; readonly email: string }[]>;
}

/**
 * Mails managers which of their policies nobody has tested for 90 days, one mail each, and again after 90
 * days. Mark and mails are one transaction, so that none is doubled after a kill.
 */
export const createTestReminder =
  (dependencies: TestReminderDependencies): (() => Promise<void>) =>
  async () => {
    const { db, clock, log } = dependencies;
    const now = new Date(clock.now());
    const failures = new Failures('policy', log);
    const failed: number[] = [];
    for (let limit = perRun; ; ) {
      let taken: readonly DueTest[] = [];
      const remind = () =>
        db.transaction().execute(async (trx) => {
          taken = await takeDueTests(trx, new Date(now.getTime() - testDueAfterDays * dayMs), now, {
            limit,
            but: failed,
          });
          await remindOf(trx, dependencies, taken, now);
        });
      if (limit === 1) {
        // One by one, because one of the last hundred failed.
        const isDone = await failures.catch('', remind);
        const [policy] = taken;
        if (!policy) break;
        if (!isDone) failed.push(policy.id);
      } else {
        const isDone = await remind().then(
          () => true,
          () => false,
        );
        if (!isDone) limit = 1;
        else if (taken.length < limit) break;
      }
    }
    failures.throwAny();
  };

/** Mails managers about these policies, one mail each. */
async function remindOf(
  trx: Trx,
  { managersOf, publicUrl }: TestReminderDependencies,
  due: readonly DueTest[],
  now: Date,
): Promise<void> {
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
