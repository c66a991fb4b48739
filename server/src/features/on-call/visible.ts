import { isStaff, type Person } from '../../access/principal.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Selection } from '../../access/selection.ts';
import type { RotationFilter } from './store.ts';

/** The rotations that a person sees in the selected client, or in all of theirs; with a site those that serve it. */
export const visibleTo = (who: Person, { clientId }: Selection, siteId: number | undefined): RotationFilter => {
  const own = [...who.clients.keys()].filter((id) => clientId === null || id === clientId);
  const ofStaff = clientId === null ? null : [clientId];
  return { scope: scopeOf(who, clientId), clientIds: isStaff(who) ? ofStaff : own, siteId };
};

/** Rotations whose overrides one list covers. */
export const maxRotations = 1_000;
