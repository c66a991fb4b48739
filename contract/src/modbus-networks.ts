import { z } from 'zod';
import { staffOnly } from './callers.ts';
import { endpoint } from './endpoint.ts';

export const maxNetworks = 64;

const networkShape = 'A network is an address and a length, like 10.20.0.0/16 or fd00::/8.';
const Cidr = z.union([z.cidrv4(), z.cidrv6()]);
const Network = z
  .string(networkShape)
  .regex(/^[0-9A-Fa-f.:]{2,45}\/\d{1,3}$/, networkShape)
  .refine((text) => Cidr.safeParse(text).success, networkShape);

/** A list of networks in CIDR notation. */
export const Networks = z.array(Network);

/** Networks in which the Modbus devices of a site may lie. */
export const ModbusNetworksOfSite = z.object({
  /** Null: none were given. Shipped types are then asked within MODBUS_NETWORKS, others while there is one client. */
  networks: Networks.nullable(),
});
export type ModbusNetworksOfSite = z.infer<typeof ModbusNetworksOfSite>;

const StoredNetworks = ModbusNetworksOfSite.extend({
  /** Without networks no device of a type of its own is asked: there is more than one client. */
  are_needed: z.boolean(),
});

export const endpoints = {
  one: endpoint.get('/api/v1/locations/:id/modbus-networks/', {
    may: 'site.edit',
    programs: 'read',
    says: 'Networks in which Modbus devices of the site may lie',
    reply: StoredNetworks,
  }),
  change: endpoint.put('/api/v1/locations/:id/modbus-networks/', {
    ...staffOnly,
    says: 'Give a site networks, or with null none of its own',
    body: ModbusNetworksOfSite,
    reply: ModbusNetworksOfSite,
  }),
} as const;
