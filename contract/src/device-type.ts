import { z } from 'zod';

/** Code of a device type: a shipped one, or one that the operator or a client has made. */
export const DeviceTypeCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?$/, 'A code is 1 to 20 letters, digits and -');
export type DeviceTypeCode = z.infer<typeof DeviceTypeCode>;

/** How data of a type comes in. `modbus`: the portal or an edge asks a device that has an address. */
export const entries = ['push', 'modbus'] as const;
/** `registry`: a serial number and code of the operator's registry. `open`: Tocsin makes both. */
export const claims = ['registry', 'open'] as const;

/** What the portal does with devices of a type. */
export const DeviceType = z.object({
  code: DeviceTypeCode,
  label: z.string(),
  owner: z.enum(['shipped', 'operator', 'client']),
  enters: z.enum(entries),
  /** Each group of a birth is a node, that can be lost and selected for graphs. */
  groups_are_nodes: z.boolean(),
  /** False: only the portal's warnings, which count as alarms. */
  raises_alarms: z.boolean(),
  claim: z.enum(claims),
  /** How often its devices send, until five gaps were measured; null: not known. */
  report_interval_s: z.number().nullable(),
});
export type DeviceType = z.infer<typeof DeviceType>;

const shipped = (code: string, label: string, over: Partial<DeviceType> = {}): DeviceType => ({
  code,
  label,
  owner: 'shipped',
  enters: 'push',
  groups_are_nodes: false,
  raises_alarms: true,
  claim: 'registry',
  report_interval_s: null,
  ...over,
});

/** The types of the specification, as every installation has them. Nobody changes them. */
export const shippedTypes = {
  F500: shipped('F500', 'F500', { enters: 'modbus', groups_are_nodes: true }),
  '0300': shipped('0300', 'WDC4'),
  '0005': shipped('0005', 'ETH-NODE-1', { raises_alarms: false }),
  '0006': shipped('0006', 'ETH-NODE-2', { raises_alarms: false }),
  'F500-UDF': shipped('F500-UDF', 'F500 UDF', { groups_are_nodes: true }),
} as const;
export type ShippedCode = keyof typeof shippedTypes;

/** Whether each group of a birth is a node. */
export const hasNodes = (type: Pick<DeviceType, 'groups_are_nodes'>): boolean => type.groups_are_nodes;
/** Whether it raises no alarms itself, so that it only has the portal's warnings. */
export const warnsOnly = (type: Pick<DeviceType, 'raises_alarms'>): boolean => !type.raises_alarms;
/** Whether its devices are addressed by a udf_id. Those that are asked, and an F500, are not. */
export const needsUdfId = (type: Pick<DeviceType, 'enters'>): boolean => type.enters === 'push';
/** Whether its devices have an ip_address. That of an F500-UDF is information. */
export const takesIpAddress = (type: Pick<DeviceType, 'enters' | 'groups_are_nodes'>): boolean =>
  type.enters === 'modbus' || type.groups_are_nodes;
/** Whether its devices have analytics: the shipped types that only warn have none. */
export const hasAnalytics = (type: Pick<DeviceType, 'owner' | 'raises_alarms'>): boolean =>
  type.owner !== 'shipped' || type.raises_alarms;
