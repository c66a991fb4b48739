import { type DeviceType, needsUdfId, takesIpAddress } from '@tocsin/contract/device-type';
import type { Device, DeviceInput, DevicePatch } from '@tocsin/contract/devices';
import type { Notification } from '@tocsin/contract/live';
import type { ModbusStatistics } from '@tocsin/contract/modbus';
import type { RuleRun } from '@tocsin/contract/rehearsal';
import { searchText } from '@tocsin/contract/search-text';
import type { WarningRow } from '@tocsin/contract/sensors';
import { type Severity, severityOfDevice, severityRank } from '@tocsin/contract/status';
import type { RingPoints } from '../../live/ring.ts';
import { unitText } from '../../ui/value.ts';
import { isPlausible } from './word-orders.ts';

/** The tag of a device card: administrative state first, then the state of its sensors. */
export const cardSeverity = (device: Pick<Device, 'state' | 'status'>): Severity => {
  if (device.state === 'Suspended') return 'disabled';
  if (device.state === 'Offline') return 'offline';
  return device.status === null ? 'ok' : severityOfDevice[device.status];
};

type Active = Pick<Notification, 'device_id' | 'event_type' | 'is_active' | 'test'>;

/** Numbers of a device's active alarms and warnings. */
export interface ActiveCounts {
  readonly alarms: number;
  readonly warnings: number;
}
const none: ActiveCounts = { alarms: 0, warnings: 0 };

/** Active alarms and warnings by device id, without those of a maintenance test. */
export const activeByDevice = (rows: readonly Active[]): ReadonlyMap<number, ActiveCounts> => {
  const counts = new Map<number, ActiveCounts>();
  for (const { device_id, event_type, is_active, test } of rows) {
    if (!is_active || test || (event_type !== 'alarm_on' && event_type !== 'warning_on')) continue;
    const { alarms, warnings } = counts.get(device_id) ?? none;
    counts.set(
      device_id,
      event_type === 'alarm_on' ? { alarms: alarms + 1, warnings } : { alarms, warnings: warnings + 1 },
    );
  }
  return counts;
};

/** Sort orders of the device cards. */
export const deviceOrders = ['name', 'worst', 'silent', 'untested'] as const;
export type DeviceOrder = (typeof deviceOrders)[number];

type Ordered = Pick<Device, 'title' | 'state' | 'status' | 'last_seen'> & { readonly id: number };

const byName = (a: Ordered, b: Ordered): number => a.title.localeCompare(b.title, 'en', { numeric: true });
/** Time of the last frame in unix ms; 0 if there never was one, so that such devices sort first. */
const heardAt = ({ last_seen }: Ordered): number => (last_seen === null ? 0 : Date.parse(last_seen));

/**
 * Sorts by name, by state (worst first, then most active alarms), by last frame (oldest first), or by coverage (least
 * tested first).
 */
export const sortedDevices = <T extends Ordered>(
  devices: readonly T[],
  order: DeviceOrder,
  active: ReadonlyMap<number, ActiveCounts>,
  /** Percentage of the device's sensors that were tested; null: none to test. */
  coverage: (device: number) => number | null = () => null,
): readonly T[] => {
  const countsOf = ({ id }: Ordered) => active.get(id) ?? none;
  const comparisons: Readonly<Record<DeviceOrder, (a: T, b: T) => number>> = {
    name: byName,
    worst: (a, b) =>
      severityRank(cardSeverity(a)) - severityRank(cardSeverity(b)) ||
      countsOf(b).alarms - countsOf(a).alarms ||
      countsOf(b).warnings - countsOf(a).warnings ||
      byName(a, b),
    untested: (a, b) => (coverage(a.id) ?? 101) - (coverage(b.id) ?? 101) || byName(a, b),
    silent: (a, b) => heardAt(a) - heardAt(b) || byName(a, b),
  };
  return [...devices].sort(comparisons[order]);
};

/** Number of cards from which a search box is shown. */
export const searchedFrom = 13;

type Findable = Pick<Device, 'title' | 'udf_id' | 'ip_address' | 'serial_number' | 'shown_type'>;

