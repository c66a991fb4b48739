import { z } from 'zod';
import { endpoint, listOf } from './endpoint.ts';
import { EventType } from './event.ts';
import { LiveDevice } from './live.ts';

/** Most steps of one answer; with many devices fewer are answered. */
export const maxFilmSteps = 60;
/** Most device states of one answer. */
export const maxFilmStates = 1_200;
/** Most events of one answer, over at most a day. */
export const maxFilmEvents = 500;
export const longestFilmEventsMs = 86_400_000;

const time = z.coerce.number().int().min(946_684_800_000, 'Choose a time after the year 2000.').max(8.64e15);

/** Devices of a drawing at one moment of a film. */
export const FilmMoment = z.object({
  /** Unix ms. */
  at: z.number(),
  /** The devices that changed since the moment before, in the first one all; with the drawing's sensors only. */
  documents: z.array(LiveDevice),
});
export type FilmMoment = z.infer<typeof FilmMoment>;

/** What happened at the site of a drawing. */
export const FilmEvent = z.object({
  id: z.number(),
  at: z.number(),
  ended_at: z.number().nullable(),
  event_type: EventType,
  device: z.string(),
  device_id: z.number(),
  sensor: z.string().nullable(),
  /** `deviceId.groupId.sensorId`; null: about the device. */
  full_sensor_id: z.string().nullable(),
  content: z.string(),
});
export type FilmEvent = z.infer<typeof FilmEvent>;

export const endpoints = {
  drawing: endpoint.get('/api/v1/locations/:id/drawing-at/', {
    may: 'site.schemas',
    programs: 'read',
    says: 'The drawing that was published at a moment (unix ms); when there was none yet the current one, marked',
    query: z.object({ at: time }),
    reply: z.object({
      schema: z.number(),
      name: z.string(),
      published_at: z.iso.datetime(),
      /** It was published after the moment. */
      is_later: z.boolean(),
      tabs: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
  film: endpoint.get('/api/v2/tabs/:id/film/', {
    may: 'tab.see',
    programs: 'read',
    says: 'The devices of a drawing at moments in equal steps, for a film: `from` (unix ms), `step` in ms and up to 60 steps; fewer are answered for many devices, and none after now',
    query: z.object({
      from: time,
      step: z.coerce.number().int().min(250).max(600_000).default(1_000),
      count: z.coerce.number().int().min(1).max(maxFilmSteps).default(1),
    }),
    reply: z.object({ moments: z.array(FilmMoment) }),
  }),
  events: endpoint.get('/api/v2/tabs/:id/film-events/', {
    may: 'tab.see',
    programs: 'read',
    says: 'Alarms, warnings and losses at the site of a drawing that began between two moments (unix ms, half-open, at most a day), or before and still stood, oldest first',
    query: z.object({ from: time, to: time }),
    reply: listOf(FilmEvent),
  }),
};
