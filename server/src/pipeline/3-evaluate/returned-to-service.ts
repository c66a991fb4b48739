import { type CatalogDevice, isOutOfService } from '../catalog.ts';
import type { EvaluationState, Open } from './evaluation-state.ts';
import { openEvents } from './fix-notifications.ts';
import { shelvable } from './shelves.ts';

type Settings = Pick<CatalogDevice, 'suspended' | 'sensorsOutOfService'>;

/**
 * Open events that notify again after a change of the settings: all when the device was reactivated, otherwise those of
 * sensors that were returned to service. What is out of service still notifies nobody.
 */
export function returnedToService(state: EvaluationState, before: Settings | null, after: Settings): Open[] {
  if (before === null || after.suspended) return [];
  const isReactivated = before.suspended;
  if (isReactivated && (after.sensorsOutOfService ?? []).length === 0) return openEvents(state);
  const ofSensors = shelvable(state);
  if (!isReactivated)
    return ofSensors.flatMap(({ open, event }) =>
      isOutOfService(before, event) && !isOutOfService(after, event) ? [open] : [],
    );
  const held = new Set(ofSensors.filter(({ event }) => isOutOfService(after, event)).map(({ open }) => open.id));
  return openEvents(state).filter((open) => !held.has(open.id));
}
