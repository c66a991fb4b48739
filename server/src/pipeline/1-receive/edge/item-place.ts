import type { EdgeItem } from '@tocsin/contract/edge-exchange';
import type { CatalogDevice } from '../../catalog.ts';

/** Clocks of devices differ by so much from the edge's without being wrong. */
const toleratedMs = 5_000;

/**
 * What an edge may say of a device. own: it is the device's present source. former: the item is history of a time when
 * it was, and the device has not left the client since. null: nothing.
 */
export function placeOf(
  edge: { readonly id: number; readonly siteId: number },
  device: CatalogDevice | undefined,
  item: EdgeItem,
): 'own' | 'former' | null {
  if (!device) return null;
  if (device.siteId === edge.siteId && device.edgeId === edge.id) return 'own';
  const isFormer = (device.edgeTimes ?? []).some(
    ({ edge: id, client, from, until }) =>
      id === edge.id &&
      client === device.clientId &&
      until !== null &&
      (item.k === 'gap'
        ? isWithin(item.from, from, until) && isWithin(item.to, from, until)
        : isWithin(item.at, from, until) &&
          (item.k === 'birth' || isWithin(item.ts, from - toleratedMs, until + toleratedMs))),
  );
  return isFormer ? 'former' : null;
}

const isWithin = (time: number, from: number, until: number): boolean => time >= from && time <= until;
