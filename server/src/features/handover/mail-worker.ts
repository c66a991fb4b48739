import { monthLine } from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/handover';
import { texts as offlineTexts } from '@tocsin/contract/texts/offline';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import { isOemOrSuper, type Person, type SiteRef, seesSite } from '../../access/principal.ts';
import { languageOf } from '../../access/reader-language.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type HandoverSources, lookAt, type ShownHandover, startsOf } from './look.ts';
import { commentText, detailsOf } from './report.ts';
import { spanAt } from './shifts.ts';
import { siteHead } from './store.ts';
import { type DueMail, endMails, lockDueMail, mailKey, setNextMail } from './store-mails.ts';

export const handoverMailTask = 'handover-mails';
/** Mails of one run; the rest follow a minute later. */
const maxAtOnce = 200;
/** Lines of each list in a mail; the page has all. */
const maxLines = 30;

export interface HandoverMailDependencies extends DbAndClock, HandoverSources {
  readonly log: Log;
  readonly publicUrl: string;
  readonly loadPerson: (id: number) => Promise<Person | undefined>;
  readonly loadSite: (id: number) => Promise<SiteRef | undefined>;
}

/**
 * Mails the days and weeks that are over. A mail and the time of the next one are one transaction, so that none is
 * doubled after a kill; after an outage only the newest is mailed. Who no longer sees the site gets none any more.
 */
export const createHandoverMailJob =
  (dependencies: HandoverMailDependencies): (() => Promise<void>) =>
  async () => {
    const { clock } = dependencies;
    const now = clock.now();
    const failures = new Failures('handover mail', dependencies.log);
    const failed: string[] = [];
    for (let n = 0; n < maxAtOnce; n++) {
      const taken: DueMail[] = [];
      const isDone = await failures.catch(n, () => mailOne(dependencies, now, failed, taken));
      const [due] = taken;
      if (!due) break;
      if (!isDone) failed.push(mailKey(due));
    }
    failures.throwAny();
  };

/** Writes the mail that waits longest, but for those that failed in this run; notes it in `taken`. */
async function mailOne(
  dependencies: HandoverMailDependencies,
  now: number,
  failed: readonly string[],
  taken: DueMail[],
): Promise<void> {
  await dependencies.db.transaction().execute(async (trx) => {
    const due = await lockDueMail(trx, new Date(now), failed);
    if (!due) return;
    taken.push(due);
    const site = await siteHead(trx, due.site_id);
    const person = await dependencies.loadPerson(due.user_id);
    const place = await dependencies.loadSite(due.site_id);
    if (!site || !person || !place || !seesSite(person, place)) {
      await endMails(trx, due.site_id, due.user_id, due.span);
      return;
    }
    const current = spanAt(due.span, startsOf(site), site.timezone, now);
    const shift = spanAt(due.span, startsOf(site), site.timezone, current.from - 1);
    const look = { span: due.span, shift, now, seesSuspended: isOemOrSuper(person) };
    const shown = await lookAt(trx, site, look, dependencies);
    await enqueueMail(
      trx,
      {
        ...(await rendered(shown, due, dependencies.publicUrl, await languageOf(trx, due.user_id))),
        to: person.email,
        userId: due.user_id,
        clientId: site.client_id,
      },
      new Date(now),
    );
    await setNextMail(trx, due, current.to);
  });
}

const list = (t: typeof texts, title: string, none: string, lines: readonly string[]): Block[] => [
  { kind: 'text', text: title },
  lines.length === 0
    ? { kind: 'quiet', text: none }
    : {
        kind: 'list',
        items: [
          ...lines.slice(0, maxLines),
          ...(lines.length > maxLines ? [t.mails.more(lines.length - maxLines)] : []),
        ],
      },
];

async function rendered(shown: ShownHandover, { span }: DueMail, publicUrl: string, language: string) {
  const t = textsIn(texts, language);
  const { labels } = textsIn(eventNames, language);
  const words = textsIn(hourTexts, language);
  const { site, points, events, records, counts, takeovers, protected_month: month } = shown;
  const time = (text: string): string => toZonedIso(Date.parse(text), site.timezone).replace('T', ' ').slice(0, 16);
  const line = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ');
  const subject = t.mails.subject(t.titles[span], site.title, time(shown.from).slice(0, 10));
  const { html, text } = await renderMail({
    heading: subject,
    blocks: [
      { kind: 'text', text: t.mails.span(time(shown.from), time(shown.to), site.timezone) },
      {
        kind: 'facts',
        rows: (['alarms', 'warnings', 'offline'] as const).map((kind) => [
          t.count[kind](counts[kind]),
          String(counts[kind]),
        ]),
      },
      ...(month === null ? [] : [{ kind: 'text', text: monthLine(words, month, site.timezone, language) } as const]),
      ...list(
        t,
        t.needs,
        t.nothing,
        points.map((one) =>
          line(
            t.kinds[one.kind],
            time(one.since),
            one.device,
            t.mails.lasted(one.what, detailsOf(one, t, time)),
            one.who ?? (one.notification ? t.nobody : ''),
          ),
        ),
      ),
      ...list(
        t,
        t.events,
        t.noEvents,
        events.map((one) =>
          line(
            time(one.notification_time),
            labels[one.event_type],
            one.device,
            t.mails.lasted(one.sensor_name ?? '', one.content),
          ),
        ),
      ),
      ...list(
        t,
        t.records,
        t.noRecords,
        records.map((one) =>
          line(
            time(one.at),
            t.recordKinds[one.kind],
            one.device,
            t.mails.lasted(one.what, commentText(one, textsIn(offlineTexts, language), time)),
            one.by,
          ),
        ),
      ),
      ...list(
        t,
        t.taken,
        t.notTaken,
        takeovers.map((one) => line(t.takenBy(one.by, time(one.at), one.points), one.comment)),
      ),
      {
        kind: 'button',
        label: t.mails.button,
        url: `${publicUrl}/sites/${site.id}/handover?at=${encodeURIComponent(shown.from)}&span=${span}`,
      },
    ],
    foot: [`${publicUrl}/`, t.mails.foot],
    language,
  });
  return { kind: 'other', subject, html, text } as const;
}
