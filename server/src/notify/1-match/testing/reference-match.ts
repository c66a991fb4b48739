/**
 * Who is notified of an event, stated rule by rule over a whole plant, without SQL and without the code that decides it.
 * Slow; only tests compare with it.
 */
export interface Plant {
  readonly clients: readonly { readonly id: number; readonly isRemoved: boolean }[];
  readonly sites: readonly {
    readonly id: number;
    readonly client: number;
    readonly isRemoved: boolean;
    readonly isSuspended: boolean;
  }[];
  readonly devices: readonly {
    readonly id: number;
    readonly site: number;
    readonly isRemoved: boolean;
    readonly isSuspended: boolean;
  }[];
  /** `path` null: the whole device. */
  readonly outOfService: readonly { readonly device: number; readonly path: string | null }[];
  readonly users: readonly {
    readonly id: number;
    readonly isActive: boolean;
    /** `none`: of a client. */
    readonly staff: 'none' | 'manager' | 'oem' | 'super';
    /** Clients of which the person is an active member, and whether as account manager. */
    readonly clients: readonly { readonly id: number; readonly isManager: boolean }[];
    readonly sites: readonly number[];
  }[];
  readonly rules: readonly {
    readonly id: number;
    readonly owner: number;
    readonly client: number;
    readonly type: string;
    /** Null: all devices. */
    readonly devices: readonly number[] | null;
    readonly isActive: boolean;
  }[];
  readonly policies: readonly {
    readonly id: number;
    readonly client: number;
    readonly site: number | null;
    readonly types: readonly string[];
    readonly leastPriority: number;
    readonly devices: readonly number[] | null;
    readonly goesOn: boolean;
  }[];
  readonly webhooks: readonly {
    readonly id: number;
    readonly client: number;
    readonly site: number | null;
    readonly types: readonly string[];
    readonly leastPriority: number;
    readonly isActive: boolean;
    readonly isForPoliciesOnly: boolean;
    /** Events that a policy sent to it. */
    readonly hadByPolicy: readonly number[];
  }[];
  readonly events: readonly PlantEvent[];
}

export interface PlantEvent {
  readonly id: number;
  /** How the pipeline stores it: a new event, or a change of one that is stored already. */
  readonly how: 'new' | 'again' | 'live' | 'unshelved' | 'shelved';
  readonly type: string;
  /** Client and site at the time; the device may have moved since. */
  readonly client: number;
  readonly site: number;
  /** 0: the site itself. */
  readonly device: number;
  readonly sensor: string | null;
  readonly priority: number | null;
  readonly forebear: number | null;
  readonly isNotified: boolean;
  readonly isTest: boolean;
  readonly isShelved: boolean;
  readonly isActive: boolean;
  readonly isAcknowledged: boolean;
}

/** Ids of the e-mail rules, policies and webhooks that an event goes to, in order. */
export interface Notified {
  readonly rules: readonly number[];
  readonly policies: readonly number[];
  readonly webhooks: readonly number[];
}

const ruleTypes: Readonly<Record<string, string>> = {
  alarm_on: 'alarm',
  alarm_off: 'alarm',
  warning_on: 'warning',
  warning_off: 'warning',
  device_offline: 'online_status',
  device_online: 'online_status',
  power_up: 'power_up',
  maintenance: 'maintenance',
  site_administration: 'site_administration',
};
const beginnings = ['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared'];
const ends = ['alarm_off', 'warning_off', 'device_online'];

export function notifiedOf(plant: Plant, event: PlantEvent): Notified {
  return {
    rules: plant.rules.filter((rule) => ruleHears(plant, rule, event)).map(({ id }) => id),
    policies: plant.policies.filter((policy) => policyHears(plant, policy, event)).map(({ id }) => id),
    webhooks: plant.webhooks.filter((webhook) => webhookHears(plant, webhook, event)).map(({ id }) => id),
  };
}

