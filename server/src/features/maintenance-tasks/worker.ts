import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/maintenance-tasks';
import { texts as product } from '@tocsin/contract/texts/product';
import { languageOf } from '../../access/reader-language.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { reminderAt } from './rules.ts';
import { lockTask, ownersOf, type TaskRow } from './store.ts';

export const taskReminder = 'maintenance-tasks.due';

/** Schedules the mail of the due day; it replaces the one that is scheduled. A day that has begun gets none. */
export async function enqueueReminder(trx: Trx, task: TaskRow, now: number): Promise<void> {
  const at = reminderAt(task.due, task.zone);
  if (at <= now) return;
  const payload = { id: task.id, due: task.due };
  await enqueueJob(trx, { task: taskReminder, payload, key: `${taskReminder} ${task.id}`, runAt: new Date(at) });
}

/** Mails the owner of a task, unless they have lost their access. */
export async function mailOwner(
  trx: Trx,
  task: TaskRow,
  { publicUrl, now, by }: { readonly publicUrl: string; readonly now: number; readonly by: string | null },
): Promise<void> {
  const owner = (await ownersOf(trx, task.site_id)).find((person) => person.id === task.owner_id);
  if (!owner) return;
  const language = await languageOf(trx, owner.id);
  const t = textsIn(texts, language).mail;
  const place = [task.device_name, task.sensor_name].filter((name) => name !== null).join(': ');
  const subject = by === null ? t.dueSubject(task.site_name, place) : t.subject(task.site_name, place);
  const { html, text } = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'notice', tone: 'plain', text: task.what },
      { kind: 'text', text: by === null ? t.dueText : t.text(by) },
      {
        kind: 'facts',
        rows: [
          [t.place, place],
          [t.event, task.event_id === 0 ? textsIn(texts, language).seen : task.content],
          [t.due, task.due],
        ],
      },
      { kind: 'button', label: t.button, url: `${publicUrl}/maintenance-tasks` },
    ],
    foot: [`${publicUrl}/`, t.foot, textsIn(product, language).notSafetyPlant],
    language,
  });
  const mail = { kind: 'other', to: owner.email, subject, html, text, userId: owner.id } as const;
  await enqueueMail(trx, { ...mail, clientId: task.client_id }, new Date(now));
}

/** Mails the owner of a task that is due today and still open. */
export const createTaskReminder =
  ({ db, clock, publicUrl }: { readonly db: Db; readonly clock: Clock; readonly publicUrl: string }): JobTask =>
  async (payload) => {
    const value = (name: string): unknown =>
      payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
    const id = value('id');
    if (typeof id !== 'number') throw new Error('a reminder without its task');
    await db.transaction().execute(async (trx) => {
      const task = await lockTask(trx, id);
      if (!task || task.closed_at !== null || task.due !== value('due')) return;
      await mailOwner(trx, task, { publicUrl, now: clock.now(), by: null });
    });
  };
