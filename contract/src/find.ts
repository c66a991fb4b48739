import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';

/** Shorter searches find too much. */
export const shortestSearch = 2;
/** Words of a search; further ones are ignored. */
export const maxSearchWords = 6;

/** A site, a device or a sensor that a search found. */
export const Found = z.object({
  kind: z.enum(['site', 'device', 'sensor']),
  title: z.string(),
  /** Where it is: the site of a device, or device and group of a sensor. */
  about: z.string(),
  site_id: z.number(),
  device_id: z.number().nullable(),
  /** `groupId.sensorId`. */
  sensor_id: z.string().nullable(),
});
export type Found = z.infer<typeof Found>;

export const endpoints = {
  find: endpoint.get('/api/v1/find/', {
    ...readers,
    says: 'Sites, devices and sensors of the selected client by parts of their names, best match first; every word must match',
    query: z.object({
      ...listQuery(50, 20),
      q: z
        .string(`Enter at least ${shortestSearch} characters.`)
        .trim()
        .min(shortestSearch, `Enter at least ${shortestSearch} characters.`)
        .max(100, 'Ensure this field has no more than 100 characters.'),
    }),
    reply: listOf(Found),
  }),
};
