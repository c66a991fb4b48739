import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { WalkSensor, WalkSummary, WalkTest } from '@tocsin/contract/walk-tests';
import { isSamePerson } from '../../access/authorization-table.ts';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import { notifiesAt, type WalkedSensor, walkEndsAt } from '../../pipeline/walk-types.ts';
import type { WalkRecord } from './store.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** A walk as lists show it, with what the reader may do. */
export function presentSummary(row: WalkRecord, who: Principal): WalkSummary {
  const { state: walk } = row;
  const device = {
    deviceId: DeviceId.parse(row.device_id),
    siteId: SiteId.parse(row.site_id),
    clientId: ClientId.parse(row.client_id),
    isSuspended: row.is_suspended,
    shownType: row.shown_type,
  };
  return {
    id: row.id,
    device: row.device_id,
    device_name: row.device_name,
    location: row.site_id,
    location_name: row.site_name,
    location_timezone: row.site_zone,
    state: walk.endedAt === null ? 'armed' : walk.signedAt === null ? 'ended' : 'signed',
    armed_by: walk.userName,
    is_mine: isSamePerson(who, walk),
    since: iso(walk.startedAt),
    idle_minutes: walk.idleMs / 60_000,
    ends_at: iso(walk.endedAt ?? walkEndsAt(walk)),
    ended_at: isoOrNull(walk.endedAt),
    end_reason: walk.endReason,
    armed: walk.sensors.filter((sensor) => sensor.isArmed).length,
    passed: walk.sensors.filter((sensor) => sensor.state === 'passed').length,
    total: walk.sensors.length,
    permissions: permissionsOf('device', who, device),
  };
}

/** A walk with its sensors. */
export function presentWalk(row: WalkRecord, who: Principal, now: number): WalkTest {
  const { announced, last, signedBy, comment, sensors } = row.state;
  return {
    ...presentSummary(row, who),
    sensors: sensors.map(presentSensor),
    announced: announced && { sensor: announced.path, at: iso(announced.at) },
    last,
    signed_by: signedBy,
    comment,
    server_time: now,
  };
}

function presentSensor(sensor: WalkedSensor): WalkSensor {
  const due = notifiesAt(sensor);
  return {
    sensor: sensor.path,
    name: sensor.name,
    group: sensor.group,
    state: sensor.state,
    cause: sensor.cause,
    reason: sensor.reason,
    is_armed: sensor.isArmed,
    is_on: sensor.heldSince !== null,
    notifies_at: Number.isFinite(due) ? iso(due) : null,
    announced_at: isoOrNull(sensor.announcedAt),
    presses: sensor.presses ?? 0,
    pressed_at: isoOrNull(sensor.pressedAt ?? null),
    tripped_at: isoOrNull(sensor.trippedAt),
    cleared_at: isoOrNull(sensor.clearedAt),
    swapped_with: sensor.swappedWith,
    needs_confirmation: sensor.state === 'tripped' && sensor.clearedAt !== null,
  };
}
