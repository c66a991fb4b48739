import { type Bearing, endpoints, maxBearings } from '@tocsin/contract/bearing-weeks';
import { toUnit } from '@tocsin/contract/convertible-units';
import type { DeviceId } from '@tocsin/contract/ids';
import { runnerOf, sensorPathOf } from '@tocsin/contract/layout';
import { type Api, route } from '../../access/route.ts';
import type { Series } from '../../history/read/calls.ts';
import type { History } from '../../history/read/history.ts';
import type { EvaluatedDevice } from '../../pipeline/types.ts';
import type { Clock } from '../../platform/clock.ts';
import { orNotFound } from '../../platform/errors.ts';
import { ambientOf, bearingsOf, type NamedSensor, sisterOf } from './roles.ts';
import {
  changeOf,
  type Day,
  daysOf,
  difference,
  meanBySlot,
  runningSlots,
  shownDays,
  slotMs,
  toLimit,
  trendOf,
  weeksOf,
} from './weeks.ts';

interface BearingDevice {
  readonly evaluatedDevice: EvaluatedDevice;
  readonly title: string;
  readonly zone: string;
  readonly offlineAfterMs: number;
}

interface BearingWeekDependencies {
  readonly clock: Clock;
  readonly history: Pick<History, 'series'>;
  readonly deviceOf: (id: DeviceId) => BearingDevice | undefined;
  /** The sensors that a device has now, by the names that users gave them. */
  readonly sensorsOf: (id: number) => Promise<readonly NamedSensor[]>;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** The lowest value above which a rule of a sensor warns, in a unit. */
const limitOf = ({ warningRules }: EvaluatedDevice, path: string, unit: string): number | null => {
  const values = warningRules
    .filter((rule) => rule.path === path && rule.sign === '>' && (rule.conditions?.kind ?? 'value') === 'value')
    .flatMap(({ value, unit: own }) => {
      const to = toUnit(own ?? unit, unit);
      return to ? [to.k * value + to.c] : [];
    });
  return values.length === 0 ? null : Math.min(...values);
};

interface Known {
  readonly sensor: NamedSensor;
  readonly days: readonly Day[];
}

function presentBearing(
  { sensor, days }: Known,
  all: readonly Known[],
  { device, to }: { readonly device: EvaluatedDevice; readonly to: number },
): Bearing {
  const weeks = weeksOf(days);
  const sister = sisterOf(
    sensor,
    all.map((one) => one.sensor),
  );
  const other = all.find((one) => one.sensor === sister);
  const trend = trendOf(days);
  const limit = limitOf(device, sensor.path, sensor.unit);
  return {
    path: sensor.path,
    name: sensor.name,
    unit: sensor.unit,
    weeks: weeks.map(({ hours, rise }, ago) => ({
      from: new Date(to - (ago + 1) * weekMs).toISOString(),
      to: new Date(to - ago * weekMs).toISOString(),
      hours,
      rise,
    })),
    change: changeOf(days),
    sister:
      sister && other
        ? {
            path: sister.path,
            name: sister.name,
            difference: difference(weeks[0]?.rise ?? null, weeksOf(other.days)[0]?.rise ?? null),
          }
        : null,
    trend: trend && { per_week: trend.perDay * 7, error: trend.error * 7, days: trend.days },
    limit,
    to_limit: toLimit(trend, limit, days),
  };
}

/** Adds the bearings of a device by week. */
export const addBearingWeekRoutes = (api: Api, dependencies: BearingWeekDependencies): void => {
  const { clock, history, deviceOf, sensorsOf } = dependencies;
  route(api, endpoints.read, async ({ subject }) => {
    const id = subject.deviceId;
    const device = orNotFound(deviceOf(id));
    const sensors = await sensorsOf(id);
    const bearings = bearingsOf(sensors);
    const shown = bearings.slice(0, maxBearings);
    const ambient = ambientOf(sensors);
    const runner = runnerOf(sensors);
    const to = Math.floor(clock.now() / slotMs) * slotMs;
    const series = new Map<string, Series>();
    if (shown.length > 0) {
      const answer = await history.series({
        device: device.evaluatedDevice,
        from: to - shownDays * dayMs,
        to,
        slotMs,
        paths: [...new Set([...shown, ...ambient, ...(runner ? [runner] : [])].map(({ path }) => path))],
        offlineAfterMs: device.offlineAfterMs,
      });
      for (const one of answer.series) series.set(sensorPathOf(one.groupId, one.sensorId), one);
    }
    const isRunning = runningSlots(runner && series.get(runner.path));
    const around = ambient.length === 0 ? null : meanBySlot(ambient.flatMap(({ path }) => series.get(path) ?? []));
    const known = shown.map((sensor): Known => {
      const slots = series.get(sensor.path);
      return {
        sensor: { ...sensor, unit: slots?.unit ?? sensor.unit },
        days: slots ? daysOf(slots, around, isRunning, to) : [],
      };
    });
    return {
      device: { id, title: device.title },
      timezone: device.zone,
      as_of: new Date(to).toISOString(),
      ambient: ambient.map(({ name }) => name),
      running_by: runner?.name ?? null,
      count: bearings.length,
      results: known.map((one) => presentBearing(one, known, { device: device.evaluatedDevice, to })),
    };
  });
};
