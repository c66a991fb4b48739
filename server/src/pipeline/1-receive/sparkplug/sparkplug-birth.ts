import { type GroupDef, type SensorDef, type SensorKind, sensorPath } from '@tocsin/contract/layout';
import { limits } from '@tocsin/contract/limits';
import { ALARM, ALARM_SENT, ALL_SENT, type DecodedBirth, type DecodedFrame } from '../../types.ts';
import { type Cuts, cleanText } from '../clean-text.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import { idOfName, partId } from '../id-of-name.ts';
import { layoutHash } from '../json/decode-birth.ts';
import { Draft, readTs } from '../json/decode-frame.ts';
import { type SparkplugMetric, type SparkplugPayload, sparkplugTypes as types } from './sparkplug-payload.ts';
import { flattened, instanceAliases } from './sparkplug-template.ts';
import { payloadOf, saysNothing } from './sparkplug-value.ts';

/** A metric as its birth described it. Data refers to it by alias or name and may omit the data type. */
export interface BornMetric {
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly datatype: number;
}

/** One birth; its aliases and names are valid until the next birth. */
export interface SparkplugBirth {
  readonly birth: DecodedBirth;
  readonly byAlias: ReadonlyMap<bigint, BornMetric>;
  readonly byName: ReadonlyMap<string, BornMetric>;
  /** Names of template instances, which data may call by their aliases. */
  readonly instances: ReadonlyMap<bigint, string>;
  /** Number of metrics that cannot be sensors: data sets, bytes, and repeated names. */
  readonly refused: number;
}