/** The devices whose title, address, serial number or displayed type contains every word of a search. */
export const foundDevices = <T extends Findable>(devices: readonly T[], text: string): readonly T[] => {
  const words = searchText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return devices;
  return devices.filter((device) => {
    const { title, udf_id, ip_address, serial_number, shown_type } = device;
    const haystack = searchText([title, udf_id, ip_address, serial_number, shown_type.label].join(' '));
    return words.every((word) => haystack.includes(word));
  });
};

export interface DeviceForm {
  readonly location: number | undefined;
  readonly title: string;
  readonly serial_number: string;
  readonly code: string;
  /** The code of the type. */
  readonly device_type: string | undefined;
  readonly ip_address: string;
  readonly udf_id: string;
  readonly is_emulated_as: string;
  /** `groupId.sensorId`; '': chosen automatically. */
  readonly key_sensor: string;
}

export const emptyDevice = (site: number | null): DeviceForm => ({
  location: site ?? undefined,
  title: '',
  serial_number: '',
  code: '',
  device_type: undefined,
  ip_address: '',
  udf_id: '',
  is_emulated_as: '',
  key_sensor: '',
});

/** The type of the known devices whose serial numbers begin like this one, with the same three signs or more. */
export const typeLike = (
  serial: string,
  known: readonly Pick<Device, 'serial_number' | 'device_type'>[],
): string | undefined => {
  const start = serial.trim().slice(0, 3).toLowerCase();
  if (start.length < 3) return undefined;
  const types = known.filter((one) => one.serial_number.toLowerCase().startsWith(start)).map((one) => one.device_type);
  return types.every((type) => type === types[0]) ? types[0] : undefined;
};

/**
 * A title for a unit: the next number of the devices of its type at its site ('Leg 3' after 'Leg 2'), else its type and
 * serial number; empty without a serial number.
 */
export const titleLike = (
  serial: string,
  type: { readonly code: string; readonly label: string } | undefined,
  known: readonly Pick<Device, 'title' | 'device_type'>[],
): string => {
  if (serial.trim() === '') return '';
  const numbered = known.flatMap(({ title, device_type }) => {
    const digits = title.match(/\d+/g)?.at(-1);
    const isNumbered = digits !== undefined && title.endsWith(digits) && device_type === type?.code;
    return isNumbered ? [{ stem: title.slice(0, -digits.length), number: Number(digits) }] : [];
  });
  const [last] = numbered.toSorted((a, b) => b.number - a.number);
  return last ? `${last.stem}${last.number + 1}` : [type?.label ?? '', serial.trim()].join(' ').trim();
};

export type UnitLabel = Pick<DeviceForm, 'serial_number' | 'code'>;
/** What the code on a unit's label says, 'serial:code', as units and our own pictures have it; null: another code. */
export const unitOf = (text: string): UnitLabel | null => {
  const [, serial_number, code] = /^([^\s:/]{1,64}):([^\s/]{1,64})$/.exec(text.trim()) ?? [];
  return serial_number && code ? { serial_number, code } : null;
};

export const formOf = (device: Device): DeviceForm => ({
  location: device.location,
  title: device.title,
  serial_number: device.serial_number,
  code: device.code ?? '',
  device_type: device.device_type,
  ip_address: device.ip_address ?? '',
  udf_id: device.udf_id ?? '',
  is_emulated_as: device.is_emulated_as ?? '',
  key_sensor: device.key_sensor ?? '',
});

/** Fields that exist only for some types; others are not sent, even if they were filled in. */
const byType = (type: DeviceType, form: DeviceForm) => ({
  ip_address: takesIpAddress(type) ? form.ip_address.trim() || null : null,
  udf_id: needsUdfId(type) ? form.udf_id.trim() || null : null,
});

/** API input for a new device. */
export const inputOf = (form: DeviceForm, location: number, type: DeviceType): DeviceInput => ({
  location,
  title: form.title,
  serial_number: form.serial_number,
  code: form.code,
  device_type: type.code,
  ...byType(type, form),
});

