import {
  monthName,
  type ProtectedDevice,
  type ProtectedHours,
  shareOf,
  shareText,
  untilText,
} from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import type { Db } from '../../platform/db.ts';
import type { SiteRow } from './facts.ts';
import { hoursOfMonth } from './look-hours.ts';
import { type Letter, mailedAt, mailTo } from './mail-managers.ts';
import { lockSent, writeMonth } from './store-mails.ts';

const dayMs = 86_400_000;
/** Hours that are not counted by then are not waited for: the mail says so in place of a share. */
const waitMs = 2 * dayMs;
const maxDevices = 40;

/** The month in which a site is mailed, and the one that is told: `2026-11`, `2026-10` from 07:00 of 1 November on. */
export function dueMonth(now: number, zone: string): { readonly month: string; readonly told: string } {
  const month = new Date(mailedAt(now, zone)).toISOString().slice(0, 7);
  return { month, told: new Date(Date.parse(`${month}-01`) - dayMs).toISOString().slice(0, 7) };
}

/** Mails a site's protected hours of the last month, once. The first mail of a site comes in its second month. */
export async function sendMonthly(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  site: SiteRow,
  now: number,
): Promise<void> {
  const { month, told } = dueMonth(now, site.timezone);
  const first = `${month}-01`;
  await db.transaction().execute(async (trx) => {
    const sent = await lockSent(trx, site.id);
    if (sent === undefined || (sent.month !== null && sent.month >= first)) return;
    const hours = sent.month === null ? null : await hoursOfMonth(trx, site.id, told);
    const isCounted = hours === null || hours.counted === 'whole';
    if (!isCounted && mailedAt(now, site.timezone) < Date.parse(first) + waitMs) return;
    await writeMonth(trx, site.id, first);
    if (hours === null || hours.count === 0) return;
    await mailTo(trx, site, now, { publicUrl, letter: monthLetter(hours, told, publicUrl) });
  });
}

const monthLetter =
  ({ site, total, results, counted, until }: ProtectedHours, month: string, publicUrl: string): Letter =>
  ({ monthly: t, weekly }, language) => {
    const words = textsIn(hourTexts, language);
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const hoursOf = (minutes: number): string => number.format(minutes / 60);
    const when = monthName(month, language);
    const button = {
      kind: 'button',
      label: t.button,
      url: `${publicUrl}/protection?view=hours&site=${site.id}&month=${month}`,
    } as const;
    if (counted !== 'whole') {
      const text = words.inMonth(when, words.counting(untilText(until, site.timezone, language)));
      return { subject: `${site.title}: ${text}`, blocks: [{ kind: 'notice', tone: 'warning', text }, button] };
    }
    const shares = ({ proved, running, share }: Pick<ProtectedDevice, 'proved' | 'running' | 'share'>): string =>
      words.inBoth(shareText(shareOf(proved, running), language), shareText(share, language));
    const lineOf = (row: ProtectedDevice) => {
      const { device, running, reasons, share } = row;
      const [worst] = reasons;
      if (share === null) return t.line(device, words.stood);
      const tested = words.tested(row.ever_tested, row.testable);
      const unproved = row.protected - row.proved;
      if (!worst) return t.line(device, `${unproved > 0 ? words.unproved(hoursOf(unproved)) : words.every}, ${tested}`);
      const cause = words.causes[worst.cause];
      const why = worst.sensor === null ? cause : `${worst.sensor}: ${cause}`;
      return t.line(device, `${shares(row)}, ${words.lost(hoursOf(running - row.protected))}, ${why}, ${tested}`);
    };
    const worstFirst = results.toSorted((a, b) => (a.share ?? 101) - (b.share ?? 101));
    const rest = results.length - maxDevices;
    return {
      subject: total.share === null ? t.none(site.title, when) : `${site.title}: ${words.inMonth(when, shares(total))}`,
      blocks: [
        { kind: 'notice', tone: total.proved === total.running ? 'plain' : 'warning', text: t.about(when) },
        {
          kind: 'facts',
          rows: [
            [words.legends.proved, `${shareText(shareOf(total.proved, total.running), language)} %`],
            [
              words.title,
              `${shareText(total.share, language)} %. ${words.of(hoursOf(total.protected), hoursOf(total.running))}.`,
            ],
          ],
        },
        {
          kind: 'list',
          items: total.causes.map(({ cause, minutes }) => `${words.causes[cause]}: ${hoursOf(minutes)} h`),
        },
        {
          kind: 'list',
          items: [...worstFirst.slice(0, maxDevices).map(lineOf), ...(rest > 0 ? [weekly.more(rest)] : [])],
        },
        button,
      ],
    };
  };
