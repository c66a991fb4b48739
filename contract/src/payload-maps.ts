import { z } from 'zod';
import { oemOnly, peopleAndReaders } from './callers.ts';
import { endpoint, ListQuery, listOf } from './endpoint.ts';
import { Version } from './fields.ts';
import { AnyId, ClientId, DeviceId, SiteId, TextId } from './ids.ts';
import { SensorKind } from './layout.ts';
import { line } from './line.ts';
import { mapLimits, PayloadMap } from './payload-map.ts';
import { longestTopic } from './payload-map-path.ts';
import { permissionsOn } from './permissions.ts';

/** Maps of one owner, and versions of a map that are kept. */
export const maxPayloadMaps = 200;
export const maxMapVersions = 200;

/** The shipped map that a LoRaWAN sensor starts from. */
export const lorawanFormat = 'ChirpStack v4';

export const topicTaken = (filter: string, name: string) => `The map '${name}' has the topic ${filter} too.`;
export const topicIsStaffs =
  'On an external broker operator staff save topics, until they give a site a beginning of topics of its own.';

const MapHead = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.enum(['shipped', 'operator', 'client']),
  /** Null: for everybody. */
  client: ClientId.nullable(),
  version: z.number(),
  saved_at: z.iso.datetime(),
  saved_by: z.string(),
  /** Device types that use it. */
  types: z.number(),
});

/** A payload map with its newest version. */
export const StoredPayloadMap = MapHead.extend({
  map: PayloadMap,
  /** Of shipped maps: messages in its format. */
  samples: z.array(z.object({ topic: z.string().nullable(), body: z.string() })),
  permissions: permissionsOn('payload-map'),
});
export type StoredPayloadMap = z.infer<typeof StoredPayloadMap>;

/** A former version; undoing is saving its document again. */
export const PayloadMapVersion = z.object({
  version: z.number(),
  saved_at: z.iso.datetime(),
  saved_by: z.string(),
  map: PayloadMap,
});

const Sample = z.object({
  topic: line().max(longestTopic).nullable().default(null),
  body: z.string().max(mapLimits.bytes),
});
export type Sample = z.infer<typeof Sample>;

/** One value as a map reads it. */
export const TriedValue = z.object({
  path: z.string(),
  value: z.number().nullable(),
  state: z.string(),
  /** Null: the message does not say. */
  alarm: z.boolean().nullable(),
});

/** What a map makes of a message. */
export const TriedSample = z.object({
  /** The sender that it names; null: none. */
  sender: z.string().nullable(),
  /** Why it is refused, with the path; null: it is read. */
  refused: z.string().nullable(),
  frames: z.array(z.object({ time: z.iso.datetime(), values: z.array(TriedValue), bad_values: z.number() })),
});
export type TriedSample = z.infer<typeof TriedSample>;

export const TriedMap = z.object({
  /** The sensors after all messages, as the portal would list them. */
  sensors: z.array(
    z.object({ path: z.string(), group: z.string(), name: z.string(), type: SensorKind, unit: z.string() }),
  ),
  samples: z.array(TriedSample),
});
export type TriedMap = z.infer<typeof TriedMap>;

