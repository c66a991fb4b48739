import type { HealthPart } from '@tocsin/contract/health';
import { texts } from '@tocsin/contract/texts/heartbeat-mail';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { type Block, enqueueMail, renderMail } from '../../platform/mail.ts';
import { fromWall, offsetMinutes, toZonedIso } from '../../platform/zoned-time.ts';
import { evaluateHealth, type MetricValues } from './rules.ts';
import { lockAlive, markAlive, readAlive } from './store.ts';

export const heartbeatMailTask = 'alive-mail';
const dayMs = 24 * 3600_000;

/** The next moment after `now` at which the zone's clock shows the hour. */
export function nextAt(now: number, hour: number, zone: string): number {
  const wallDay = Math.floor((now + offsetMinutes(now, zone) * 60_000) / dayMs) * dayMs;
  for (const day of [0, 1, 2]) {
    const at = fromWall(wallDay + day * dayMs + hour * 3600_000, zone);
    if (at > now) return at;
  }
  throw new Error(`no ${hour} o'clock in ${zone}`);
}

export interface HeartbeatMailDependencies extends DbAndClock {
  readonly publicUrl: string;
  readonly metrics: () => Promise<MetricValues>;
  /** Anchors the proof test records; null while there are none. */
  readonly anchorRecords: (trx: Trx, at: Date) => Promise<RecordAnchor | null>;
  /** The newest head of the audit log; null before its first finished day. */
  readonly auditHead: (trx: Trx) => Promise<AuditHead | null>;
}
interface AuditHead {
  /** UTC day. */
  readonly day: string;
  readonly value: string;
}
interface RecordAnchor {
  readonly records: number;
  readonly devices: number;
  readonly value: string;
}

const factOf = ({ part, standing }: HealthPart): readonly [string, string] => [
  part.charAt(0).toUpperCase() + part.slice(1),
  texts.partStates[standing],
];

/** The check value leaves the database by this mail, where nobody who rewrites the records can change it. */
const anchorBlocks = (anchor: RecordAnchor | null): Block[] =>
  anchor === null ? [] : [{ kind: 'quiet', text: texts.records(anchor.records, anchor.devices, anchor.value) }];

const auditBlocks = (head: AuditHead | null): Block[] =>
  head === null ? [] : [{ kind: 'quiet', text: texts.audit(head.day, head.value) }];

/**
 * Writes the mail that is due and the time of the next one in one transaction, so that each day has exactly one. A late mail (the
 * server was down at its hour) is still sent: the delay itself is information.
 */
export const createAliveMail =
  ({ db, clock, publicUrl, metrics, anchorRecords, auditHead }: HeartbeatMailDependencies): (() => Promise<void>) =>
  async () => {
    const { is_on: isOn, next_at: dueAt } = await readAlive(db);
    if (!isOn || (dueAt !== null && dueAt.getTime() > clock.now())) return;
    const { standing, parts } = evaluateHealth(await metrics());
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const setting = await lockAlive(trx);
      if (!setting.is_on) return;
      const { receivers, hour, timezone, next_at } = setting;
      // A repeated run after its commit, or the schedule has moved: nothing is due.
      if (next_at !== null && next_at.getTime() > now) return;
      const anchor = await anchorRecords(trx, new Date(now));
      const blocks: Block[] = [
        {
          kind: 'notice',
          tone: standing === 'alarm' ? 'alarm' : standing === 'ok' ? 'plain' : 'warning',
          text: texts.states[standing],
        },
        {
          kind: 'text',
          text: texts.aliveAt(toZonedIso(now, timezone).slice(0, 16).replace('T', ' '), timezone),
        },
        { kind: 'facts', rows: parts.map(factOf) },
        ...anchorBlocks(anchor),
        ...auditBlocks(await auditHead(trx)),
        { kind: 'button', label: texts.button, url: `${publicUrl}/oem/health` },
        {
          kind: 'quiet',
          text: texts.next(hour),
        },
      ];
      const subject = standing === 'ok' ? texts.subject : texts.subjectBut(texts.states[standing]);
      const foot = [`${publicUrl}/`, texts.reason];
      const { html, text } = await renderMail({ heading: subject, blocks, foot });
      for (const to of receivers) await enqueueMail(trx, { kind: 'other', to, subject, html, text }, new Date(now));
      const next = new Date(nextAt(now, hour, timezone));
      await markAlive(trx, new Date(now), next);
    });
  };
