import { ClientId, SiteId } from '@tocsin/contract/ids';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/respond-again';
import { sql } from 'kysely';
import { isOemOrSuper, type Person, seesSite } from '../../access/principal.ts';
import type { Trx } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueJob, type JobTask } from '../../platform/jobs.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type EventRecord, lockEvent } from './store.ts';

export const respondAgainTask = 'notifications.respond-again';

/**
 * Schedules the second notification of an acknowledged alarm, in the transaction of its first acknowledgement: at the
 * end of 'respond within', counted from the acknowledgement. A later comment changes nothing.
 */
export async function enqueueRespondAgain(
  trx: Trx,
  event: EventRecord,
  acknowledgement: { readonly at: number; readonly userId: number },
): Promise<void> {
  const { id, respond_within_minutes: minutes } = event;
  if (event.acknowledged_at !== null || !event.is_active || event.is_test || minutes === null) return;
  await enqueueJob(trx, {
    task: respondAgainTask,
    payload: { event: id, at: acknowledgement.at, user: acknowledgement.userId },
    key: `${respondAgainTask} ${id}`,
    runAt: new Date(acknowledgement.at + minutes * 60_000),
  });
}

interface RespondAgainDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly loadPerson: (trx: Trx, userId: number) => Promise<Person | undefined>;
}

const numberIn = (payload: unknown, name: string): number => {
  const value = payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
  if (typeof value !== 'number') throw new Error(`a job without its ${name}`);
  return value;
};

/**
 * Mails the person who acknowledged an alarm that is still active, once. Nothing is sent when it has ended, is shelved
 * or out of service, or when its acknowledgement was taken back by the end of a shelf. Escalation policies follow here.
 */
export const createRespondAgain =
  ({ db, clock, publicUrl, loadPerson }: RespondAgainDependencies): JobTask =>
  async (payload) => {
    const [id, at, userId] = [numberIn(payload, 'event'), numberIn(payload, 'at'), numberIn(payload, 'user')];
    await db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, id);
      if (!event?.is_active || event.acknowledged_at !== at) return;
      if (event.is_shelved || event.is_out_of_service) return;
      const person = await loadPerson(trx, userId);
      const receiver = await receiverOf(trx, userId, event.device_id);
      if (!person || !receiver || (receiver.is_suspended && !isOemOrSuper(person))) return;
      const site = { siteId: SiteId.parse(event.site_id), clientId: ClientId.parse(event.client_id) };
      if (!seesSite(person, site)) return;
      const what = [event.device_name, event.sensor_name].filter((name) => name !== null).join(': ');
      const subject = texts.subject(what);
      const { html, text } = await renderMail({
        heading: subject,
        blocks: [
          { kind: 'notice', tone: event.type === 'alarm_on' ? 'alarm' : 'warning', text: event.content },
          { kind: 'text', text: texts.text(event.respond_within_minutes ?? 0) },
          {
            kind: 'facts',
            rows: [
              [texts.facts.site, event.site_name],
              [texts.facts.since, momentOf(event.at, event.site_zone)],
              [texts.facts.acknowledged, momentOf(at, event.site_zone)],
            ],
          },
          { kind: 'button', label: texts.button, url: `${publicUrl}/notifications` },
        ],
        foot: [`${publicUrl}/`, texts.foot, product.notSafetyPlant],
      });
      const mail = {
        kind: 'alarm',
        to: receiver.email,
        subject,
        html,
        text,
        userId,
        clientId: event.client_id,
      } as const;
      await enqueueMail(
        trx,
        { ...mail, messageId: `<respond-again-${id}-${at}@tocsin>`, about: { events: [id] } },
        new Date(clock.now()),
      );
    });
  };

const momentOf = (ms: number, zone: string): string => toZonedIso(ms, zone).slice(0, 16).replace('T', ' ');

/** The person's address, unless the device or its site was removed. */
async function receiverOf(
  trx: Trx,
  userId: number,
  deviceId: number,
): Promise<{ email: string; is_suspended: boolean } | undefined> {
  const { rows } = await sql<{ email: string; is_suspended: boolean }>`select u.email,
      d.is_suspended or s.is_suspended as is_suspended
    from users u, device d join site s on s.id = d.site_id
    where u.id = ${userId} and u.is_active and u.removed_at is null and d.id = ${deviceId} and d.removed_at is null
      and s.removed_at is null`.execute(trx);
  return rows[0];
}
