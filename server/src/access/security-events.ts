import { securityActions } from '@tocsin/contract/audit';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { networkOf } from '../platform/network.ts';

/**
 * Kinds of events by which an attack on sign-ins becomes visible. Refused sessions are only counted: every session ends
 * eventually.
 */
const securityKinds = [...securityActions, 'refused session'] as const;
type SecurityKind = (typeof securityKinds)[number];

/** The account, if known, and the address; never what was typed. */
interface SecurityEvent {
  readonly kind: SecurityKind;
  readonly address: string;
  readonly person?: { readonly id: number; readonly name: string };
}

/** Counts security events for the metrics and writes them to the audit log. */
export interface SecurityEvents {
  /** Never throws: a failure to write the audit row is logged. */
  note(event: SecurityEvent): Promise<void>;
  counts(): Readonly<Record<SecurityKind, number>>;
}

const rowEveryMs = 15 * 60_000;
const hourMs = 3_600_000;
/** Maximum audit rows per hour, so that an attacker with many addresses cannot fill the log; metrics keep counting. */
const maxRowsPerHour = 200;
const maxKeys = 10_000;

interface Silence {
  writtenAt: number;
  unwritten: number;
}

/**
 * One audit row per kind and person (or network, when no account is known) in 15 minutes, with the number of events
 * since the last one.
 */
export const createSecurityEvents = (db: Db, clock: Clock, log: Log): SecurityEvents => {
  const counts = Object.fromEntries(securityKinds.map((kind) => [kind, 0])) as Record<SecurityKind, number>;
  const silences = new Map<string, Silence>();
  let [hour, rows] = [0, 0];

  /** Number of events that the row covers; 0 when none is due. */
  const due = (key: string, now: number): number => {
    const silence = silences.get(key) ?? { writtenAt: Number.NEGATIVE_INFINITY, unwritten: 0 };
    silence.unwritten++;
    silences.delete(key);
    if (silences.size >= maxKeys) {
      const oldest = silences.keys().next();
      if (!oldest.done) silences.delete(oldest.value);
    }
    silences.set(key, silence);
    if (Math.floor(now / hourMs) !== hour) [hour, rows] = [Math.floor(now / hourMs), 0];
    if (now - silence.writtenAt < rowEveryMs || rows >= maxRowsPerHour) return 0;
    rows++;
    silence.writtenAt = now;
    const events = silence.unwritten;
    silence.unwritten = 0;
    return events;
  };

  return {
    counts: () => ({ ...counts }),
    async note({ kind, address, person }) {
      counts[kind]++;
      if (kind === 'refused session') return;
      const events = due(`${kind} ${person ? `person ${person.id}` : networkOf(address)}`, clock.now());
      if (events === 0) return;
      try {
        await db
          .insertInto('audit')
          .values({
            user_id: null,
            user_name: 'Nobody signed in',
            address,
            client_id: null,
            site_id: null,
            device_id: null,
            action: kind,
            subject: 'security',
            subject_id: person ? String(person.id) : '',
            subject_name: person?.name ?? '',
            old: null,
            new: JSON.stringify({ times: events }),
          })
          .execute();
      } catch (error) {
        log.warn('a security event could not be written to the audit log', { error, kind });
      }
    },
  };
};