function ruleHears(plant: Plant, rule: Plant['rules'][number], event: PlantEvent): boolean {
  const site = plant.sites.find(({ id }) => id === event.site);
  const device = plant.devices.find(({ id }) => id === event.device);
  const owner = plant.users.find(({ id }) => id === rule.owner);
  const isEnd = ends.includes(event.type);
  // What becomes live, ends its shelf or notifies again always counts; what a shelf takes back never does.
  if (event.how === 'shelved') return false;
  if (event.how === 'new') {
    if (!event.isNotified && !event.isTest) return false;
    if (event.isShelved && event.forebear === null) return false;
  }
  if (!site || site.isRemoved || (event.device !== 0 && (!device || device.isRemoved))) return false;
  if (!rule.isActive || rule.client !== event.client) return false;
  if (rule.type !== (event.isTest ? 'maintenance' : ruleTypes[event.type])) return false;
  if (event.isShelved && !isEnd) return false;
  if (plant.outOfService.some((one) => one.device === event.device && one.path !== null && one.path === event.sensor))
    return false;
  if (rule.devices !== null && !rule.devices.includes(event.device)) return false;
  if (!owner || !mayEnter(plant, owner)) return false;
  if ((site.isSuspended || device?.isSuspended) && owner.staff !== 'oem' && owner.staff !== 'super') return false;
  if (owner.staff === 'none') {
    const place = owner.clients.find(({ id }) => id === event.client);
    if (!place || isClientRemoved(plant, event.client)) return false;
    if (!place.isManager && !(owner.sites.includes(event.site) && site.client === event.client)) return false;
  }
  if (!isEnd) return true;
  // An end is mailed to those who had a mail about its beginning.
  const beginning = plant.events.find(({ id }) => id === event.forebear);
  return beginning !== undefined && ruleHears(plant, rule, beginning);
}

const isClientRemoved = (plant: Plant, id: number): boolean =>
  plant.clients.find((client) => client.id === id)?.isRemoved ?? true;
const mayEnter = (plant: Plant, { isActive, staff, clients }: Plant['users'][number]): boolean =>
  isActive && (staff !== 'none' || clients.some(({ id }) => !isClientRemoved(plant, id)));

function policyHears(plant: Plant, policy: Plant['policies'][number], event: PlantEvent): boolean {
  const device = plant.devices.find(({ id }) => id === event.device);
  const site = plant.sites.find(({ id }) => id === device?.site);
  if (event.how === 'shelved' || !beginnings.includes(event.type)) return false;
  if (!event.isNotified || event.isTest || event.isShelved || event.isAcknowledged) return false;
  if (!device || device.isRemoved || device.isSuspended) return false;
  if (!site || site.isRemoved || site.isSuspended || isClientRemoved(plant, site.client)) return false;
  if (plant.outOfService.some((one) => one.device === event.device && (one.path === null || one.path === event.sensor)))
    return false;
  if (policy.client !== site.client || (policy.site !== null && policy.site !== site.id)) return false;
  if (!policy.types.includes(event.type) || (event.priority ?? 4) > policy.leastPriority) return false;
  if (policy.devices !== null && !policy.devices.includes(event.device)) return false;
  return event.isActive || policy.goesOn;
}

function webhookHears(plant: Plant, webhook: Plant['webhooks'][number], event: PlantEvent): boolean {
  const device = plant.devices.find(({ id }) => id === event.device);
  const site = plant.sites.find(({ id }) => id === event.site);
  const beginning = plant.events.find(({ id }) => id === event.forebear);
  if (event.how === 'shelved') return false;
  if (event.how === 'new') {
    if (!event.isNotified || event.isTest) return false;
    if (event.isShelved && event.forebear === null) return false;
  }
  if (!site || site.isRemoved || site.isSuspended) return false;
  if (!device || device.isRemoved || device.isSuspended) return false;
  if (plant.outOfService.some((one) => one.device === event.device && one.path !== null && one.path === event.sensor))
    return false;
  if (!webhook.isActive || webhook.client !== event.client) return false;
  if (webhook.site !== null && webhook.site !== event.site) return false;
  // One that serves policies alone gets the ends of what it got by them.
  if (webhook.isForPoliciesOnly) return event.forebear !== null && webhook.hadByPolicy.includes(event.forebear);
  return webhook.types.includes(event.type) && (event.priority ?? beginning?.priority ?? 4) <= webhook.leastPriority;
}
