import type { LiveSensor } from '@tocsin/contract/live';
import type { DeviceAtMoment } from '@tocsin/contract/site-moment';
import { isStale, ordinaryStates, type Severity, severityRank } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/site-moment';
import { sensorStatus, severityAt, wordOf } from '../../domain/sensor-status.ts';
import { spanText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import { momentOfFields, wallFields } from '../../ui/zone.ts';

/** A sensor at a moment. */
export interface SensorRow {
  readonly path: string;
  readonly name: string;
  readonly group: string;
  readonly severity: Severity;
  readonly value: string;
  /** The state that the device sent; empty if it says no more than the severity. */
  readonly state: string;
  /** How long before the moment the value was sent; empty: with the device's last data. */
  readonly age: string;
  /** The temperature; the least number of what measures none. */
  readonly heat: number;
}

/** A device at a moment, with its sensors worst first. */
export interface DeviceRows {
  readonly severity: Severity;
  /** Sensors that were not normal, worst first. */
  readonly notable: readonly SensorRow[];
  /** Where none was: the hottest, or the first with a value. */
  readonly foremost: readonly SensorRow[];
  readonly others: readonly SensorRow[];
}

const ageText = (sentAt: number | null, at: number): string => {
  if (sentAt === null) return texts.older;
  return at - sentAt < 1_000 ? texts.exactly : texts.age(spanText(at - sentAt));
};

const shownValue = ({ Value: value, Type: type, Status: status, Alarm: alarm, Meta: meta }: LiveSensor): string =>
  wordOf({ value, type, status, alarm, state: meta.State }) ?? (value === null ? '' : valueText(value, meta.Units));

/** Sensors shown of a device of which all were normal. */
const shownIfCalm = 3;
const calm: ReadonlySet<Severity> = new Set(['ok', 'disabled']);

/** The sensors of a device at a moment (unix ms), worst first, each with its value and age. */
export const deviceRows = (device: DeviceAtMoment, at: number): DeviceRows => {
  const { document } = device;
  const rows = (document?.groups ?? []).flatMap((group) =>
    group.sensors.map((sensor): SensorRow => {
      const { Status: status, Value: value, Alarm: alarm, At: sentAt, Meta: meta } = sensor;
      const isOnline = device.offline_since === null;
      // A device that reports by exception does not repeat values: they hold as long as it is online.
      const stale = document !== null && document.device.rbe !== true && isStale(sentAt, at, document.usual_interval);
      const severity = sensorStatus(
        { type: sensor.Type, value, status, alarm, state: meta.State },
        { online: isOnline, stale },
      );
      return {
        path: `${group.Id}.${sensor.Id}`,
        name: sensor.Name,
        group: group.Name,
        severity,
        value: shownValue(sensor),
        state: ordinaryStates.has(meta.State) ? '' : meta.State,
        age: sentAt !== null && sentAt === document?.frame_at ? '' : ageText(sentAt, at),
        heat: typeof value === 'number' && /^[CF]$/.test(meta.Units) ? value : Number.MIN_SAFE_INTEGER,
      };
    }),
  );
  const notable = rows.filter(({ severity }) => !calm.has(severity));
  const foremost =
    notable.length > 0
      ? []
      : rows
          .filter(({ severity, value }) => severity === 'ok' && value !== '')
          .toSorted((a, b) => b.heat - a.heat)
          .slice(0, shownIfCalm);
  return {
    severity: notable.reduce(
      (worst, { severity }) => (severityRank(severity) < severityRank(worst) ? severity : worst),
      severityAt(device),
    ),
    notable: notable.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity)),
    foremost,
    others: rows.filter((row) => calm.has(row.severity) && !foremost.includes(row)),
  };
};

/** '2 min before' or '40 s after' the moment. */
export const distanceText = (eventAt: number, at: number): string => {
  const apart = eventAt - at;
  if (Math.abs(apart) < 1_000) return texts.exactly;
  return apart < 0 ? texts.before(spanText(-apart)) : texts.after(spanText(apart));
};

interface MomentFields {
  readonly date: string;
  readonly time: string;
}

/** A moment as the fields show it: the time with its seconds, unless it is a whole minute. */
export const fieldsOf = (at: number, zone: string): MomentFields => {
  const { date, time } = wallFields(at, zone);
  const seconds = Math.floor(at / 1_000) % 60;
  return { date, time: seconds === 0 ? time : `${time}:${String(seconds).padStart(2, '0')}` };
};

/** The moment of the fields: to the millisecond the one that they show, while nothing was changed in them. */
export const chosenMoment = (at: number, { date, time }: MomentFields, zone: string): number | null => {
  const shown = fieldsOf(at, zone);
  return date === shown.date && time === shown.time ? at : momentOfFields(date, time, zone);
};
