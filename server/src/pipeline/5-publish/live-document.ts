import { warnsOnly } from '@tocsin/contract/device-type';
import { sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import { type DeviceStatus, inactiveStates, SensorStatus, unscannedStates } from '@tocsin/contract/status';
import type { SensorOutOfService } from '../catalog.ts';
import { ALARM, type LiveState } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import { type WalkState, walkEndsAt } from '../walk-types.ts';
import type { LiveShape } from './live-shape.ts';

const statuses = SensorStatus.enum;

/** The tag of a sensor. Alarm takes precedence, then WARNING. */
function statusOf(live: LiveState, index: number, path: string): string {
  if (isInAlarm(live, index, path)) return statuses.Alarm;
  if (live.warnings.has(path)) return statuses.WARNING;
  const state = live.texts[live.state[index] ?? 0] ?? '';
  const status = live.texts[live.status[index] ?? 0] ?? '';
  if (inactiveStates.has(state) || inactiveStates.has(status)) return statuses.Disabled;
  if (unscannedStates.has(state) || unscannedStates.has(status)) return statuses['Not Scanned'];
  if (warnsOnly(live.device.shownType)) return statuses['N/A'];
  // The status 'Alarm' without an alarm flag is left over from an earlier alarm.
  if (status !== '' && status !== statuses.Alarm) return status;
  return Number.isNaN(live.values[index]) && state === '' ? statuses['N/A'] : statuses.OK;
}

/** True for its alarm flag, or an open alarm that is last known. */
function isInAlarm(live: LiveState, index: number, path: string): boolean {
  return ((live.flags[index] ?? 0) & ALARM) !== 0 || live.alarms.has(path);
}

/** The highest severity of a device, for its card and its document. */
export function worstOf(live: LiveState): DeviceStatus {
  if (live.alarms.size > 0 || live.flags.some((flag) => (flag & ALARM) !== 0)) return 'Alarm';
  const blind = !live.online || live.notices.some((notice) => notice.kind === 'refused');
  if (blind) return 'Not scanned';
  return live.warnings.size > 0 ? 'WARNING' : 'OK';
}

/**
 * Writes the live document as text, once for all viewers. Concatenated by hand, because a document of 100 sensors is
 * written for every frame; a test checks it against the contract's LiveDevice.
 */
export function writeDocument(live: LiveState, shape: LiveShape | null, sentAt: number, storedUntil: number): string {
  const worst = worstOf(live);
  const { device } = live;
  const head = {
    Id: String(device.id),
    Name: device.title,
    Status: worst === 'WARNING' ? 'OK' : worst,
    Alarm: worst === 'Alarm',
    device: {
      deviceId: String(device.id),
      udf_id: device.udfId,
      deviceType: device.shownType.code,
      versionInfo: live.version,
      is_online: live.online,
      rbe: live.rbe,
    },
  } satisfies Partial<LiveDevice>;
  const tail = {
    frame_at: live.frameAt,
    received_at: live.receivedAt,
    sent_at: sentAt,
    stored_until: storedUntil,
    usual_interval: live.usualMs,
    ...(live.shelves.size > 0 ? { shelves: shelvesOf(live) } : {}),
    ...(live.walk ? { walk: walkOf(live.walk) } : {}),
    ...(device.sensorsOutOfService?.length ? { out_of_service: outOfServiceOf(device.sensorsOutOfService) } : {}),
    notices: [...live.notices],
  } satisfies Partial<LiveDevice>;
  const groups = shape ? writeGroups(live, shape) : '';
  return `${JSON.stringify(head).slice(0, -1)},"groups":[${groups}],${JSON.stringify(tail).slice(1)}`;
}

function outOfServiceOf(sensors: readonly SensorOutOfService[]): NonNullable<LiveDevice['out_of_service']> {
  return sensors.map(({ path, by, reason, since, reviewAt }) => ({
    path,
    by,
    reason: reason === '' ? null : reason,
    since,
    review_at: reviewAt,
  }));
}

function walkOf(walk: WalkState): NonNullable<LiveDevice['walk']> {
  const armed = [...walk.sensors.values()].flatMap(({ path, isArmed }) => (isArmed ? [path] : []));
  return { id: walk.id, by: walk.userName, since: walk.startedAt, ends_at: walkEndsAt(walk), armed };
}

function shelvesOf({ shelves }: LiveState): NonNullable<LiveDevice['shelves']> {
  return [...shelves.values()].map(({ groupId, sensorId, ruleId, coversAlarms, until, userName }) => ({
    sensor: groupId !== null && sensorId !== null ? sensorPathOf(groupId, sensorId) : null,
    node: sensorId === null ? groupId : null,
    rule: ruleId,
    covers_alarms: coversAlarms,
    until,
    ...(userName === undefined ? {} : { by: userName }),
  }));
}

function writeGroups(live: LiveState, shape: LiveShape): string {
  const words = new Map<number, string>();
  let out = '';
  for (const group of shape.groups) {
    let sensors = '';
    let active = false;
    const lostAt = live.warnings.get(group.id)?.at ?? null;
    for (const sensor of group.sensors) {
      const status = statusOf(live, sensor.index, sensor.path);
      if (status !== statuses.Disabled && status !== statuses['Not Scanned']) active = true;
      sensors += sensors === '' ? '' : ',';
      sensors += writeSensor(live, shape, sensor, status, words, lostAt);
    }
    out += `${out === '' ? '' : ','}${group.head}"${active ? 'Active' : 'Inactive'}"},"sensors":[${sensors}]}`;
  }
  return out;
}

type SensorShape = LiveShape['groups'][number]['sensors'][number];

function writeSensor(
  live: LiveState,
  shape: LiveShape,
  sensor: SensorShape,
  status: string,
  words: Map<number, string>,
  lostAt: number | null,
): string {
  const { index, path } = sensor;
  const value = convertedValue(shape.shown[index], live.values[index] ?? Number.NaN);
  const at = live.at ? (live.at[index] ?? Number.NaN) : (live.frameAt ?? Number.NaN);
  const since = live.alarms.get(path)?.at ?? live.warnings.get(path)?.at ?? lostAt;
  const word = live.state[index] ?? 0;
  let state = words.get(word);
  if (state === undefined) {
    state = JSON.stringify(live.texts[word] ?? '');
    words.set(word, state);
  }
  return (
    `${sensor.head}${Number.isFinite(value) ? value : null},"Status":${JSON.stringify(status)},"Alarm":${status === 'Alarm'}` +
    `,"Meta":{"State":${state}${sensor.units}${Number.isNaN(at) ? null : at},"Since":${since}}`
  );
}
