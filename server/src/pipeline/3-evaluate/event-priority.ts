import { defaultPriority, hasPriority, type Priority } from '@tocsin/contract/priority';
import type { ResponseSettings } from '../catalog.ts';
import type { EventRow } from '../types.ts';
import type { Plan } from './evaluation-plan.ts';

/** How urgent an event is, and how soon somebody must respond to it. */
export interface Urgency {
  readonly priority: Priority | null;
  readonly respondWithinMinutes: number | null;
}
const none: Urgency = { priority: null, respondWithinMinutes: null };

/**
 * The priority stored with an event at its beginning: its rule's, else its sensor's, else the default of its type.
 * Offline devices, lost nodes and sensors without data have no settings of their own. Events that do not begin a
 * condition have no priority.
 */
export function urgencyOf(
  fact: Pick<EventRow, 'type'> & {
    readonly groupId?: string | null;
    readonly sensorId?: string | null;
    readonly ruleId?: number | null;
  },
  plan: Pick<Plan, 'device' | 'warnsOnly'>,
): Urgency {
  if (!hasPriority(fact.type)) return none;
  const ofSensor = (fact.sensorId ?? null) !== null && fact.type !== 'sensor_disappeared';
  const sensor: ResponseSettings | undefined = ofSensor
    ? plan.device.sensorResponses[`${fact.groupId}.${fact.sensorId}`]
    : undefined;
  const rule =
    (fact.ruleId ?? null) === null ? undefined : plan.device.warningRules.find((one) => one.id === fact.ruleId);
  return {
    priority: rule?.priority ?? sensor?.priority ?? defaultPriority(fact.type, ofSensor && plan.warnsOnly),
    respondWithinMinutes: rule?.respondWithinMinutes ?? sensor?.respondWithinMinutes ?? null,
  };
}
