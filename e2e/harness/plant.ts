import { randomInt } from 'node:crypto';
import type { ShippedCode } from '@tocsin/contract/device-type';
import { Api, closeTour } from './api.ts';
import { linkIn, type Mailbox } from './mailbox.ts';

export interface NewDevice {
  readonly title: string;
  readonly type: ShippedCode;
  readonly udfId?: string;
  readonly warnings?: readonly {
    readonly sensor_id: string;
    readonly sign: '>' | '<' | '=';
    readonly value: number;
    readonly delay_seconds: number;
  }[];
}

export interface PlantDevice {
  readonly id: number;
  readonly title: string;
  readonly type: ShippedCode;
  /** The udf_id, or for an F500 its id. */
  readonly address: string;
  readonly serial: string;
  readonly code: string;
}

export interface Plant {
  readonly clientId: number;
  readonly company: string;
  readonly siteId: number;
  readonly site: string;
  readonly devices: readonly PlantDevice[];
}

type WithId = { readonly id: number };

/** An index in two characters: a udf_id has eight, of which five identify the plant. */
function placeOf(index: number): string {
  if (index >= 36 ** 2) throw new Error('a plant has at most 1,296 devices without a udf_id of their own');
  return index.toString(36);
}

/** Registers manufactured devices by a CSV file, as an operator does. */
export async function registerDevices(
  api: Api,
  rows: readonly { readonly serial: string; readonly code: string; readonly type: ShippedCode }[],
): Promise<void> {
  if (rows.length === 0) return;
  const csv = ['serial_number,code,device_type', ...rows.map((r) => `${r.serial},${r.code},${r.type}`)].join('\n');
  const form = new FormData();
  form.append('file', new Blob([`${csv}\n`], { type: 'text/csv' }), 'registry.csv');
  await api.post('oem/device-registry/import/', form);
}

/** Creates a client with one site and these devices, as a super user through the API. */
export async function makePlant(api: Api, devices: readonly NewDevice[], timezone = 'America/Chicago'): Promise<Plant> {
  // Journeys run in parallel, so names are random. They begin with a letter, because the log's search matches word
  // prefixes: 'Contact 2' must not match the site's name.
  const mark = randomInt(10 * 36 ** 4, 36 ** 5).toString(36);
  const company = `Plant ${mark} Co-op`;
  const number = randomInt(100_000, 100_000_000);
  const client = await api.post<WithId>('clients/', {
    number,
    company,
    address: '1 Elevator Road',
    phone: '+1 620 555 0100',
    full_name: 'June Albright',
    email: `june-${mark}@plant.example`,
  });
  api.selection = `${client.id},,`;
  const site = `Elevator ${mark}`;
  const location = await api.post<WithId>('locations/', { title: site, address: '1 Elevator Road', timezone });
  const claims = devices.map((d, i) => ({ ...d, serial: `SN-${mark}-${i}`, code: `code-${mark}-${i}` }));
  await registerDevices(api, claims);
  const plantDevices: PlantDevice[] = [];
  for (const [i, claim] of claims.entries()) {
    const udfId = claim.type === 'F500' ? null : (claim.udfId ?? `U${mark}${placeOf(i)}`);
    const device = await api.post<WithId>('devices/', {
      location: location.id,
      title: claim.title,
      serial_number: claim.serial,
      code: claim.code,
      device_type: claim.type,
      ...(udfId ? { udf_id: udfId } : {}),
    });
    plantDevices.push({ ...claim, id: device.id, address: udfId ?? String(device.id) });
  }
  api.selection = `${client.id},${location.id},`;
  return { clientId: client.id, company, siteId: location.id, site, devices: plantDevices };
}

/** Sets warning rules, which requires that the device's birth has announced its sensors. */
export async function setWarnings(
  api: Api,
  device: PlantDevice,
  warnings: NonNullable<NewDevice['warnings']>,
): Promise<void> {
  await api.post(`devices/${device.id}/settings/warnings/`, warnings);
}

async function mailedKey(api: Api, id: number, mailbox: Mailbox): Promise<string> {
  await api.post(`users/activation/resend-activation/${id}/`);
  const part = '/register/activate/';
  const link = linkIn(await mailbox.waitFor('Activate your Tocsin account'), part);
  return link.slice(link.indexOf(part) + part.length).replace(/\/$/, '');
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates a user of the plant's site, or an account manager of its client, activated by the copied link; with a mailbox
 * by the mailed one, which proves that the person reads it.
 */
export async function makePerson(
  api: Api,
  plant: Plant,
  permission: 'User' | 'Engineer' | 'Manager' | 'account manager',
  mailbox?: (address: string) => Mailbox,
): Promise<Person> {
  const email = `person-${randomInt(36 ** 6, 36 ** 7).toString(36)}@plant.example`;
  const manages = permission === 'account manager';
  const user = await api.post<WithId & { readonly activation_key: string }>('users/', {
    full_name: `Pat ${permission}`,
    email,
    company: plant.company,
    phone: '+1 620 555 0100',
    address: '1 Elevator Road',
    client: plant.clientId,
    ...(manages ? { is_accounts_management: true } : {}),
    location_access: manages ? [] : [{ location_id: plant.siteId, has_access: true, permission }],
  });
  const password = 'Barley-Field-42';
  const key = mailbox ? await mailedKey(api, user.id, mailbox(email)) : user.activation_key;
  await api.post(`users/activation/accept-terms/${key}/`, { stage: 1 });
  const passwords = { password1: password, password2: password };
  const { token } = await api.post<{ token: string }>(`users/activation/set-password/${key}/`, passwords);
  await closeTour(new Api(api.url, token));
  return { id: user.id, email, password };
}