/** A sender whose messages nobody reads yet. */
export const WaitingSender = z.object({
  /** Empty: nothing names it. */
  sender: z.string(),
  /** The device whose messages are refused; null: an unknown sender. */
  device: z.object({ id: DeviceId, title: z.string() }).nullable(),
  location: SiteId.nullable(),
  topic: z.string().nullable(),
  /** The beginning of its newest message. */
  last_message: z.string(),
  why: z.string(),
  /** Of the last 24 h, newest first, at most 20. */
  times: z.array(z.iso.datetime()),
  /** The map that reads its newest message. */
  proposed_map: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type WaitingSender = z.infer<typeof WaitingSender>;

export const WaitingMessage = z.object({
  topic: z.string().nullable(),
  received_at: z.iso.datetime(),
  body: z.string(),
});

const waitingQuery = z.object({
  sender: z.string().max(64).default(''),
  device: TextId.optional(),
});

export const TopicPrefix = z.object({
  /** `plant-7/`: topics that begin so are this site's; null: none. */
  prefix: line()
    .min(2)
    .max(100)
    .regex(/^[^+#/{}$][^+#{}]*\/$/, 'A beginning of topics has no wildcards and ends with /')
    .nullable(),
});

export const endpoints = {
  list: endpoint.get('/api/v1/payload-maps/', {
    ...peopleAndReaders,
    says: 'Payload maps for everybody and of the selected client; without a client those of every client of the person',
    query: ListQuery,
    reply: listOf(StoredPayloadMap),
  }),
  one: endpoint.get('/api/v1/payload-maps/:id/', {
    may: 'payload-map.see',
    programs: 'read',
    says: 'One payload map',
    reply: StoredPayloadMap,
  }),
  versions: endpoint.get('/api/v1/payload-maps/:id/versions/', {
    may: 'payload-map.see',
    programs: 'read',
    says: 'Versions of a payload map, newest first',
    query: ListQuery,
    reply: listOf(PayloadMapVersion),
  }),
  create: endpoint.post('/api/v1/payload-maps/', {
    may: 'person',
    account: false,
    programs: 'types',
    says: 'Make a payload map: operator staff for everybody, account managers and Managers for their client',
    body: z.object({ client: AnyId.nullable().default(null), map: PayloadMap }),
    reply: StoredPayloadMap,
    status: 201,
  }),
  save: endpoint.put('/api/v1/payload-maps/:id/', {
    may: 'payload-map.change',
    programs: 'types',
    says: 'Save a new version; it reads what comes from now on, and what was stored stays as it was read',
    body: z.object({ map: PayloadMap, version: Version.optional() }),
    reply: StoredPayloadMap,
  }),
  remove: endpoint.delete('/api/v1/payload-maps/:id/', {
    may: 'payload-map.change',
    programs: 'types',
    says: 'Remove a payload map; 409 with the device types that use it',
  }),
  try: endpoint.post('/api/v1/payload-maps/try/', {
    may: 'person',
    account: false,
    programs: 'types',
    says: 'What a map makes of messages: frames, or the refusal with its path; nothing is stored',
    body: z.object({ map: PayloadMap, samples: z.array(Sample).max(mapLimits.samples) }),
    reply: TriedMap,
    maxBytes: 2 * 1024 * 1024,
    perMinute: 120,
  }),
  waiting: endpoint.get('/api/v1/locations/:id/waiting/', {
    may: 'device.add',
    programs: 'none',
    says: 'Senders of a site whose messages of the last 24 h nobody reads, newest first',
    query: ListQuery,
    reply: listOf(WaitingSender),
  }),
  waitingMessages: endpoint.get('/api/v1/locations/:id/waiting/messages/', {
    may: 'device.add',
    programs: 'none',
    says: 'Messages of such a sender, oldest first',
    query: waitingQuery,
    reply: listOf(WaitingMessage),
  }),
  waitingAnywhere: endpoint.get('/api/v1/oem/waiting/', {
    ...oemOnly,
    says: 'Such senders of an external broker that belong to no site',
    query: ListQuery,
    reply: listOf(WaitingSender),
  }),
  replay: endpoint.post('/api/v1/devices/:id/replay/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Read what waited for a device: all but a fresh newest message become history',
    reply: z.object({ taken: z.number(), refused: z.number(), reason: z.string() }),
  }),
  setPrefix: endpoint.put('/api/v1/locations/:id/topic-prefix/', {
    may: 'site.topics',
    programs: 'none',
    says: 'Give a site a beginning of topics of the external broker, or take it',
    body: TopicPrefix,
    reply: TopicPrefix,
  }),
} as const;
