import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { LiveDevice, Notification } from './live.ts';

/** Events up to this long before and after the moment are listed. */
export const aroundMomentMs = 10 * 60_000;
/** Most events around a moment; beyond it the nearest to the moment are listed. */
export const maxAroundMoment = 200;
/** Most devices on one page: each may have hundreds of sensors. */
export const maxDevicesAtMoment = 50;

/** A device as it stood at a moment. */
export const DeviceAtMoment = z.object({
  id: z.number(),
  title: z.string(),
  device_type: z.string(),
  /** How many of its alarms and warnings were active. */
  alarms: z.number(),
  warnings: z.number(),
  /** Since when it had been offline; null: it was not. */
  offline_since: z.iso.datetime().nullable(),
  /** Its last complete state until the moment, however old; null: it had never sent. */
  document: LiveDevice.nullable(),
});
export type DeviceAtMoment = z.infer<typeof DeviceAtMoment>;

/** All devices of a site at one moment, worst first: alarms, warnings, offline, then by name. */
export const SiteMoment = listOf(DeviceAtMoment).extend({
  site: z.object({ id: z.number(), title: z.string(), timezone: z.string() }),
  at: z.iso.datetime(),
  /** What began, ended or changed within ten minutes of the moment, oldest first. */
  events: z.array(Notification).max(maxAroundMoment),
  /** There were more events than listed. */
  are_events_cut: z.boolean(),
});
export type SiteMoment = z.infer<typeof SiteMoment>;

export const endpoints = {
  read: endpoint.get('/api/v1/locations/:id/moment/', {
    may: 'site.see',
    programs: 'read',
    says: 'All devices of a site as they stood at a moment (default: now, never later), worst first, and the events around it',
    query: z.object({
      ...listQuery(maxDevicesAtMoment, 20),
      at: z.iso.datetime({ offset: true, error: 'Enter a valid date/time.' }).optional(),
    }),
    reply: SiteMoment,
  }),
};
