import type { AcknowledgeResult } from '@tocsin/contract/notifications';
import type { Person } from '../../access/principal.ts';
import { type By, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { enqueueRespondAgain } from './overdue.ts';
import { bulkOutcome } from './rules.ts';
import { type EventRecord, type LogFilter, lockEvents, writeAcknowledgement } from './store.ts';

/** Rows that one transaction locks: the pipeline may be about to end some of them. */
const atOnce = 50;

/**
 * Acknowledges these events as far as the filter lets the person see them; an invisible id answers like an unknown one.
 * A transaction covers 50 events: those before a failure stay acknowledged, and a repeated call skips them. Returns a
 * result for each id, in the given order, and the changed rows for publishing.
 */
export async function acknowledgeMany(
  db: Db,
  request: {
    readonly ids: readonly number[];
    readonly visible: LogFilter;
    readonly who: Person;
    readonly by: By;
    readonly comment: string;
    readonly now: number;
  },
  committed: (events: readonly EventRecord[]) => void,
): Promise<AcknowledgeResult[]> {
  const { ids, who, comment, now } = request;
  const results = new Map<number, AcknowledgeResult['result']>();
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  for (let from = 0; from < unique.length; from += atOnce) {
    const changed: EventRecord[] = [];
    await recorded(db, request.by, async (trx, note) => {
      for (const event of await lockEvents(trx, request.visible, unique.slice(from, from + atOnce))) {
        const { result, write } = bulkOutcome(event, who, comment, now);
        results.set(event.id, result);
        if (!write) continue;
        await writeAcknowledgement(trx, event, write);
        await enqueueRespondAgain(trx, event, write);
        note(acknowledgementNote(event, write));
        changed.push({
          ...event,
          acknowledged_by: write.by,
          acknowledged_at: write.at,
          acknowledged_comment: write.comment,
        });
      }
      // A batch of events that are unknown or acknowledged already changes nothing.
      if (changed.length === 0) note({ action: 'acknowledge', subject: 'event', old: {}, new: {} });
    });
    committed(changed);
  }
  return ids.map((id) => ({ id, result: results.get(id) ?? 'not-found' }));
}

/** The audit note of an acknowledgement. */
export const acknowledgementNote = (
  event: EventRecord,
  acknowledgement: { readonly by: string; readonly comment: string },
) => ({
  action: 'acknowledge',
  subject: 'event',
  subjectId: event.id,
  subjectName: `${event.device_name} ${event.sensor_name ?? ''}`.trim(),
  clientId: event.client_id,
  siteId: event.site_id,
  deviceId: event.device_id || null,
  old: { acknowledged_by: event.acknowledged_by, comment: event.acknowledged_comment },
  new: { acknowledged_by: acknowledgement.by, comment: acknowledgement.comment },
});
