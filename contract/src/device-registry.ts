import { z } from 'zod';
import { DeviceTypeCode } from './device-type.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { ClientId, DeviceId } from './ids.ts';

/** A manufactured device that can be claimed. Lists never contain codes. */
export const RegistryRow = z.object({
  serial_number: z.string(),
  device_type: DeviceTypeCode,
  device_type_label: z.string(),
  imported_at: z.iso.datetime(),
  /** The device that claimed it; null: unclaimed. */
  device: z
    .object({ id: DeviceId, title: z.string(), location: z.string(), client: ClientId, company: z.string() })
    .nullable(),
});
export type RegistryRow = z.infer<typeof RegistryRow>;

/** Filters of the list of units; `claimed`: whether a device uses it. */
export const RegistryQuery = z.object({
  ...listQuery(),
  search: z.string().trim().max(255).optional(),
  device_type: DeviceTypeCode.optional(),
  claimed: QueryFlag.optional(),
});
export type RegistryQuery = z.infer<typeof RegistryQuery>;

/** `take_good=true`: imports the good rows although others are bad. */
export const RegistryImportQuery = z.object({ take_good: QueryFlag.default(false) });

/** Why a line of the file was not imported; lines are counted from 1. */
export const BadRow = z.object({ line: z.number(), serial_number: z.string(), text: z.string() });
export type BadRow = z.infer<typeof BadRow>;

/** Result of an import, in rows. */
export const RegistryImport = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Rows skipped because of `take_good`. */
  bad: z.array(BadRow),
});
export type RegistryImport = z.infer<typeof RegistryImport>;

/** Body of a 400 of the import beside `file`: nothing was imported. */
export const RegistryRefusal = z.object({ file: z.array(z.string()), good: z.number(), bad: z.array(BadRow) });
export type RegistryRefusal = z.infer<typeof RegistryRefusal>;

export const endpoints = {
  list: endpoint.get('/api/v1/oem/device-registry/', {
    may: 'oem',
    account: false,
    programs: 'registry',
    says: 'Manufactured devices, and where each is claimed',
    query: RegistryQuery,
    reply: listOf(RegistryRow),
  }),
  import: endpoint.post('/api/v1/oem/device-registry/import/', {
    may: 'oem',
    account: false,
    programs: 'registry',
    says: 'Take a CSV file (serial_number, code, device_type); bad rows are named by line and nothing is taken',
    query: RegistryImportQuery,
    multipart: true,
    maxBytes: 9 * 1024 * 1024,
    reply: RegistryImport,
  }),
} as const;
