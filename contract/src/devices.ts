import { z } from 'zod';
import { readers, staffOnly } from './callers.ts';
import { RemovalQuery } from './clients.ts';
import { DeviceType, DeviceTypeCode } from './device-type.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { required, Version } from './fields.ts';
import { ClientId, DeviceId, SiteId } from './ids.ts';
import { line } from './line.ts';
import { Compared } from './modbus.ts';
import { OutOfService, OutOfServiceInput } from './out-of-service.ts';
import { permissionsOn } from './permissions.ts';
import { DeviceStatus } from './status.ts';

export const badClaim = 'Not a valid serial number or code!';
export const udfIdTooLong = "UDF ID can't be longer than 8 characters";
export const udfIdMissing = 'Please input your UDF ID';
export const udfIdShape = 'UDF ID takes letters, digits, - and _, with at least one letter';
export const udfIdTaken = 'This UDF ID is already in use';
export const senderTaken = 'Another device of this site has this sender ID';
export const otherClient = 'A device stays with its client: remove it there and claim it anew';
export const noSuchField = (label: string, name: string) => `A device of type ${label} has no ${name}`;
export const wrongType = (label: string) => `By the registry this unit is a ${label}`;
export const ipAddressShape = 'An address is a host or host:port, like 10.0.0.7 or 10.0.0.7:502';
const keySensorShape = 'Name the sensor as group.sensor.';
export const claimedOpenly = 'Devices of this type have no printed code: add them without one';
export const claimedByCode = 'Units of this type have a serial number and a code';
export const serialStays = 'Tocsin made this serial number: add another device instead';
export const tooManyOpen = (most: number) => `A client adds at most ${most} devices of its own types.`;
export const noType = 'Please select your type';
const noLocation = 'Please select your location';

/** An empty text means null. */
const emptyIsNull = (v: unknown) => (typeof v === 'string' && v.trim() === '' ? null : v);

const udfId = z.preprocess(
  emptyIsNull,
  z
    .string()
    .trim()
    .max(8, udfIdTooLong)
    .regex(/^(?=.*[A-Za-z])[A-Za-z0-9_-]*$/, udfIdShape)
    .nullish(),
);

const senderId = z.preprocess(
  emptyIsNull,
  line().max(64, 'Ensure this field has no more than 64 characters').nullish(),
);

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const hostPort = new RegExp(`^(?:\\[[0-9A-Fa-f:.]+\\]|${label}(?:\\.${label})*)(?::(\\d{1,5}))?$`);
const isHostPort = (v: string): boolean => {
  const match = hostPort.exec(v);
  return match !== null && (match[1] === undefined || (Number(match[1]) >= 1 && Number(match[1]) <= 65_535));
};
const ipAddress = z.preprocess(emptyIsNull, z.string().trim().max(255).refine(isHostPort, ipAddressShape).nullish());

const fields = {
  location: z.preprocess(
    emptyIsNull,
    z.coerce.number(noLocation).int(noLocation).positive(noLocation).max(2_147_483_647, noLocation),
  ),
  title: required('Please input your title', 60, 'Ensure this field has no more than 60 characters'),
  serial_number: required('Please input your serial number', 64, 'Ensure this field has no more than 64 characters'),
  code: required('Please input your code', 64, 'Ensure this field has no more than 64 characters'),
  device_type: z
    .string(noType)
    .trim()
    .max(20, noType)
    .regex(/^[A-Za-z0-9-]+$/, noType),
};

/**
 * A claim: serial number and code must match a unit, and its type that of the registry. A value of a field that the
 * type does not have is refused; null and an empty text are not.
 */
export const DeviceInput = z
  .object({ ...fields, ip_address: ipAddress, udf_id: udfId, sender_id: senderId })
  .transform((device) => ({
    ...device,
    ip_address: device.ip_address ?? null,
    udf_id: device.udf_id ?? null,
  }));
export type DeviceInput = z.infer<typeof DeviceInput>;

/** How a Modbus device is asked: its unit id behind the address, and the framing. */
const modbusFields = {
  modbus_unit: z.number().int().min(0).max(255).nullish(),
  modbus_framing: z.enum(['tcp', 'rtu']).optional(),
};

/** A device of a type with open claim: Tocsin makes its serial number, its code and, without one given, its udf_id. */
export const OpenDeviceInput = z.object({
  location: fields.location,
  title: fields.title,
  device_type: fields.device_type,
  ip_address: ipAddress,
  udf_id: udfId,
  sender_id: senderId,
  ...modbusFields,
});
export type OpenDeviceInput = z.infer<typeof OpenDeviceInput>;

