import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/edges';
import { texts as product } from '@tocsin/contract/texts/product';
import type { ManagersOfSite } from '../../access/accounts.ts';
import { byLanguage } from '../../access/reader-language.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { lateEvents, lockUnnotified, markNotified, type OutageRow } from './store-outages.ts';

export interface DigestDependencies extends DbAndClock {
  readonly log: Log;
  readonly publicUrl: string;
  readonly managersOf: ManagersOfSite;
}

export const digestTask = 'edges.digest';
const maxListed = 50;

/**
 * Mails the managers of a site what came late, once for each outage of an edge: when its back-fill has come and its
 * hours are evaluated. The mail and the mark commit together.
 */
export const createDigest =
  (dependencies: DigestDependencies): (() => Promise<void>) =>
  async () => {
    const failures = new Failures('outage of an edge', dependencies.log);
    const failed: number[] = [];
    for (;;) {
      const taken: number[] = [];
      const tell = () => dependencies.db.transaction().execute((trx) => tellOne(dependencies, trx, failed, taken));
      const isDone = await failures.catch(taken[0] ?? '', tell);
      const [id] = taken;
      if (id === undefined) break;
      if (!isDone) failed.push(id);
    }
    failures.throwAny();
  };

/** Tells of the oldest outage, but for those that failed in this run; notes it in `taken`. */
async function tellOne(
  { clock, publicUrl, managersOf }: DigestDependencies,
  trx: Trx,
  failed: readonly number[],
  taken: number[],
): Promise<void> {
  const now = new Date(clock.now());
  const outage = await lockUnnotified(trx, now, failed);
  if (!outage) return;
  taken.push(outage.id);
  const late = await lateEvents(trx, outage.edge_id, outage.from_at, maxListed);
  await markNotified(trx, outage, late.count, now);
  for (const [language, readers] of await byLanguage(trx, await managersOf(trx, outage.site_id), ({ id }) => id)) {
    const t = textsIn(texts, language).mail;
    const subject = t.subject(outage.title, late.count);
    const foot = [`${publicUrl}/`, t.foot(outage.site_title), textsIn(product, language).notSafetyPlant];
    const blocks = blocksOf(t, outage, late, publicUrl);
    const { html, text } = await renderMail({ heading: subject, blocks, foot, language });
    for (const { id, email } of readers)
      await enqueueMail(trx, { kind: 'other', to: email, subject, html, text, userId: id }, now);
  }
}

function blocksOf(
  t: typeof texts.mail,
  { title, site_title, timezone, from_at, to_at }: OutageRow,
  { count, rows }: Awaited<ReturnType<typeof lateEvents>>,
  publicUrl: string,
): Block[] {
  const minutes = Math.max(1, Math.round((to_at.getTime() - from_at.getTime()) / 60_000));
  const facts = rows.map(({ at, device_name, sensor_name, content }): readonly [string, string] => [
    `${toZonedIso(at, timezone).slice(0, 16).replace('T', ' ')} ${device_name}`,
    t.fact(sensor_name ?? '', content),
  ]);
  const more = count - rows.length;
  return [
    { kind: 'text', text: t.text(title, site_title, minutes) },
    facts.length > 0 ? { kind: 'facts', rows: facts } : { kind: 'text', text: t.nothing },
    ...(more > 0 ? [{ kind: 'text' as const, text: t.more(more) }] : []),
    { kind: 'button', label: t.button, url: `${publicUrl}/notifications` },
  ];
}