/** The changed fields: an unchanged serial number must not replace the unit. `is_emulated_as` only with permission. */
export const patchOf = (device: Device, form: DeviceForm, type: DeviceType, mayEmulate: boolean): DevicePatch => {
  const before = formOf(device);
  const exchanged = form.serial_number.trim() !== before.serial_number || form.code.trim() !== before.code;
  return {
    id: device.id,
    version: device.version,
    title: form.title,
    ...(form.location !== undefined && form.location !== before.location ? { location: form.location } : {}),
    ...(exchanged ? { serial_number: form.serial_number, code: form.code } : {}),
    ...(type.code === device.device_type ? {} : { device_type: type.code }),
    ...byType(type, form),
    ...(form.key_sensor === before.key_sensor ? {} : { key_sensor: form.key_sensor || null }),
    ...(mayEmulate ? { is_emulated_as: form.is_emulated_as || null } : {}),
  };
};

/**
 * What the polling of a device does: before its first poll it is refused where its site has no networks and its type
 * needs them, so that the page says so from the beginning; undefined: not known yet.
 */
export function pollingState(
  state: ModbusStatistics['state'] | undefined,
  { owner }: Pick<DeviceType, 'owner'>,
  allowed: { readonly networks: unknown; readonly are_needed: boolean } | undefined,
): ModbusStatistics['state'] | undefined {
  const isUnasked = owner !== 'shipped' && allowed?.are_needed === true && allowed.networks === null;
  return isUnasked && (state === undefined || state === 'waiting') ? 'refused' : state;
}

/** Fewer values than this say nothing about a sensor. */
const fewestValues = 10;
type Points = Pick<RingPoints, 'length' | 'times' | 'values'>;

/** Values from `sinceMs` on that the unit allows: earlier ones may have been read in another order. */
const knownValues = ({ length, times, values }: Points, unit: string, sinceMs: number): readonly number[] =>
  Array.from(values.subarray(0, length)).filter((value, i) => (times[i] ?? 0) >= sinceMs && isPlausible(value, unit));

/** Units of which a limit is known to make sense, as they are displayed, in lower case. */
const limitUnits: ReadonlySet<string> = new Set(
  (
    '°c °f k % a ma v mv hz khz rpm 1/min bar mbar psi pa kpa mpa ppm m/s m/min ft/min fpm km/h mm/s in/s m/s² g ' +
    'mm cm m in ft µm kg t kg/h t/h kw w kwh n kn nm l l/min l/h m³/h db db(a)'
  ).split(' '),
);
/** A number of time is a clock: no limit fits it. */
const timeUnits: ReadonlySet<string> = new Set(['s', 'sec', 'seconds', 'min', 'minutes', 'h', 'd']);

interface Measured {
  readonly name?: string;
  readonly type: string;
  readonly unit: string;
}
/** The air around a machine follows the weather, by the names of its sensors. */
const isAir = ({ name = '', unit }: Measured): boolean =>
  /^°[CF]$/.test(unitText(unit)) &&
  /\b(?:ambient|air|outdoors?|outside|umgebung|luft|ambiente|aire|ambiante?)(?:\b|temp)/i.test(name);

/** Why a limit fits no value of a sensor; null: one fits. */
export function unfitFor(sensor: Measured) {
  const { type, unit } = sensor;
  if (type !== 'NUMERIC') return 'word';
  if (isAir(sensor)) return 'ambient';
  if (timeUnits.has(unit.toLowerCase())) return 'time';
  if (unitText(unit) === '') return 'noUnit';
  return limitUnits.has(unitText(unit).toLowerCase()) ? null : 'unknownUnit';
}

/** Why nothing is proposed for a sensor, the most useful first; 'next': a limit can be. */
const reasons = ['next', 'tooFew', 'noUnit', 'unknownUnit', 'noLimit', 'ruled', 'word', 'time', 'ambient'] as const;

interface Candidate extends Measured {
  readonly name: string;
  readonly isRuled: boolean;
  readonly points: Points;
}

/** Why no limit is proposed for a sensor. */
export function whyNone({ isRuled, points, ...sensor }: Candidate, sinceMs: number): (typeof reasons)[number] {
  if (isRuled) return 'ruled';
  const unfit = unfitFor(sensor);
  if (unfit !== null) return unfit;
  if (knownValues(points, sensor.unit, sinceMs).length < fewestValues) return 'tooFew';
  return proposedLimit(points, sensor.unit, sinceMs) === null ? 'noLimit' : 'next';
}

