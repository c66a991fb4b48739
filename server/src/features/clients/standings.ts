import type { ClientStanding } from '@tocsin/contract/clients';
import type { ClientId, SiteId } from '@tocsin/contract/ids';
import { isOemOrSuper, type Principal } from '../../access/principal.ts';
import { type Scope, scopeOf } from '../../access/scope.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { activeByClient } from './store.ts';

/** A device as the pipeline has it in memory. */
export interface SeenDevice {
  readonly clientId: ClientId;
  readonly siteId: SiteId;
  readonly isSuspended: boolean;
  /** Null: it has never reported. */
  readonly isOnline: boolean | null;
  readonly lastSeenAt: number | null;
}

export interface StandingDependencies extends DbAndClock {
  readonly devices: () => Iterable<SeenDevice>;
  /** How much does not protect and needs somebody at the sites of a scope, by client. */
  readonly needsOf: (scope: Scope) => Promise<ReadonlyMap<number, number>>;
}

const unknown: ClientStanding = {
  alarms: 0,
  warnings: 0,
  unacknowledged: 0,
  cleared: 0,
  devices: 0,
  offline: 0,
  last_frame_at: null,
  needs: null,
};

/** How each client stands, in what a person sees of it: one query, and the devices in memory. */
export async function standingsOf(
  { db, clock, devices }: StandingDependencies,
  who: Principal,
): Promise<(clientId: number) => ClientStanding> {
  const scope = scopeOf(who, null);
  const sees = siteTest(scope);
  const seesSuspended = isOemOrSuper(who);
  const standings = new Map<number, ClientStanding>();
  for (const { client_id, ...counts } of await activeByClient(db, scope, seesSuspended, clock.now()))
    standings.set(client_id, { ...unknown, ...counts });
  const newest = new Map<number, number>();
  const counted = new Map<number, { devices: number; offline: number }>();
  for (const device of devices()) {
    if (!sees(device) || (device.isSuspended && !seesSuspended)) continue;
    const count = counted.get(device.clientId) ?? { devices: 0, offline: 0 };
    count.devices++;
    if (device.isOnline === false) count.offline++;
    counted.set(device.clientId, count);
    newest.set(device.clientId, Math.max(newest.get(device.clientId) ?? 0, device.lastSeenAt ?? 0));
  }
  return (id) => {
    const at = newest.get(id) ?? 0;
    return {
      ...(standings.get(id) ?? unknown),
      ...counted.get(id),
      last_frame_at: at === 0 ? null : new Date(at).toISOString(),
    };
  };
}

function siteTest(scope: Scope): (device: SeenDevice) => boolean {
  if (scope.kind === 'all') return () => true;
  const [clients, sites] = [new Set(scope.clientIds), new Set(scope.siteIds)];
  return ({ clientId, siteId }) => clients.has(clientId) || sites.has(siteId);
}

/** Sorted, the worst first; equal ones stay in their order. */
export const worstFirst = (ids: readonly number[], of: (id: number) => ClientStanding): number[] =>
  ids.toSorted((a, b) => {
    const [one, other] = [of(a), of(b)];
    return (
      other.alarms - one.alarms ||
      other.unacknowledged - one.unacknowledged ||
      other.warnings - one.warnings ||
      other.offline - one.offline
    );
  });

/** What a person sees of some clients. */
export function scopeOfClients(who: Principal, ids: readonly ClientId[]): Scope {
  const scopes = ids.map((id) => scopeOf(who, id));
  return {
    kind: 'some',
    clientIds: scopes.flatMap((scope) => (scope.kind === 'some' ? scope.clientIds : [])),
    siteIds: scopes.flatMap((scope) => (scope.kind === 'some' ? scope.siteIds : [])),
  };
}
