import { type EventType, eventLabels } from '@tocsin/contract/event';
import { hasPriority, priorityOfLevel } from '@tocsin/contract/priority';
import { permissionsOf } from '../../access/permissions.ts';
import type { Person } from '../../access/principal.ts';
import { recorded } from '../../platform/audit.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { acknowledgementNote } from './acknowledge-many.ts';
import { loadNotification } from './loader.ts';
import { enqueueRespondAgain } from './overdue.ts';
import { acknowledgement } from './rules.ts';
import { type EventRecord, findEvent, lockEvent, writeAcknowledgement } from './store.ts';

/** What a message says of an event, with what events are called; undefined when the person may not acknowledge it now. */
export async function eventForPerson(
  db: Db,
  who: Person,
  eventId: number,
  labels: Readonly<Record<EventType, string>> = eventLabels,
) {
  const [subject, event] = await Promise.all([loadNotification(db, eventId), findEvent(db, eventId)]);
  if (!event || !subject) return undefined;
  if (!permissionsOf('notification', who, subject).includes('notification.acknowledge')) return undefined;
  const { acknowledged_by: by, acknowledged_at: at } = event;
  return {
    shown: {
      what: [labels[event.type], event.content].filter(Boolean).join(': '),
      client: event.client_name,
      site: event.site_name,
      device: event.device_name,
      sensor: event.sensor_name,
      priority: hasPriority(event.type) ? priorityOfLevel(event.priority) : null,
      at: new Date(event.at).toISOString(),
      timezone: event.site_zone,
      is_active: event.is_active,
    },
    acknowledged: by === null || at === null ? null : { by, at: new Date(at).toISOString() },
  };
}

/**
 * Acknowledges an event for a person who is not signed in, recorded 'by link' with their address. `use` takes the link in
 * the same transaction; when it was taken before, nothing is written. Returns the changed event, if it changed.
 */
export async function acknowledgeByLink(
  db: Db,
  who: Person,
  request: {
    readonly eventId: number;
    readonly comment: string;
    readonly address: string;
    readonly now: number;
    readonly use: (trx: Trx) => Promise<boolean>;
  },
): Promise<EventRecord | undefined> {
  const by = { userId: who.userId, name: who.name, address: request.address };
  const isChanged = await recorded(db, by, async (trx, note) => {
    const event = await lockEvent(trx, request.eventId);
    const isTaken = event !== undefined && (await request.use(trx));
    if (!event || !isTaken) {
      note({ action: 'acknowledge', subject: 'event', old: {}, new: {} });
      return false;
    }
    // The first acknowledgement stands; a later one adds its comment.
    const isLater = event.acknowledged_at !== null;
    const comment = isLater && request.comment === '' ? laterComment : request.comment;
    const written = acknowledgement(event, who, comment, request.now);
    await writeAcknowledgement(trx, event, written);
    await enqueueRespondAgain(trx, event, written);
    const { new: fresh, ...about } = acknowledgementNote(event, written);
    note({ ...about, new: { ...fresh, by: 'link' } });
    return true;
  });
  return isChanged ? await findEvent(db, request.eventId) : undefined;
}

const laterComment = 'Acknowledged too, by link.';
