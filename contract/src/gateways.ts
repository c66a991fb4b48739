import { z } from 'zod';
import { oemOnly } from './callers.ts';
import { endpoint, ListQuery, listOf } from './endpoint.ts';
import { SiteId } from './ids.ts';

/** A site's gateway credential: an edge node signs in with it and publishes for the devices of this site only. */
export const Gateway = z.object({
  username: z.string(),
  /** False: never created, or removed. */
  exists: z.boolean(),
  made_by: z.string(),
  made_at: z.iso.datetime().nullable(),
  /** The caller may create and remove it. */
  can_change: z.boolean(),
  /** Where it signs in over MQTT; null: an external broker issues its own credentials. */
  mqtt: z.object({ host: z.string(), port: z.number(), tls_port: z.number().nullable() }).nullable(),
});
export type Gateway = z.infer<typeof Gateway>;

/** The password is returned once, on creation; only a hash is stored. */
export const FreshGateway = Gateway.extend({ password: z.string() });
export type FreshGateway = z.infer<typeof FreshGateway>;

/** An edge node, device or address that sends data but belongs to no device here. */
export const UnknownNode = z.object({
  convention: z.enum(['sparkplug', 'json']),
  group: z.string(),
  edge: z.string(),
  /** The device behind the edge node; null: the edge node itself. */
  device: z.string().nullable(),
  /** The site whose gateway sent it; null: received from an external broker. */
  location: z.object({ id: SiteId, title: z.string(), company: z.string() }).nullable(),
  why: z.enum(['unknown', 'other-site']),
  /** The udf_id under which it could be claimed; null: the name is not a valid udf_id. */
  udf_id: z.string().nullable(),
  messages: z.number(),
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
});
export type UnknownNode = z.infer<typeof UnknownNode>;

export const endpoints = {
  one: endpoint.get('/api/v1/locations/:id/gateway/', {
    may: 'site.edit',
    programs: 'none',
    says: 'Whether the site has a gateway credential, and its user name',
    reply: Gateway,
  }),
  make: endpoint.post('/api/v1/locations/:id/gateway/', {
    may: 'device.add',
    programs: 'none',
    says: 'A new gateway credential for the site; the one before it ends at once',
    reply: FreshGateway,
    status: 201,
  }),
  remove: endpoint.delete('/api/v1/locations/:id/gateway/', {
    may: 'device.add',
    programs: 'none',
    says: "Take the site's gateway credential back; its connections end at once",
  }),
  unknown: endpoint.get('/api/v1/oem/unknown-nodes/', {
    ...oemOnly,
    says: 'Edge nodes and addresses that this server has heard since its start and that are of no device here, newest first',
    query: ListQuery,
    reply: listOf(UnknownNode),
  }),
} as const;
