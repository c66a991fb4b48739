import { type SensorKind, speedUnits } from '@tocsin/contract/layout';
import type { Evidence } from '@tocsin/contract/protection';

/** A sensor as the scan needs it: its raw unit, and how its values are displayed (shown = k * raw + c). */
export interface ScannedSensor {
  readonly path: string;
  readonly groupId: string;
  readonly name: string;
  readonly type: SensorKind;
  readonly unit: string;
  readonly shownUnit: string;
  readonly k: number;
  readonly c: number;
}

/** A sensor that is probably dead. `since`: when the suspicious behaviour began, unix ms. */
export interface Suspicion {
  readonly path: string;
  readonly since: number;
  readonly evidence: Evidence;
}

/** When a sensor last proved that it is alive, and since when its device reports it as inactive; null: never, not. */
interface SensorLife {
  readonly path: string;
  readonly movedAt: number | null;
  readonly inactiveSince: number | null;
}

export interface ScanResult {
  readonly suspicions: readonly Suspicion[];
  readonly lives: readonly SensorLife[];
}

/**
 * Thresholds of the scan. Hours are hours in which the machine ran: at least half of the neighbours moved by more than
 * one step of their resolution.
 */
export const thresholds = {
  /** Flat for this many running hours, and twice as long as ever before. */
  flatHours: 12,
  /** A temperature that never moved since its history began. */
  neverMovedHours: 24,
  /** Share of earlier running hours in which a sensor moved, before a flat line is suspicious. */
  movedShare: 0.8,
  leastPastHours: 24,
  /** Consecutive starts without a response, after at least so many with one. */
  starts: 3,
  pastStarts: 6,
  /** A response below this share of the usual one is none: the weather moves a probe that hangs in the air, too. */
  noResponse: 0.25,
  /** Hours of movement in which two sensors sent the same values. */
  copyHours: 12,
  /** 6-minute slots at a sentinel value. */
  sentinelSlots: 20,
  /** 85 C is a DS18B20's value after power-up, but a bearing may reach it. */
  powerUpSlots: 60,
  contactDays: 90,
} as const;

/** Values by which sensors and gateways report that they measured nothing. */
const sentinels: ReadonlySet<number> = new Set([
  -9999, -999.9, -999, -127, 850, 999, 999.9, 9999, 32_767, -32_768, 65_535, 3276.7, -3276.8, 6553.5, 2_147_483_647,
  -2_147_483_648, 4_294_967_295,
]);
const powerUpC = 85;

const temperatures: ReadonlySet<string> = new Set(['C', 'F', 'K', '°C', '°F']);
export const isTemperature = (unit: string): boolean => temperatures.has(unit);

/** 6-minute slots for which a constant raw value must stand to be suspicious; null: an ordinary value. */
export function sentinelSlots(value: number, unit: string): number | null {
  if (sentinels.has(value)) return thresholds.sentinelSlots;
  return value === powerUpC && (unit === 'C' || unit === '°C') ? thresholds.powerUpSlots : null;
}

/** Units of counters, which grow whether or not anything is measured. */
const counters: ReadonlySet<string> = new Set(['', 's', 'Seconds', 'h', 'Hours']);
export const isMeasured = ({ type, unit }: ScannedSensor): boolean => type === 'NUMERIC' && !counters.has(unit);

const speeds: ReadonlySet<string> = new Set(speedUnits);
/** Whether a sensor's unit can tell a running machine from a stopped one. */
export const measuresSpeed = ({ type, unit }: ScannedSensor): boolean => type === 'NUMERIC' && speeds.has(unit);

/** For each sensor the indexes of those that move when it does: same unit in its group, then device, then its group. */
export function neighboursOf(sensors: readonly ScannedSensor[]): readonly (readonly number[])[] {
  const measured = sensors.flatMap((sensor, index) => (isMeasured(sensor) ? [{ sensor, index }] : []));
  const by = (key: (sensor: ScannedSensor) => string) => Map.groupBy(measured, ({ sensor }) => key(sensor));
  const inGroup = by(({ groupId, unit }) => `${groupId}\n${unit}`);
  const inDevice = by(({ unit }) => unit);
  const anyInGroup = by(({ groupId }) => groupId);
  return sensors.map((sensor, index) => {
    if (!isMeasured(sensor)) return [];
    const others = (list: typeof measured | undefined) =>
      (list ?? []).flatMap(({ index: other }) => (other === index ? [] : [other]));
    const near = others(inGroup.get(`${sensor.groupId}\n${sensor.unit}`));
    if (near.length >= 2) return near;
    const far = others(inDevice.get(sensor.unit));
    return far.length > 0 ? far : others(anyInGroup.get(sensor.groupId));
  });
}