/**
 * A change contains only changed fields. Another serial number (with its code) exchanges the unit: it is checked like a
 * claim, and the history stays. `is_emulated_as`: OEM and super users only.
 */
export const DevicePatch = z
  .object(fields)
  .partial()
  .extend({
    id: z.number().optional(),
    ip_address: ipAddress,
    udf_id: udfId,
    /** Its own name among the senders of its site, such as a DevEUI. */
    sender_id: senderId,
    is_emulated_as: z.preprocess(emptyIsNull, fields.device_type.nullish()),
    /** `groupId.sensorId` that walls show while nothing is in alarm; null: chosen by rule. */
    key_sensor: z.preprocess(
      emptyIsNull,
      z
        .string()
        .trim()
        .max(80)
        .regex(/^[^.]+\..+$/, keySensorShape)
        .nullish(),
    ),
    ...modbusFields,
    version: Version.optional(),
  });
export type DevicePatch = z.infer<typeof DevicePatch>;

/** State on a device's card: suspended or not, then online or offline. */
export const DeviceState = z.enum(['Active', 'Suspended', 'Offline']);
export type DeviceState = z.infer<typeof DeviceState>;

/** A device as visible to the caller; the `can_` flags state the caller's rights. */
export const Device = z.object({
  id: DeviceId,
  location: SiteId,
  location_title: z.string(),
  client: ClientId,
  timezone: z.string(),
  title: z.string(),
  serial_number: z.string(),
  /** Only for people who can edit, and only for a single device; otherwise null. */
  code: z.string().nullable(),
  device_type: DeviceTypeCode,
  ip_address: z.string().nullable(),
  udf_id: z.string().nullable(),
  /** Null: what its register map says. */
  modbus_unit: z.number().nullable().optional(),
  modbus_framing: z.enum(['tcp', 'rtu']).optional(),
  /** Its own name among the senders of its site; null: its udf_id alone. */
  sender_id: z.string().nullable().optional(),
  is_suspended: z.boolean(),
  /** Its site is suspended, with the same effect as its own suspension. */
  is_site_suspended: z.boolean(),
  /** Why, while it or its site is suspended; null: it is not, or nothing is known. */
  out_of_service: OutOfService.nullable().optional(),
  is_online: z.boolean(),
  is_emulated_as: DeviceTypeCode.nullable(),
  /** What pages and rules go by: the emulated type, if set, else its own. */
  shown_type: DeviceType,
  /** Its own type: how its data comes in. */
  type: DeviceType,
  /** The sensor that walls show, `groupId.sensorId`; null: chosen by rule. */
  key_sensor: z.string().nullable().optional(),
  state: DeviceState,
  /** The most severe status of its sensors; null when it has never reported. */
  status: DeviceStatus.nullable(),
  /** Arrival of its newest frame; null: never. */
  last_seen: z.iso.datetime().nullable(),
  date_created: z.iso.datetime(),
  version: z.number(),
  removed_at: z.iso.datetime().nullable(),
  can_edit: z.boolean(),
  can_manage: z.boolean(),
  /** Suspended devices open for OEM and super users only. */
  can_open: z.boolean(),
  permissions: permissionsOn('device'),
});
export type Device = z.infer<typeof Device>;

const deviceOrders = ['title', 'date_created', 'device_type', 'serial_number', 'location'] as const;
/** Filters of the list of devices, within the selected client and site. */
export const DeviceListQuery = z.object({
  ...listQuery(),
  location: SiteId.optional(),
  device_type: DeviceTypeCode.optional(),
  is_suspended: QueryFlag.optional(),
  is_online: QueryFlag.optional(),
  search: z.string().trim().max(255).optional(),
  ordering: z.enum(deviceOrders.flatMap((c) => [c, `-${c}` as const])).default('title'),
  removed: QueryFlag.default(false),
});
export type DeviceListQuery = z.infer<typeof DeviceListQuery>;

/** A device in a selection list. */
export const DeviceName = z.object({
  id: DeviceId,
  title: z.string(),
  location: z.object({ id: SiteId, title: z.string() }),
});

