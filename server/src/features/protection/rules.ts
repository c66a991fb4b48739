import { hasNodes, warnsOnly } from '@tocsin/contract/device-type';
import { fullSensorId, sensorPath, sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import { isTestable, type LedgerRow, testFailsAfterMs } from '@tocsin/contract/maintenance';
import { assignableKinds } from '@tocsin/contract/protection';
import { stateTexts } from '@tocsin/contract/status';
import type { DeviceRow, Entry, Facts, Place, ShelfFact, SuspicionFact, Why } from './facts.ts';

const dayMs = 86_400_000;
/** 'Cannot be evaluated' is an entry after this time. */
const cannotEvaluateMs = 600_000;
/** A sensor that was not scanned for this long is an entry. */
const missedScanMs = 60_000;
/** A suspension without a review date is to be reviewed after this time. */
const reviewMs = 7 * dayMs;

const plain = { sensors: 1, sinceIsExact: true, who: null, until: null, suspicion: null, shelfId: null } as const;

/**
 * Every sensor, node, device or site that does not protect now. What is out of service is one entry and covers
 * everything below it; an offline device covers what its last frame said of its sensors, and a lost node its sensors.
 */
export function entriesOf(facts: Facts): Entry[] {
  return facts.sites.flatMap((site) => {
    const devices = facts.devices.filter((device) => device.site_id === site.id);
    const sensors = devices.reduce((sum, device) => sum + sensorsOf(device).length, 0);
    if (site.is_suspended) return [outOfService(facts, { siteId: site.id, deviceId: null, path: null }, null, sensors)];
    return devices.flatMap((device) =>
      deviceEntries(facts, device).map((entry) => withDesign(facts.designs, device, withOwner(facts.owners, entry))),
    );
  });
}

/** The person assigned owns an entry that stood then; the same thing again later is another one. */
function withOwner(owners: Facts['owners'], entry: Entry): Entry {
  if (!assignableKinds.some((kind) => kind === entry.kind)) return entry;
  const owner = owners.find(
    (one) =>
      one.deviceId === entry.deviceId &&
      one.path === entry.path &&
      one.kind === entry.kind &&
      (entry.since === null || one.at >= entry.since),
  );
  return owner ? { ...entry, who: owner.name } : entry;
}

/** Type and unit of a sensor as it is now; null: it is not listed. */
export function shapeOf(device: DeviceRow, path: string | null): string | null {
  const sensor = device.sensors.find((one) => sensorPath(one) === path);
  return sensor && path !== null ? `${device.types[path] ?? sensor.type} ${sensor.unit}` : null;
}

/** An entry that a person confirmed says so; another type, unit or a later beginning is another thing. */
function withDesign(designs: Facts['designs'], device: DeviceRow, entry: Entry): Entry {
  const design = designs.find(
    (one) =>
      one.deviceId === entry.deviceId &&
      one.path === entry.path &&
      one.kind === entry.kind &&
      one.shape === shapeOf(device, entry.path) &&
      (entry.since === null || one.at >= entry.since),
  );
  return design ? { ...entry, why: { kind: 'design', by: design.by, reason: design.reason } } : entry;
}

export const isByDesign = ({ why }: Pick<Entry, 'why'>): boolean => why.kind === 'design';

/**
 * How much needs somebody, by a key: sensors, nodes, devices and sites, each once whatever its reasons, and nothing that
 * is so by design. This is the number in the menu, on the wall, at clients and on the first page.
 */
export function needingBy<T extends { readonly entry: Entry }, K>(
  named: readonly T[],
  keyOfOne: (one: T) => K,
): ReadonlyMap<K, number> {
  const needing = named.filter(({ entry }) => !isByDesign(entry));
  const placeOfEntry = ({ entry }: T): string => `${entry.siteId} ${entry.deviceId} ${entry.path}`;
  return new Map([...Map.groupBy(needing, keyOfOne)].map(([key, own]) => [key, new Set(own.map(placeOfEntry)).size]));
}

/** Sensors of the present layout that can protect: without inputs that are not part of the device's profile. */
export function sensorsOf(device: DeviceRow, live?: LiveDevice): DeviceRow['sensors'] {
  if (!live) return device.sensors;
  const out = new Set(
    live.groups.flatMap((group) =>
      group.sensors
        .filter((sensor) => sensor.Meta.State === stateTexts.outOfProfile)
        .map((sensor) => sensorPathOf(group.Id, sensor.Id)),
    ),
  );
  return device.sensors.filter((sensor) => !out.has(sensorPath(sensor)));
}

function outOfService(facts: Facts, place: Place, name: string | null, sensors: number): Entry {
  const fact = facts.outOfService.find(
    (one) => one.siteId === place.siteId && one.deviceId === place.deviceId && one.path === place.path,
  );
  const since = fact?.since ?? null;
  return {
    ...plain,
    ...place,
    kind: 'out_of_service',
    name,
    sensors,
    since,
    why: fact?.reason ? { kind: 'text', text: fact.reason } : { kind: 'suspended' },
    who: fact?.by ?? null,
    until: fact?.reviewAt ?? (since === null ? null : since + reviewMs),
  };
}

function deviceEntries(facts: Facts, device: DeviceRow): Entry[] {
  const live = facts.live.get(device.id);
  const sensors = sensorsOf(device, live);
  const place = { siteId: device.site_id, deviceId: device.id, path: null };
  if (device.is_suspended) return [outOfService(facts, place, null, sensors.length)];
  const out = new Set(
    facts.outOfService.flatMap((one) => (one.deviceId === device.id && one.path !== null ? [one.path] : [])),
  );
  const own = sensors.filter((sensor) => !out.has(sensorPath(sensor)));
  const names = namesOf(device);
  const about = { facts, device, names, paths: new Set(own.map(sensorPath)) };
  const shelves = facts.shelves.filter((one) => one.deviceId === device.id);
  return [
    ...[...out]
      .filter((path) => names.has(path))
      .map((path) => outOfService(facts, { ...place, path }, names.get(path) ?? path, 1)),
    ...availability(about, live, sensors.length),
    ...shelves.map((shelf) => shelfEntry(about, shelf)),
    ...suspected(about),
    ...tested(about),
    ...unevaluated(about),
    ...unwatched(about, own),
  ];
}

/** Names by path; sensors of an F500 have the name of their node before them. */
export function namesOf(device: DeviceRow): ReadonlyMap<string, string> {
  const groups = new Map(device.groups.map((group) => [group.id, group.name]));
  return new Map(
    device.sensors.map((sensor) => {
      const path = sensorPath(sensor);
      const name = device.labels[path] ?? sensor.name;
      return [path, hasNodes(device.shown_type) ? `${groups.get(sensor.groupId) ?? sensor.groupId}, ${name}` : name];
    }),
  );
}

interface About {
  readonly facts: Facts;
  readonly device: DeviceRow;
  readonly names: ReadonlyMap<string, string>;
  /** Sensors that are in service. */
  readonly paths: ReadonlySet<string>;
}
const placeOf = ({ device, names }: About, path: string) => ({
  ...plain,
  siteId: device.site_id,
  deviceId: device.id,
  path,
  name: names.get(path) ?? path,
});

function availability(about: About, live: LiveDevice | undefined, sensors: number): Entry[] {
  const { facts, device } = about;
  const whole = { ...plain, siteId: device.site_id, deviceId: device.id, path: null, name: null, sensors };
  const outages = facts.outages.filter((one) => one.deviceId === device.id);
  const refused = live?.notices.find((notice) => notice.kind === 'refused');
  if (!live) return [{ ...whole, kind: 'offline', since: device.created_at, why: { kind: 'neverSent' } }];
  if (!live.device.is_online) {
    const since = outages.find((one) => one.groupId === null)?.at ?? live.received_at;
    return [{ ...whole, kind: 'offline', since, why: { kind: 'offline' } }];
  }
  if (refused) return [{ ...whole, kind: 'offline', since: refused.since, why: { kind: 'refused' } }];
  const lost = new Map(outages.flatMap((one) => (one.groupId === null ? [] : [[one.groupId, one] as const])));
  return live.groups.flatMap((group): Entry[] => {
    const node = lost.get(group.Id);
    if (node) {
      const name = node.name ?? group.Name;
      const count = group.sensors.length;
      return [
        { ...placeOf(about, group.Id), kind: 'lost', name, sensors: count, since: node.at, why: { kind: 'lost' } },
      ];
    }
    return group.sensors.flatMap((sensor) => inactiveEntry(about, sensorPathOf(group.Id, sensor.Id), sensor.Status));
  });
}

function inactiveEntry(about: About, path: string, status: string): Entry[] {
  const kind = status === 'Disabled' ? 'disabled' : status === 'Not Scanned' ? 'not_scanned' : null;
  if (kind === null || !about.paths.has(path)) return [];
  const { id } = about.device;
  const seen = about.facts.seen.find((one) => one.deviceId === id && one.path === path && one.kind === kind);
  // One missed scan is no failure: the next one comes within seconds.
  if (kind === 'not_scanned' && (!seen || about.facts.now - seen.since < missedScanMs)) return [];
  const why: Why = { kind: kind === 'disabled' ? 'disabled' : 'notScanned' };
  const since = seen?.since ?? about.facts.now;
  return [{ ...placeOf(about, path), kind, since, sinceIsExact: seen?.isExact ?? false, why }];
}

function shelfEntry(about: About, shelf: ShelfFact): Entry {
  return {
    ...placeOf(about, ''),
    kind: 'shelved',
    path: shelf.path,
    name: shelf.path === null ? null : (about.names.get(shelf.path) ?? shelf.title),
    since: shelf.since,
    why: { kind: 'text', text: shelf.reason },
    who: shelf.by,
    until: shelf.until,
    shelfId: shelf.id,
  };
}

/** A suspicion about a sensor that was retyped or removed since concerns a sensor that no longer exists. */
export const stillConcerns = (
  device: DeviceRow,
  { path, type, unit }: Pick<SuspicionFact, 'path' | 'type' | 'unit'>,
): boolean => {
  const sensor = device.sensors.find((one) => sensorPath(one) === path);
  return sensor !== undefined && sensor.unit === unit && (device.types[path] ?? sensor.type) === type;
};

function suspected(about: About): Entry[] {
  const { facts, device, paths } = about;
  return facts.suspicions
    .filter((one) => one.deviceId === device.id && paths.has(one.path) && stillConcerns(device, one))
    .map((one) => ({
      ...placeOf(about, one.path),
      kind: 'suspected_dead' as const,
      since: one.since,
      why: { kind: 'evidence' as const, evidence: one.evidence },
      suspicion: one,
    }));
}

function tested(about: About): Entry[] {
  const { facts, device, paths } = about;
  const running = facts.tests
    .filter((one) => one.deviceId === device.id)
    .map(
      (one): Entry => ({
        ...placeOf(about, one.path),
        kind: 'in_test',
        since: one.at,
        until: one.at + testFailsAfterMs,
        why: { kind: 'inTest' },
        who: one.by,
      }),
    );
  const { walk } = facts.live.get(device.id) ?? {};
  const armed = (walk?.armed ?? []).map(
    (path): Entry => ({
      ...placeOf(about, path),
      kind: 'in_test',
      since: walk?.since ?? null,
      until: walk?.ends_at ?? null,
      why: { kind: 'inWalk' },
      who: walk?.by ?? null,
    }),
  );
  const rows = facts.ledger.filter((row) => row.device_id === device.id && paths.has(row.sensor_id));
  return [...running, ...armed, ...rows.flatMap((row) => overdueEntry(about, row))];
}

/** Never tested: overdue once the sensor's device has been there for longer than the interval. */
function overdueEntry(about: About, row: LedgerRow): Entry[] {
  const { facts, device } = about;
  const interval = (facts.sites.find((site) => site.id === device.site_id)?.proof_interval_days ?? 365) * dayMs;
  if (row.state === 'overdue' && row.last_passed !== null && row.due !== null) {
    const due = Date.parse(row.due);
    const why: Why = { kind: 'overdue', at: Date.parse(row.last_passed), days: row.age_days ?? 0 };
    return [{ ...placeOf(about, row.sensor_id), kind: 'overdue', since: due, why, who: row.performed_by, until: due }];
  }
  const due = device.created_at + interval;
  if (row.state !== 'never' || due >= facts.now) return [];
  const why: Why = { kind: 'never', since: device.created_at };
  return [{ ...placeOf(about, row.sensor_id), kind: 'overdue', since: due, why, until: due }];
}

function unevaluated(about: About): Entry[] {
  const { facts, device, paths } = about;
  return facts.unevaluated
    .filter((one) => one.deviceId === device.id && paths.has(one.path) && facts.now - one.since >= cannotEvaluateMs)
    .map(
      (one): Entry => ({
        ...placeOf(about, one.path),
        kind: 'cannot_evaluate',
        since: one.since,
        why: { kind: 'unevaluated' },
      }),
    );
}

/** IE-Nodes raise no alarms: without a warning rule nothing watches a sensor. */
function unwatched(about: About, sensors: DeviceRow['sensors']): Entry[] {
  const { device } = about;
  if (!warnsOnly(device.shown_type)) return [];
  const rules = new Set(device.rule_paths);
  return sensors
    .filter((sensor) => !rules.has(sensorPath(sensor)) && isTestable(sensorPath(sensor)))
    .map(
      (sensor): Entry => ({
        ...placeOf(about, sensorPath(sensor)),
        kind: 'no_rules',
        since: null,
        why: { kind: 'noRules' },
      }),
    );
}

/** The key of an entry: stable while its reason lasts. */
export const keyOf = ({ kind, siteId, deviceId, path, shelfId }: Entry): string =>
  `${kind}:${deviceId === null ? `site-${siteId}` : fullSensorId(deviceId, path ?? '')}${shelfId === null ? '' : `:${shelfId}`}`;
