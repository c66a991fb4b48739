import {
  monthName,
  type ProtectedDevice,
  type ProtectedHours,
  shareOf,
  shareText,
} from '@tocsin/contract/protection-hours';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as hourTexts } from '@tocsin/contract/texts/protection-hours';
import type { Db } from '../../platform/db.ts';
import { fromWall } from '../../platform/zoned-time.ts';
import type { SiteRow } from './facts.ts';
import { hoursOfMonth } from './look-hours.ts';
import { type Letter, mailedAt, mailTo } from './mail-managers.ts';
import { lockSent, writeMonth } from './store-mails.ts';

const dayMs = 86_400_000;
/** Hours that are not counted by then, such as of a site whose devices were all removed, are not waited for. */
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
    const isCounted = hours === null || hours.count === 0 || Date.parse(hours.until ?? first) >= endOf(hours);
    if (!isCounted && mailedAt(now, site.timezone) < Date.parse(first) + waitMs) return;
    await writeMonth(trx, site.id, first);
    if (hours === null || hours.count === 0) return;
    await mailTo(trx, site, now, { publicUrl, letter: monthLetter(hours, told, publicUrl) });
  });
}

const endOf = ({ days, site }: ProtectedHours): number => {
  const next = new Date(Date.parse(days.at(-1) ?? '') + dayMs).toISOString().slice(0, 10);
  return fromWall(Date.parse(next), site.timezone);
};

const monthLetter =
  ({ site, total, results }: ProtectedHours, month: string, publicUrl: string): Letter =>
  ({ monthly: t, weekly }, language) => {
    const words = textsIn(hourTexts, language);
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const hoursOf = (minutes: number): string => number.format(minutes / 60);
    const when = monthName(month, language);
    const share = total.share === null ? null : shareText(total.share, language);
    const lineOf = ({ device, running, protected: kept, reasons: [worst], share: own, ...row }: ProtectedDevice) => {
      if (own === null) return t.line(device, words.stood);
      const tested = words.tested(row.ever_tested, row.testable);
      if (!worst) return t.line(device, `${words.every}, ${tested}`);
      const cause = words.causes[worst.cause];
      const why = worst.sensor === null ? cause : `${worst.sensor}: ${cause}`;
      return t.line(device, `${shareText(own, language)} %, ${words.lost(hoursOf(running - kept))}, ${why}, ${tested}`);
    };
    const worstFirst = results.toSorted((a, b) => (a.share ?? 101) - (b.share ?? 101));
    const rest = results.length - maxDevices;
    return {
      subject: share === null ? t.none(site.title, when) : t.subject(site.title, share, when),
      blocks: [
        { kind: 'notice', tone: total.share === 100 || share === null ? 'plain' : 'warning', text: t.about(when) },
        {
          kind: 'facts',
          rows: [
            [words.title, `${share ?? '–'} % ${words.of(hoursOf(total.running))}`],
            [words.legends.proved, `${shareText(shareOf(total.proved, total.running), language)} %`],
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
        { kind: 'button', label: t.button, url: `${publicUrl}/protection?view=hours&site=${site.id}&month=${month}` },
      ],
    };
  };
