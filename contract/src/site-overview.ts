import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';

/** Most devices of a site that are listed at once. */
export const maxDevicesInOverview = 1000;
/** Proof tests are counted at most once in this time. */
export const proofSharedMs = 60_000;

/** Testable sensors, and how many were tested within the site's interval. */
export const ProofCount = z.object({ sensors: z.number().int(), ok: z.number().int() });
export type ProofCount = z.infer<typeof ProofCount>;

const counts = {
  /** Active ones outside of tests. */
  alarms: z.number().int(),
  warnings: z.number().int(),
  proof: ProofCount,
};

const LastEvent = z.object({
  at: z.iso.datetime(),
  /** null: it is active. */
  ended_at: z.iso.datetime().nullable(),
  sensor_name: z.string().nullable(),
});

/** How far back the newest warning of a device is looked for. */
export const lastWarningMs = 86_400_000;

export const DeviceOverview = z.object({
  id: z.number(),
  ...counts,
  /** Its newest alarm outside of tests; null: none on record. */
  last_alarm: LastEvent.nullable(),
  /** Its newest warning of the last day outside of tests. */
  last_warning: LastEvent.nullable(),
});
export type DeviceOverview = z.infer<typeof DeviceOverview>;

export const SiteOverview = z.object({
  id: z.number(),
  ...counts,
  /** What needs an acknowledgement and has none, active or cleared. */
  unacknowledged: z.number().int(),
  /** Arrival of the newest frame of any of its devices; null: never. */
  last_frame_at: z.iso.datetime().nullable(),
});
export type SiteOverview = z.infer<typeof SiteOverview>;

export const endpoints = {
  sites: endpoint.get('/api/v1/locations/overview/', {
    ...readers,
    keys: 'notifications',
    says: 'Of each site that the person may see in the selected client: active alarms, newest frame, proof tests; by id',
    query: z.object(listQuery(1000, 100)),
    reply: listOf(SiteOverview),
  }),
  devices: endpoint.get('/api/v1/locations/:id/overview/', {
    may: 'site.see',
    programs: 'read',
    keys: 'notifications',
    says: 'Of each device of a site: active alarms, last alarm, proof tests; by id',
    query: z.object(listQuery(maxDevicesInOverview, maxDevicesInOverview)),
    reply: listOf(DeviceOverview),
  }),
};