/** How a new device connects, with commands to copy. */
export const DeviceConnection = z.object({
  mqtt: z.object({
    host: z.string(),
    port: z.number(),
    tls_port: z.number().nullable(),
    /** null: an external broker issues its own. */
    username: z.string().nullable(),
    password: z.string().nullable(),
    topics: z.object({ birth: z.string(), data: z.string(), death: z.string() }),
    commands: z.array(z.string()),
  }),
  http: z.object({ birth: z.string(), data: z.string(), death: z.string(), commands: z.array(z.string()) }),
  /** A payload map reads its JSON: addresses and topics for the device itself, and for a gateway of its site. */
  mapped: z
    .object({
      http: z.string(),
      gateway: z.string(),
      topics: z.array(z.string()),
      commands: z.array(z.string()),
      /** Its values, and who compared them with the machine since the map reads them so. */
      values: z.array(z.object({ path: z.string(), name: z.string(), compared: Compared.nullable() })).optional(),
    })
    .nullable()
    .optional(),
  /** A device that is asked over Modbus at its address: its pushes get 409. */
  polled_at: z.string().nullable(),
  /** Arrival of its newest frame; null: none yet. */
  last_seen: z.iso.datetime().nullable(),
});
export type DeviceConnection = z.infer<typeof DeviceConnection>;

export const endpoints = {
  list: endpoint.get('/api/v1/devices/', {
    ...readers,
    keys: 'any',
    says: 'Devices that the person may see in the selected client',
    query: DeviceListQuery,
    reply: listOf(Device),
  }),
  all: endpoint.get('/api/v1/devices/all/', {
    ...readers,
    keys: 'any',
    says: 'Id, title and site of every device that the person may see in the selected client',
    reply: listOf(DeviceName),
  }),
  create: endpoint.post('/api/v1/devices/', {
    may: 'device.add',
    programs: 'plant',
    on: 'body.location',
    says: 'Claim a device of the registry for a site',
    body: DeviceInput,
    reply: Device,
    status: 201,
  }),
  open: endpoint.post('/api/v1/devices/open/', {
    may: 'device.add',
    programs: 'plant',
    on: 'body.location',
    says: 'Add a device of a type with open claim; 409 beyond what the client may add, 429 beyond 60 an hour of a person',
    body: OpenDeviceInput,
    reply: Device,
    status: 201,
  }),
  one: endpoint.get('/api/v1/devices/:id/', {
    may: 'device.see',
    programs: 'read',
    keys: 'any',
    says: 'One device',
    reply: Device,
  }),
  change: endpoint.patch('/api/v1/devices/:id/', {
    may: 'device.edit',
    programs: 'plant',
    says: 'Change a device; another serial number and code exchanges the unit',
    body: DevicePatch,
    reply: Device,
  }),
  remove: endpoint.delete('/api/v1/devices/:id/', {
    may: 'device.manage',
    programs: 'plant',
    says: 'Remove a device and free its serial number; 409 when schemas use it, unless `cascade=true`',
    query: RemovalQuery,
  }),
  suspend: endpoint.post('/api/v1/devices/:id/suspend/', {
    may: 'device.manage',
    programs: 'none',
    says: 'Flip is_suspended: while it is set, events are notified only to OEM and super users; reason and review date may be given',
    body: OutOfServiceInput,
    reply: Device,
  }),
  takeOutOfService: endpoint.put('/api/v1/devices/:id/out-of-service/', {
    may: 'device.manage',
    programs: 'none',
    says: 'Suspend a device with a reason and a review date, or give a suspended one new ones',
    body: OutOfServiceInput,
    reply: Device,
  }),
  returnToService: endpoint.delete('/api/v1/devices/:id/out-of-service/', {
    may: 'device.manage',
    programs: 'none',
    says: 'Reactivate a device; nothing happens when it is not suspended',
    reply: Device,
    status: 200,
  }),
  select: endpoint.post('/api/v1/devices/:id/select/', {
    may: 'device.open',
    programs: 'none',
    says: 'Make it the device that new tabs start from',
    reply: Device,
  }),
  restore: endpoint.post('/api/v1/devices/:id/restore/', {
    ...staffOnly,
    says: 'Bring a removed device back within 30 days; 409 when its serial number or udf_id is in use again',
    reply: Device,
  }),
  qr: endpoint.get('/api/v1/devices/:id/qr/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Serial number and code as a QR code, `SERIAL:CODE`',
    reply: z.object({ qrcode: z.string() }),
  }),
  connection: endpoint.get('/api/v1/devices/:id/connection/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Its topics, addresses and ready command lines, and when its newest frame came',
    reply: DeviceConnection,
  }),
} as const;
