import { z } from 'zod';
import { peopleAndReaders } from './callers.ts';
import { claims, DeviceType, DeviceTypeCode, entries } from './device-type.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { required, Version } from './fields.ts';
import { AnyId, ClientId, SiteId } from './ids.ts';
import { line } from './line.ts';
import { RegisterMap } from './modbus.ts';
import { permissionsOn } from './permissions.ts';

/** Types that the operator has made, and that one client has made. */
export const maxDeviceTypes = 500;

export const codeTaken = 'This code is in use by another device type.';
export const noPayloadMap = 'There is no such payload map.';
export const mapIsForPush = 'Devices of this type are asked: nothing that they send is read.';
export const registryIsOperators = "Units of the registry are the operator's: a client's own type is claimed openly.";
export const unchangeable = (field: string) => `Devices use this type: ${field} can no longer be changed.`;
export const ownDevicesOff = 'This client adds no devices of its own types. The operator can allow it.';
export const newerProfile = (theirs: number) =>
  `The file has version ${theirs}; this installation reads up to version ${profileVersion}. Update Tocsin first.`;

const fields = {
  label: required('Please enter a name.', 40, 'Ensure this field has no more than 40 characters'),
  enters: z.enum(entries, 'Please select how its data comes in.'),
  groups_are_nodes: z.boolean(),
  raises_alarms: z.boolean(),
  claim: z.enum(claims),
  report_interval_s: z.number().int().min(1).max(86_400).nullable(),
  /** The name of a known register map, a map of its own, or null. */
  modbus_map: z.union([line().max(40), RegisterMap]).nullable(),
};

const defaults = {
  groups_are_nodes: fields.groups_are_nodes.default(false),
  raises_alarms: fields.raises_alarms.default(true),
  claim: fields.claim.default('open'),
  report_interval_s: fields.report_interval_s.default(null),
  modbus_map: fields.modbus_map.default(null),
};

/** A new device type. Without `client` it is the operator's, for everybody. */
export const NewDeviceType = z.object({
  ...fields,
  ...defaults,
  code: DeviceTypeCode,
  client: AnyId.nullable().default(null),
  /** The payload map that reads the JSON of its devices. */
  payload_map: AnyId.nullable().default(null),
});
export type NewDeviceType = z.infer<typeof NewDeviceType>;

/** Only changed fields. `enters`, `claim`, `groups_are_nodes` and `raises_alarms` stay once a device uses the type. */
export const DeviceTypePatch = z
  .object({ ...fields, payload_map: AnyId.nullable() })
  .partial()
  .extend({ version: Version.optional() });
export type DeviceTypePatch = z.infer<typeof DeviceTypePatch>;

/** A device type as the reader sees it. */
export const StoredDeviceType = DeviceType.extend({
  id: z.number(),
  /** Null: shipped, or the operator's. */
  client: ClientId.nullable(),
  /** Null: none of its own; devices of a type that is asked then need one each. */
  modbus_map: z.union([z.string(), RegisterMap]).nullable(),
  /** The payload map that reads the JSON of its devices; null: they send the own format. */
  payload_map: z.number().nullable().optional(),
  /** Devices and sites that use it, as far as the reader sees them. */
  devices: z.number(),
  sites: z.number(),
  version: z.number(),
  permissions: permissionsOn('device-type'),
});
export type StoredDeviceType = z.infer<typeof StoredDeviceType>;

/** A site with devices of a type. */
export const TypeUse = z.object({ site: SiteId, title: z.string(), company: z.string(), devices: z.number() });

export const profileVersion = 1;
/** A device type as one file, to be taken to another client or installation. */
export const DeviceTypeProfile = z.object({
  tocsin: z.literal('device type', 'This is no file of a device type.'),
  profile: z.int().min(1),
  ...fields,
  ...defaults,
  code: DeviceTypeCode,
});
export type DeviceTypeProfile = z.infer<typeof DeviceTypeProfile>;

/** What tells whether a file can be read at all, before its fields are. */
export const ProfileHead = DeviceTypeProfile.pick({ tocsin: true, profile: true });

/** A profile for a client, or with null for everybody. */
export const ProfileImport = z.object({ client: AnyId.nullable().default(null), profile: z.unknown() });

export const DeviceTypeQuery = z.object({ ...listQuery(), search: z.string().trim().max(255).optional() });
export type DeviceTypeQuery = z.infer<typeof DeviceTypeQuery>;

export const endpoints = {
  list: endpoint.get('/api/v1/device-types/', {
    ...peopleAndReaders,
    says: 'Device types for everybody and of the selected client; without a client those of every client of the person',
    query: DeviceTypeQuery,
    reply: listOf(StoredDeviceType).extend({
      /** Whether the reader may make a type of the selected client, or without one for everybody. */
      may_add: z.boolean(),
      /** Whether devices of open types may be added in the selected client. */
      own_devices: z.boolean(),
    }),
  }),
  one: endpoint.get('/api/v1/device-types/:id/', {
    may: 'device-type.see',
    programs: 'read',
    says: 'One device type',
    reply: StoredDeviceType,
  }),
  uses: endpoint.get('/api/v1/device-types/:id/sites/', {
    may: 'device-type.see',
    programs: 'read',
    says: 'Sites with devices of the type that the person may see, of the selected client if there is one',
    query: z.object(listQuery()),
    reply: listOf(TypeUse),
  }),
  create: endpoint.post('/api/v1/device-types/', {
    may: 'person',
    account: false,
    programs: 'types',
    says: 'Make a device type: operator staff for everybody, account managers and Managers for their client',
    body: NewDeviceType,
    reply: StoredDeviceType,
    status: 201,
  }),
  change: endpoint.patch('/api/v1/device-types/:id/', {
    may: 'device-type.change',
    programs: 'types',
    says: 'Change a device type; one that is used at several sites only as account manager or operator',
    body: DeviceTypePatch,
    reply: StoredDeviceType,
  }),
  remove: endpoint.delete('/api/v1/device-types/:id/', {
    may: 'device-type.change',
    programs: 'types',
    says: 'Remove a device type; 409 with the devices that use it',
  }),
  profile: endpoint.get('/api/v1/device-types/:id/profile/', {
    may: 'device-type.see',
    programs: 'read',
    says: 'The type as one file',
    reply: DeviceTypeProfile,
  }),
  import: endpoint.post('/api/v1/device-types/import/', {
    may: 'person',
    account: false,
    programs: 'types',
    says: 'Make a type from a file; a file of a newer version is refused',
    body: ProfileImport,
    reply: StoredDeviceType,
    status: 201,
  }),
} as const;