/** Metrics of the protocol itself are not sensors. */
export const isProtocolMetric = (name: string | null): boolean =>
  name === 'bdSeq' || (name !== null && /^(?:Node|Device) Control\//.test(name));

/**
 * Decodes the metrics of an NBIRTH or DBIRTH as sensors with their first values. A birth is complete. Throws a
 * FrameRefusal.
 */
export function readSparkplugBirth(payload: SparkplugPayload): SparkplugBirth {
  const ts = readTs(payload.timestamp ?? newestOf(payload.metrics));
  const cuts: Cuts = { count: 0 };
  const groups = new Map<string, GroupDef>();
  const sensors: SensorDef[] = [];
  const metrics: SparkplugMetric[] = [];
  const paths = new Set<string>();
  const byAlias = new Map<bigint, BornMetric>();
  const aliases = new Set<bigint>();
  const byName = new Map<string, BornMetric>();
  let refused = 0;
  for (const metric of flattened(payload.metrics)) {
    if (isProtocolMetric(metric.name)) continue;
    if (metric.name !== null && byName.has(metric.name)) {
      refused++;
      continue;
    }
    const kind = metric.datatype === null ? null : kindOf(metric.datatype, metric.properties.type);
    const place = metric.name ? runtimeOf(metric.name, metric.properties.id ?? null) : null;
    const path = place && sensorPath(place);
    if (!metric.name || metric.datatype === null || !kind || !place || !path || paths.has(path)) {
      refused++;
      continue;
    }
    if (sensors.length === limits.sensorsPerDevice)
      throw new FrameRefusal('limit', `More than ${limits.sensorsPerDevice} sensors`);
    paths.add(path);
    const { groupId, sensorId } = place;
    if (!groups.has(groupId)) groups.set(groupId, { id: groupId, name: named(place.group, groupId, cuts), meta: {} });
    const name = named(place.sensor, sensorId, cuts);
    const unit = cleanText(unitIn(metric), cuts);
    sensors.push({ groupId, sensorId, name, type: kind, unit, states: {} });
    metrics.push(metric);
    const born: BornMetric = { path, datatype: metric.datatype };
    byName.set(metric.name, born);
    if (metric.alias === null) continue;
    // An alias that several metrics share, such as 0 of encoders that always write one, names none of them.
    if (aliases.has(metric.alias)) byAlias.delete(metric.alias);
    else byAlias.set(metric.alias, born);
    aliases.add(metric.alias);
  }
  const ordered = inGroups(groups, sensors);
  const layout = { hash: layoutHash(ordered.sensors), groups: [...groups.values()], sensors: ordered.sensors };
  const first = firstFrame(ts, ordered, metrics, refused);
  const birth = { ts, version: null, boot: null, uptimeS: null, rbe: true, layout, first, cut: cuts.count };
  return { birth, byAlias, byName, instances: instanceAliases(payload.metrics), refused };
}

const unitIds: ReadonlyMap<string, string> = new Map([
  ...['°c', '℃', 'degc', 'deg c', 'celsius'].map((name) => [name, 'C'] as const),
  ...['°f', '℉', 'degf', 'deg f', 'fahrenheit'].map((name) => [name, 'F'] as const),
]);
/** The unit that a metric names: ours, else its `engUnit`, in which a temperature has many names. */
const unitIn = ({ properties: { unit, engUnit } }: SparkplugMetric): string => {
  const named = engUnit?.trim() ?? '';
  return unit ?? unitIds.get(named.toLowerCase()) ?? named;
};

/** The newest time of the metrics, for a payload without its own; null without any. */
const newestOf = (metrics: readonly SparkplugMetric[]): number | null =>
  metrics.reduce<number | null>(
    (newest, { timestamp }) => (timestamp === null ? newest : Math.max(newest ?? timestamp, timestamp)),
    null,
  );

/** Orders the sensors by group, as in a JSON birth; `from` gives each sensor's metric. */
interface Ordered {
  readonly sensors: readonly SensorDef[];
  readonly from: readonly number[];
}
function inGroups(groups: ReadonlyMap<string, GroupDef>, sensors: readonly SensorDef[]): Ordered {
  const places = new Map([...groups.keys()].map((id, place) => [id, place]));
  const place = (index: number): number => places.get(sensors[index]?.groupId ?? '') ?? 0;
  const from = sensors.map((_, index) => index).sort((a, b) => place(a) - place(b) || a - b);
  return { sensors: from.flatMap((index) => sensors[index] ?? []), from };
}

function firstFrame(
  ts: number,
  { sensors, from }: Ordered,
  metrics: readonly SparkplugMetric[],
  refused: number,
): DecodedFrame | null {
  if (sensors.length === 0) return null;
  const draft = new Draft(sensors);
  draft.values.fill(Number.NaN);
  // A birth is complete: a flag or text it omits is not set.
  draft.isComplete = true;
  draft.rejected = refused;
  draft.flags.fill(ALL_SENT);
  from.forEach((at, index) => {
    const metric = metrics[at];
    if (!metric || metric.historical) {
      // It says nothing of the present.
      draft.flags[index] = 0;
      draft.isComplete = false;
      return;
    }
    draft.flags[index] = 0;
    draft.object(index, payloadOf(metric, metric.datatype ?? 0));
    const flag = draft.flags[index] ?? 0;
    // Without a value, and without a word about its alarm, an open alarm stays.
    const isSilent = (flag & ALARM_SENT) === 0 && saysNothing(metric);
    if (isSilent) draft.isComplete = false;
    draft.flags[index] = (isSilent ? ALL_SENT & ~ALARM_SENT : ALL_SENT) | (flag & ALARM);
  });
  return draft.frame(ts, null, null, false);
}

/** Returns null for a type no sensor can have. A string is an ENUM whose state is the string. */
function kindOf(datatype: number, declaredType: string | null | undefined): SensorKind | null {
  if (datatype === types.Boolean) return 'BOOL';
  if (datatype === types.String || datatype === types.Text || datatype === types.UUID) return 'ENUM';
  if (datatype < types.Int8 || datatype > types.UUID) return null;
  return declaredType === 'BOOL' || declaredType === 'ENUM' ? declaredType : 'NUMERIC';
}

interface Placed {
  readonly groupId: string;
  readonly sensorId: string;
  readonly group: string;
  readonly sensor: string;
}

/**
 * The ids from the property `id` (`groupId.sensorId`, or only the sensor's). Without it they are derived from the name,
 * always the same ids for the same name, so nothing needs to be stored.
 */
function runtimeOf(name: string, id: string | null): Placed | null {
  const slash = name.indexOf('/');
  const group = slash > 0 ? name.slice(0, slash) : 'Metrics';
  const sensor = slash > 0 ? name.slice(slash + 1) : name;
  if (sensor.trim() === '') return null;
  if (id === null) return { groupId: idOfName(group), sensorId: idOfName(sensor), group, sensor };
  const [first = '', second, ...rest] = id.split('.');
  const groupId = second === undefined ? idOfName(group) : first;
  const sensorId = second ?? first;
  return rest.length === 0 && partId.test(groupId) && partId.test(sensorId)
    ? { groupId, sensorId, group, sensor }
    : null;
}

const named = (name: string, otherwise: string, cuts: Cuts): string => cleanText(name, cuts).trim() || otherwise;
