import { type EdgePatch, tooOldForMaps } from '@tocsin/contract/edges';
import type { SiteId } from '@tocsin/contract/ids';
import { difference, type Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { aboutEdge, isTooOldForMaps } from './rules.ts';
import { devicesOfEdges, lockDevices, lockEdge, updateTitle } from './store.ts';

interface Place {
  readonly id: number;
  readonly edge: number;
  readonly subject: { readonly siteId: SiteId; readonly clientId: number };
}

const notHere = 'Only devices of this site that belong to no other edge.';

/** Renames an edge or gives it other devices, and notes what changed. */
/** Gives devices to an edge, or with null back to the portal. */
export type SetEdge = (trx: Trx, ids: readonly number[], edgeId: number | null) => Promise<void>;

export async function changeEdge(
  setEdge: SetEdge,
  trx: Trx,
  note: Note,
  place: Place,
  patch: EdgePatch,
): Promise<void> {
  const edge = orNotFound(await lockEdge(trx, place.id, place.edge));
  const before = await devicesOfEdges(trx, [edge.id]);
  const wanted = new Set(patch.devices ?? before.map(({ id }) => id));
  const after = await lockDevices(trx, place.id, [...wanted]);
  const isTaken = after.some(({ edge_id }) => edge_id !== null && edge_id !== edge.id);
  if (isTaken || (patch.devices !== undefined && after.length < wanted.size)) throw badField('devices', notHere);
  const mapped = patch.devices === undefined ? [] : after.filter((one) => one.is_mapped && one.edge_id === null);
  if (mapped.length > 0 && isTooOldForMaps(edge.health))
    throw badField('devices', tooOldForMaps(mapped.map((one) => one.title).join(', ')));
  const title = patch.title ?? edge.title;
  const names = (devices: readonly { readonly title: string }[]) => devices.map((device) => device.title).sort();
  const { old, new: fresh } = difference(
    { title: edge.title, devices: names(before) },
    { title, devices: names(patch.devices === undefined ? before : after) },
  );
  note({ ...aboutEdge({ id: edge.id, title }, place.subject), action: 'change', old, new: fresh });
  await updateTitle(trx, edge.id, title);
  if (patch.devices === undefined) return;
  await setEdge(
    trx,
    before.filter(({ id }) => !wanted.has(id)).map(({ id }) => id),
    null,
  );
  await setEdge(
    trx,
    after.map(({ id }) => id),
    edge.id,
  );
}
