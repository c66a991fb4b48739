import { ClientId, SiteId } from '@tocsin/contract/ids';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/respond-again';
import { sql } from 'kysely';
import { isOemOrSuper, type Person, seesSite } from '../../access/principal.ts';
import { languageOf } from '../../access/reader-language.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { JobTask } from '../../platform/jobs.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { enqueueTakeBack, graceMinutes, isOverdue, type Overdue, overdueOf } from './overdue.ts';
import { type EventRecord, lockEvent } from './store.ts';

interface RespondAgainDependencies extends DbAndClock {
  readonly publicUrl: string;
  readonly loadPerson: (trx: Trx, userId: number) => Promise<Person | undefined>;
}

/**
 * Mails the person who acknowledged an alarm that is still active, once, and schedules what follows when they do not
 * react. Nothing is sent when it has ended, is shelved or out of service, or when its acknowledgement was taken back by
 * the end of a shelf. When the person is gone or has lost their access, the alarm goes on to its policies at once.
 */
export const createRespondAgain =
  ({ db, clock, publicUrl, loadPerson }: RespondAgainDependencies): JobTask =>
  async (payload) => {
    const overdue = overdueOf(payload);
    await db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, overdue.event);
      if (!event || !isOverdue(event, overdue)) return;
      const receiver = await receiverOf(trx, await loadPerson(trx, overdue.user), event);
      if (!receiver) return;
      const to = receiver.email;
      const now = clock.now();
      if (to !== null) {
        const language = await languageOf(trx, overdue.user);
        await enqueueMail(trx, await reminderOf(event, overdue, { to, language }, publicUrl), new Date(now));
      }
      await enqueueTakeBack(trx, overdue, event, { now, isReminded: to !== null });
    });
  };

async function reminderOf(
  event: EventRecord,
  { at, user, round }: Overdue,
  { to, language }: { readonly to: string; readonly language: string },
  publicUrl: string,
) {
  const t = textsIn(texts, language);
  const what = [event.device_name, event.sensor_name].filter((name) => name !== null).join(': ');
  const subject = t.subject(what);
  const { html, text } = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'notice', tone: event.type === 'alarm_on' ? 'alarm' : 'warning', text: event.content },
      { kind: 'text', text: t.text(event.respond_within_minutes ?? 0) },
      { kind: 'text', text: t.next(graceMinutes) },
      {
        kind: 'facts',
        rows: [
          [t.facts.site, event.site_name],
          [t.facts.since, momentOf(event.at, event.site_zone)],
          [t.facts.acknowledged, momentOf(at, event.site_zone)],
        ],
      },
      { kind: 'button', label: t.button, url: `${publicUrl}/notifications` },
    ],
    foot: [`${publicUrl}/`, t.foot, textsIn(product, language).notSafetyPlant],
    language,
  });
  const ofRound = round === 0 ? '' : `-${round}`;
  return {
    kind: 'alarm',
    to,
    subject,
    html,
    text,
    userId: user,
    clientId: event.client_id,
    messageId: `<respond-again-${event.id}-${at}${ofRound}@tocsin>`,
    about: { events: [event.id] },
  } as const;
}

const momentOf = (ms: number, zone: string): string => toZonedIso(ms, zone).slice(0, 16).replace('T', ' ');

/**
 * The person who is reminded; without an address they are gone or may not open the device any more. Undefined: the device
 * or site was removed, or is suspended and the person may not see that.
 */
async function receiverOf(
  trx: Trx,
  person: Person | undefined,
  event: EventRecord,
): Promise<{ readonly email: string | null } | undefined> {
  const { rows } = await sql<{ is_suspended: boolean; email: string | null }>`select u.email,
      d.is_suspended or s.is_suspended as is_suspended
    from device d join site s on s.id = d.site_id
      left join users u on u.id = ${person?.userId ?? null}::int and u.is_active and u.removed_at is null
    where d.id = ${event.device_id} and d.removed_at is null and s.removed_at is null`.execute(trx);
  const [row] = rows;
  if (!row || (row.is_suspended && !(person && isOemOrSuper(person)))) return undefined;
  const site = { siteId: SiteId.parse(event.site_id), clientId: ClientId.parse(event.client_id) };
  return { email: person && seesSite(person, site) ? row.email : null };
}