/** Sensors without a proposal, each under one reason; `soFar`: the fewest values that one of them has. */
export function unproposed(sensors: readonly Candidate[], sinceMs: number) {
  const by = Map.groupBy(sensors, (sensor) => whyNone(sensor, sinceMs));
  return reasons.flatMap((why) => {
    const own = by.get(why) ?? [];
    const soFar = Math.min(...own.map(({ points, unit }) => knownValues(points, unit, sinceMs).length));
    return own.length === 0 ? [] : [{ why, names: own.map(({ name }) => name), soFar }];
  });
}

/**
 * A limit for a sensor of which a few minutes are known: as far above its highest value as it moved twice, at least a
 * fifth of it, rounded up to two digits; null: too little is known, or no sensor of its unit reaches the limit.
 */
export function proposedLimit(points: Points, unit: string, sinceMs: number): number | null {
  const known = knownValues(points, unit, sinceMs);
  if (known.length < fewestValues) return null;
  const most = Math.max(...known);
  return roundedUp(most + Math.max(Math.abs(most) / 5, 2 * (most - Math.min(...known))), unit);
}

/** A limit rounded up to two digits; null: no sensor of its unit reaches it. */
function roundedUp(limit: number, unit: string): number | null {
  if (limit === 0) return null;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(limit))) - 1);
  const rounded = Number((Math.ceil(limit / step) * step).toPrecision(6));
  return isPlausible(rounded, unit) ? rounded : null;
}

/** A rule that is proposed, and what it would have done when it was tried. */
export interface Proposed {
  readonly row: WarningRow;
  readonly name: string;
  readonly unit: string;
  readonly run: RuleRun;
}
const mostTries = 4;

/**
 * Tries proposed rules on history, and raises each that would have warned by a twentieth above what it warned of, until
 * none would have. What no sensor of its unit reaches stays as it was, with how often it would have warned.
 */
export async function quietProposals(
  all: readonly Omit<Proposed, 'run'>[],
  tried: (rows: readonly WarningRow[]) => Promise<readonly RuleRun[]>,
): Promise<readonly Proposed[]> {
  let proposed = all;
  for (let tries = 1; proposed.length > 0; tries++) {
    const runs = await tried(proposed.map(({ row }) => row));
    const raised = proposed.map((one, i) => {
      const most = Math.max(...(runs[i]?.spans ?? []).map(({ extreme }) => extreme ?? Number.NEGATIVE_INFINITY));
      const value = Number.isFinite(most) ? roundedUp(most + Math.abs(most) / 20, one.unit) : null;
      return value === null ? one : { ...one, row: { ...one.row, value } };
    });
    if (tries === mostTries || raised.every((one, i) => one === proposed[i]))
      return proposed.flatMap((one, i) => (runs[i] ? [{ ...one, run: runs[i] }] : []));
    proposed = raised;
  }
  return [];
}

const longestShown = 160;
/** What a message of an unknown sender says: its numbers and switches by name, else its beginning. */
export function saysOf(message: string): string {
  // The last part may be cut off.
  const parts = message.split(/[{},]/).slice(0, -1);
  const pairs = parts.map((part) =>
    part
      .replaceAll('"', '')
      .split(':')
      .map((word) => word.trim()),
  );
  const told = pairs.filter(
    ([name, value]) => name && value && (value === 'true' || value === 'false' || !Number.isNaN(Number(value))),
  );
  const said = told.map(([name, value]) => `${name} ${value}`).join(', ') || message;
  return said.length <= longestShown ? said : `${said.slice(0, said.lastIndexOf(' ', longestShown))} ...`;
}

/** How often it sends, in ms: the gap in the middle of those between its messages; null below three, or all at once. */
export function rhythmOf(times: readonly string[]): number | null {
  const gaps = times.slice(1).map((time, i) => Date.parse(times[i] ?? time) - Date.parse(time));
  const middle = gaps.length < 2 ? 0 : (gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0);
  return middle < 1_000 ? null : middle;
}
