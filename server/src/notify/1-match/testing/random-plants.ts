import type { Random } from '../../../platform/testing/random.ts';
import type { Plant, PlantEvent } from './reference-match.ts';

const types = [
  'alarm_on',
  'alarm_on',
  'warning_on',
  'device_offline',
  'sensor_disappeared',
  'alarm_off',
  'warning_off',
  'device_online',
  'power_up',
  'maintenance',
  'site_administration',
];
const ruleTypes = ['alarm', 'alarm', 'warning', 'online_status', 'power_up', 'maintenance', 'site_administration'];
const beginningOf: Readonly<Record<string, string>> = {
  alarm_off: 'alarm_on',
  warning_off: 'warning_on',
  device_online: 'device_offline',
};
const sensors = ['4.4000', '4.4001'];
/** Users that every plant may name: staff, by how they are. */
export const staff = [
  { id: 90_001, staff: 'manager' },
  { id: 90_002, staff: 'oem' },
  { id: 90_003, staff: 'super' },
] as const;
const apart = 100;

/** A plant of two clients with what may notify of eight events. Its ids are its own: a hundred from `1000 + number` hundreds on. */
export function randomPlant(number: number, random: Random): Plant {
  const base = (number + 1_000) * apart;
  let last = base;
  const next = (): number => {
    last += 1;
    return last;
  };
  const oneIn = (n: number): boolean => random(n) === 0;
  const one = <T>(list: readonly T[]): T => {
    const chosen = list[random(list.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  const some = <T>(list: readonly T[]): T[] => list.filter(() => oneIn(2));
  const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make);

  const clients = times(2, () => ({ id: next(), isRemoved: oneIn(12) }));
  const clientIds = clients.map(({ id }) => id);
  // Most of it belongs to the first client: the other one shows what must not reach across.
  const client = (): number => (oneIn(5) ? one(clientIds) : (clientIds[0] ?? 0));
  const sites = times(3, () => ({ id: next(), client: client(), isRemoved: oneIn(10), isSuspended: oneIn(8) }));
  const siteIds = sites.map(({ id }) => id);
  const devices = times(4, () => ({ id: next(), site: one(siteIds), isRemoved: oneIn(10), isSuspended: oneIn(8) }));
  const deviceIds = devices.map(({ id }) => id);
  const places = deviceIds.flatMap((device) => [null, ...sensors].map((path) => ({ device, path })));
  const users = times(4, () => ({
    id: next(),
    isActive: !oneIn(8),
    staff: 'none' as const,
    clients: clientIds.filter(() => !oneIn(4)).map((id) => ({ id, isManager: oneIn(3) })),
    sites: some(siteIds),
  }));
  const owners = [...users, ...users, ...staff].map(({ id }) => id);
  const rules = times(6, () => ({
    id: next(),
    owner: one(owners),
    client: client(),
    type: one(ruleTypes),
    devices: oneIn(3) ? some(deviceIds) : null,
    isActive: !oneIn(8),
  }));
  const site = () => (oneIn(3) ? one(siteIds) : null);
  const policies = times(3, () => ({
    id: next(),
    client: client(),
    site: site(),
    types: ['alarm_on', ...some(['warning_on', 'device_offline', 'sensor_disappeared'])],
    leastPriority: 1 + random(4),
    devices: oneIn(3) ? some(deviceIds) : null,
    goesOn: oneIn(2),
  }));
  const events: PlantEvent[] = [];
  for (let count = 0; count < 8; count++) events.push(randomEvent());
  const webhooks = times(3, () => ({
    id: next(),
    client: client(),
    site: site(),
    types: some(types),
    leastPriority: 1 + random(4),
    isActive: !oneIn(6),
    isForPoliciesOnly: oneIn(3),
    hadByPolicy: some(events.filter(({ type }) => beginningOf[type] === undefined).map(({ id }) => id)),
  }));

  function randomEvent(): PlantEvent {
    const type = one(types);
    const begun = events.filter((event) => event.type === beginningOf[type] && event.how === 'new');
    const beginning = begun.length > 0 ? one(begun) : undefined;
    const device = type === 'site_administration' ? undefined : one(devices);
    // A device may have moved since the event.
    const siteId = device && !oneIn(8) ? device.site : one(siteIds);
    return {
      id: next(),
      how:
        oneIn(4) && beginningOf[type] === undefined ? one(['again', 'live', 'unshelved', 'shelved'] as const) : 'new',
      type,
      client: beginning?.client ?? sites.find(({ id }) => id === siteId)?.client ?? 0,
      site: beginning?.site ?? siteId,
      device: beginning?.device ?? device?.id ?? 0,
      sensor: beginning ? beginning.sensor : device && !oneIn(5) ? one(sensors) : null,
      priority: beginningOf[type] === undefined && !oneIn(4) ? 1 + random(4) : null,
      forebear: beginning?.id ?? null,
      isNotified: !oneIn(6),
      isTest: oneIn(10),
      isShelved: oneIn(6),
      isActive: beginningOf[type] === undefined && !oneIn(3),
      isAcknowledged: oneIn(8),
    };
  }

  return {
    clients,
    sites,
    devices,
    outOfService: places.filter(() => oneIn(12)),
    users: [...users, ...staff.map((person) => ({ ...person, isActive: true, clients: [], sites: [] }))],
    rules,
    policies,
    webhooks,
    events,
  };
}
