import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A pack covers this long before and after the beginning of its alarm. */
export const packAroundMs = 60 * 60_000;
/** Most devices of one pack: that of the alarm, and those of its incident. */
export const maxPackDevices = 8;
/** Most rows of each list of a pack; the README says when a list was cut. */
export const maxPackRows = 2000;

/** What begins a condition, and so has a pack. */
export const packEventTypes = ['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared'] as const;

export const endpoints = {
  pack: endpoint.get('/api/v1/notifications/:id/incident-pack/', {
    may: 'notification.acknowledge',
    programs: 'none',
    says: 'Everything about an alarm as one ZIP, streamed: order of events, all sensors an hour before and after as CSV and PDF, who was notified, what was held back, proof tests, settings then and now, clock offsets, refused frames, the drawing, and checksums; every download is audited',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    sends: 'application/zip',
  }),
};
