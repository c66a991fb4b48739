import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { AnyId, DeviceId } from './ids.ts';
import { OfflineEntry, WrittenOffline } from './offline.ts';

const Moment = z.iso.datetime({ offset: true, error: 'Enter a valid date/time.' });
const blank = 'This field may not be blank.';

/** A note of a person about a moment at a site, at one of its devices, or at a sensor. */
export const Note = z.object({
  id: z.number(),
  /** The moment that it is about. */
  at: z.iso.datetime(),
  /** null: the whole site. */
  device_id: z.number().nullable(),
  device: z.string().nullable(),
  /** `groupId.sensorId` of the device's sensor that it is about; null: the whole device or site. */
  sensor: z.string().nullable(),
  sensor_name: z.string().nullable(),
  text: z.string(),
  by: z.string(),
  written_at: z.iso.datetime(),
  /** Null: it was sent as it was written. */
  offline: WrittenOffline.nullable().optional(),
});
export type Note = z.infer<typeof Note>;

export const endpoints = {
  list: endpoint.get('/api/v1/locations/:id/notes/', {
    may: 'site.see',
    keys: 'notes',
    programs: 'read',
    says: 'Notes of a site, newest first; of a half-open time range or a device if given',
    query: z.object({
      ...listQuery(1000, 100),
      from: Moment.optional(),
      to: Moment.optional(),
      device: DeviceId.optional(),
    }),
    reply: listOf(Note),
  }),
  add: endpoint.post('/api/v1/locations/:id/notes/', {
    may: 'site.note',
    programs: 'none',
    says: 'Adds a note about a moment (default: now, never later) at a site, one of its devices, or a sensor of the device',
    body: z.object({
      text: z.string(blank).trim().min(1, blank).max(1500, 'Ensure this field has no more than 1500 characters.'),
      at: Moment.optional(),
      device: AnyId.nullable().default(null),
      /** A sensor of the device. */
      sensor: z.string().trim().min(1, blank).max(80).nullable().default(null),
      entry: OfflineEntry.optional(),
    }),
    reply: Note,
    status: 201,
  }),
};
