import { SiteId } from '@tocsin/contract/ids';
import type { LedgerRow } from '@tocsin/contract/maintenance';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as protection } from '@tocsin/contract/texts/protection';
import type { texts } from '@tocsin/contract/texts/protection-mails';
import type { Clock } from '../../platform/clock.ts';
import { forEach } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { toZonedIso, zonedDay } from '../../platform/zoned-time.ts';
import type { SiteRow } from './facts.ts';
import { type GatherDependencies, type Gathered, gather } from './gather.ts';
import { type Letter, type Mail, mailedAt, mailHour, mailTo } from './mail-managers.ts';
import { sendMonthly } from './month-mail.ts';
import { namedEntries, whyText } from './present.ts';
import { sitesOf } from './store.ts';
import { lockSent, remindersSince, writeReminders, writeWeek } from './store-mails.ts';

export const mailTask = 'protection-mail';
const dayMs = 86_400_000;
/** A test that stays overdue is reminded again after this time. */
const againMs = 30 * dayMs;
const maxLines = 40;

export interface ProtectionMailDependencies extends GatherDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
}

/**
 * Sends each site's weekly mail on Monday and its protected hours on the first of a month, at 07:00 of its zone, and
 * reminders of proof tests that became overdue.
 */
export const createProtectionMail =
  (dependencies: ProtectionMailDependencies): (() => Promise<void>) =>
  async () => {
    const { db, clock, log } = dependencies;
    const now = clock.now();
    const sites = (await sitesOf(db, { kind: 'all' })).filter((site) => !site.is_suspended);
    await forEach(sites, { what: 'site', log, nameOf: (site) => site.id }, async (site) => {
      await sendWeekly(dependencies, site, now);
      await sendMonthly(dependencies, site, now);
      await remind(dependencies, site, now);
    });
  };

/** The newest Monday whose 07:00 has passed at the site: `2026-11-16`. */
export function dueWeek(now: number, zone: string): string {
  const day = Math.floor(mailedAt(now, zone) / dayMs);
  // 1 January 1970 was a Thursday.
  const monday = day - ((day + 3) % 7);
  return new Date(monday * dayMs).toISOString().slice(0, 10);
}

async function sendWeekly(dependencies: ProtectionMailDependencies, site: SiteRow, now: number): Promise<void> {
  const { db } = dependencies;
  const week = dueWeek(now, site.timezone);
  await db.transaction().execute(async (trx) => {
    const last = (await lockSent(trx, site.id))?.week;
    if (last !== undefined && last >= week) return;
    await writeWeek(trx, site.id, week);
    // A new site's first mail comes on the next Monday.
    if (last === undefined) return;
    const scope = { kind: 'some', clientIds: [], siteIds: [SiteId.parse(site.id)] } as const;
    const gathered = await gather(dependencies, scope, now);
    const { publicUrl } = dependencies;
    const letter: Letter = (t, language) => weeklyMail(t, textsIn(protection, language), publicUrl, site, gathered);
    await mailTo(trx, site, now, { publicUrl, letter });
  });
}

function weeklyMail(
  { weekly: t }: typeof texts,
  words: typeof protection,
  publicUrl: string,
  site: SiteRow,
  gathered: Gathered,
): Mail {
  const named = namedEntries(gathered);
  const { proven, now } = gathered;
  const lines = named.slice(0, maxLines).map(({ entry, device }) => {
    const what = [device?.title ?? words.wholeSite, entry.name].filter(Boolean).join(', ');
    return t.line(words.kinds[entry.kind], what, whyText(entry, site.timezone, words));
  });
  const rest = named.length - lines.length;
  const page = `${publicUrl}/protection?site=${site.id}`;
  return {
    subject: t.subject(site.title, named.length),
    blocks: [
      {
        kind: 'notice',
        tone: named.length === 0 ? 'plain' : 'warning',
        text: named.length === 0 ? t.none : t.some(named.length, site.title),
      },
      {
        kind: 'facts',
        rows: [[t.share, t.shareOf(proven.share, proven.sensors - proven.not_proven, proven.sensors)]],
      },
      { kind: 'list', items: rest > 0 ? [...lines, t.more(rest)] : lines },
      { kind: 'button', label: t.button, url: page },
      { kind: 'text', text: t.csv(`${page}&csv=true`) },
      { kind: 'quiet', text: t.made(minuteIn(now, site.timezone), site.timezone) },
    ],
  };
}

/** One mail about all tests of a site that became overdue since the last one. */
async function remind(dependencies: ProtectionMailDependencies, site: SiteRow, now: number): Promise<void> {
  const { db, publicUrl } = dependencies;
  if (Number(toZonedIso(now, site.timezone).slice(11, 13)) < mailHour) return;
  const overdue = (await dependencies.ledger(site.id, now)).filter((row) => row.state === 'overdue');
  if (overdue.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const known = await remindersSince(trx, site.id, new Date(now - againMs));
    const due = overdue.filter((row) => !known.some((one) => isReminded(one, row)));
    if (due.length === 0) return;
    const reminders = due.map((row) => ({
      device_id: row.device_id,
      path: row.sensor_id,
      due: Date.parse(row.due ?? ''),
    }));
    await writeReminders(trx, reminders, new Date(now));
    const letter: Letter = ({ overdue: t, weekly }) => {
      const lines = due.slice(0, maxLines).map((row) => {
        const last = row.last_passed === null ? '' : zonedDay(Date.parse(row.last_passed), site.timezone);
        return t.line(`${row.device}, ${row.sensor_name}`, last);
      });
      const rest = due.length - lines.length;
      return {
        subject: t.subject(site.title, due.length),
        blocks: [
          { kind: 'notice', tone: 'warning', text: t.about(due.length, site.title, site.proof_interval_days) },
          { kind: 'list', items: rest > 0 ? [...lines, weekly.more(rest)] : lines },
          { kind: 'button', label: t.button, url: `${publicUrl}/sites/${site.id}/proof-tests` },
        ],
      };
    };
    await mailTo(trx, site, now, { publicUrl, letter });
  });
}

const isReminded = (one: { device_id: number; path: string; due: number }, row: LedgerRow): boolean =>
  one.device_id === row.device_id && one.path === row.sensor_id && one.due === Date.parse(row.due ?? '');

const minuteIn = (at: number, zone: string): string => `${zonedDay(at, zone)} ${toZonedIso(at, zone).slice(11, 16)}`;
