import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/out-of-service';
import { texts as product } from '@tocsin/contract/texts/product';
import { byLanguage } from '../../access/reader-language.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { forEach } from '../../platform/each.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { reminderAtOrAfter } from './rules.ts';
import * as store from './store.ts';

const dayMs = 24 * 3_600_000;
export const reviewTask = 'out-of-service.review';
/** Schedules reminders that are missing; see `enqueueReminders`. */
export const reviewsTask = 'out-of-service.reviews';

/** Schedules the next reminder of a row in the caller's transaction; it replaces the one that is scheduled. */
export const enqueueReminder = (db: Db | Trx, id: number, at: Date): Promise<void> =>
  enqueueJob(db, { task: reviewTask, payload: { id }, key: `${reviewTask} ${id}`, runAt: at });

/**
 * Schedules reminders of rows that have none yet, such as those of an upgrade, and repeats the others, one of which may
 * have failed for good.
 */
export async function enqueueReminders({ db, log }: { readonly db: Db; readonly log: Log }): Promise<void> {
  await forEach(await store.scheduledReminders(db), { what: 'reminder', log, nameOf: (row) => row.id }, async (row) => {
    const at = row.next_mail_at ?? new Date(reminderAtOrAfter(row.review_at.getTime(), row.timezone));
    await db.transaction().execute(async (trx) => {
      if (row.next_mail_at === null) await store.scheduleReminder(trx, [row.id], at);
      await enqueueReminder(trx, row.id, at);
    });
  });
}

interface ReviewDependencies extends DbAndClock {
  readonly publicUrl: string;
}

/**
 * Mails the managers of a site what is overdue for review there: one mail a day, whatever the number of rows. Mails and
 * the next reminders commit together, so that a repeated or concurrent run finds nothing due.
 */
export const createReview =
  ({ db, clock, publicUrl }: ReviewDependencies): JobTask =>
  async (payload) => {
    const id = payload !== null && typeof payload === 'object' ? Reflect.get(payload, 'id') : undefined;
    if (typeof id !== 'number') throw new Error('a review without its id');
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const site = await store.lockSiteOf(trx, id);
      // Returned to service, or removed: what is restored within 30 days is still out of service.
      if (!site) {
        if (await store.isStored(trx, id)) await enqueueReminder(trx, id, new Date(now + dayMs));
        return;
      }
      const due = await store.dueAt(trx, site.id, new Date(now));
      if (due.length === 0) return;
      const next = new Date(reminderAtOrAfter(now + 1, site.timezone));
      await store.scheduleReminder(
        trx,
        due.map((row) => row.id),
        next,
      );
      for (const row of due) await enqueueReminder(trx, row.id, next);
      for (const [language, readers] of await byLanguage(
        trx,
        await store.managersOf(trx, site.id),
        ({ id: each }) => each,
      )) {
        const words = textsIn(texts, language);
        const t = words.mail;
        const subject = t.subject(site.title, due.length);
        const blocks: Block[] = [
          { kind: 'text', text: t.text(site.title) },
          { kind: 'facts', rows: due.map((row) => factOf(words, row)) },
          { kind: 'text', text: t.todo },
          { kind: 'button', label: t.button, url: `${publicUrl}/out-of-service` },
        ];
        const foot = [`${publicUrl}/`, t.foot(site.title), textsIn(product, language).notSafetyPlant];
        const { html, text } = await renderMail({ heading: subject, blocks, foot, language });
        for (const { id: userId, email: to } of readers)
          await enqueueMail(trx, { kind: 'other', to, subject, html, text, userId }, new Date(now));
      }
    });
  };

const factOf = (t: typeof texts, row: store.OutOfServiceRecord): readonly [string, string] => [
  placeName(row),
  t.mail.fact(
    row.reason === '' ? t.noReason : row.reason,
    row.by,
    toZonedIso(row.review_at.getTime(), row.timezone).slice(0, 10),
  ),
];

const placeName = (row: store.OutOfServiceRecord): string => {
  const device = row.device_name ?? row.site_name;
  return row.path === null ? device : `${device}: ${row.sensor_name ?? row.path}`;
};
