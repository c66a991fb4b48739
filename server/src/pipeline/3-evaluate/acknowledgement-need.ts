import type { AcknowledgedKind } from '@tocsin/contract/event';
import type { EventRow } from '../types.ts';
import type { Plan } from './evaluation-plan.ts';

/** Back-fill older than this is history: nobody is asked to confirm it. */
const lateWithinMs = 7 * 86_400_000;

/**
 * Whether a person must confirm an event, decided once at its beginning. Alarms always; warnings, offline devices and
 * lost nodes if the client chose so. Devices that only warn (0005, 0006) have their warnings treated as alarms. Tests
 * never; late events if they were received within 7 days.
 */
export function needsAcknowledgement(
  fact: Pick<EventRow, 'type' | 'at'> & { readonly sensorId?: string | null; readonly test?: boolean },
  plan: Pick<Plan, 'device' | 'warnsOnly'>,
  now: number,
): boolean {
  if (fact.test === true || now - fact.at > lateWithinMs) return false;
  if (fact.type === 'alarm_on') return true;
  const chosen = (kind: AcknowledgedKind): boolean => plan.device.acknowledgedKinds.includes(kind);
  switch (fact.type) {
    case 'warning_on':
      // A lost node is a warning of the whole node.
      if ((fact.sensorId ?? null) === null) return chosen('lost');
      return plan.warnsOnly || chosen('warnings');
    case 'sensor_disappeared':
      return chosen('lost');
    case 'device_offline':
      return chosen('offline');
    default:
      return false;
  }
}
