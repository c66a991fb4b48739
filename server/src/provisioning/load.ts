import type { Client } from '@tocsin/contract/clients';
import type { StatedTemplate } from '@tocsin/contract/device-templates';
import type { StoredDeviceType } from '@tocsin/contract/device-types';
import type { Device } from '@tocsin/contract/devices';
import type { Policy } from '@tocsin/contract/escalation';
import type { Rotation } from '@tocsin/contract/on-call';
import type { StoredPayloadMap } from '@tocsin/contract/payload-maps';
import type { DeviceSettings } from '@tocsin/contract/provisioning';
import type { Site } from '@tocsin/contract/sites';
import type { User } from '@tocsin/contract/users';
import type { Webhook } from '@tocsin/contract/webhooks';
import { mapSome } from '../platform/each.ts';
import type { ApiClient } from './api-client.ts';
import { refuseUnknownVersion } from './known-version.ts';

/** What an installation has, as its API answers it. */
export interface Installation {
  readonly maps: readonly StoredPayloadMap[];
  readonly types: readonly StoredDeviceType[];
  /** By type, where it has one. */
  readonly templates: ReadonlyMap<number, StatedTemplate>;
  readonly clients: readonly Client[];
  readonly sites: readonly Site[];
  readonly devices: readonly Device[];
  readonly settings: readonly DeviceSettings[];
  readonly people: readonly User[];
  readonly rotations: readonly Rotation[];
  readonly webhooks: readonly Webhook[];
  readonly policies: readonly Policy[];
}

/** Calls at a time. */
const together = 8;

/** Reads what the key sees of the clients that `isMeant` names; people of those that `needsPeople` names. */
export const load = async (
  api: ApiClient,
  isMeant: (company: string) => boolean,
  needsPeople: (company: string) => boolean,
): Promise<Installation> => {
  await refuseUnknownVersion(api);
  const all = await api.all<Client>('/api/v1/clients/', 1_000);
  const clients = all.filter((client) => isMeant(client.company));
  const ids = new Set<number>(clients.map(({ id }) => id));
  const ofThem = <T extends { readonly client: number }>(rows: readonly T[]) =>
    rows.filter((row) => ids.has(row.client));
  const [maps, types, sites, devices, settings, rotations, webhooks, policies] = await Promise.all([
    api.all<StoredPayloadMap>('/api/v1/payload-maps/', 100),
    api.all<StoredDeviceType>('/api/v1/device-types/', 1_000),
    api.all<Site>('/api/v1/locations/', 1_000),
    api.all<Device>('/api/v1/devices/', 1_000),
    api.all<DeviceSettings>('/api/v1/provisioning/settings/', 500),
    api.all<Rotation>('/api/v1/rotations/', 200),
    api.all<Webhook>('/api/v1/webhooks/', 200),
    api.all<Policy>('/api/v1/escalation-policies/', 200),
  ]);
  const withPeople = clients.filter((client) => needsPeople(client.company));
  const users = await mapSome(withPeople, 2, async ({ id }) => {
    const listed = await api.all<{ readonly id: number }>(`/api/v1/clients/${id}/users/`, 1_000);
    const whole = await mapSome(listed, together, (user) => api.get<User>(`/api/v1/users/${user.id}/`));
    // A person of several clients is shown within one of them.
    return whole.map((user) => ({ ...user, client: id }));
  });
  const ownTypes = types.filter((type) => type.owner !== 'shipped' && (type.client === null || ids.has(type.client)));
  const templates = await mapSome(ownTypes, together, ({ id }) =>
    api.get<StatedTemplate>(`/api/v1/device-types/${id}/template/document/`),
  );
  return {
    maps: maps.filter((map) => map.client === null || ids.has(map.client)),
    types: ownTypes,
    templates: new Map(ownTypes.map((type, n) => [type.id, templates[n] as StatedTemplate])),
    clients,
    sites: ofThem(sites),
    devices: ofThem(devices),
    settings,
    people: users.flat(),
    rotations: ofThem(rotations),
    webhooks: ofThem(webhooks),
    policies: ofThem(policies),
  };
};
