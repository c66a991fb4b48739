import { z } from 'zod';
import { readers } from './callers.ts';
import { endpoint, listOf, listQuery, QueryFlag } from './endpoint.ts';
import { SiteId } from './ids.ts';
import { Story, StoryFacts } from './incident-story.ts';
import { Notification } from './live.ts';
import { MessageState, messageMethods } from './messages.ts';
import { permissionsOn } from './permissions.ts';

/** Most events of one incident that an answer lists: the first ones, and all that are open. */
export const incidentEventsAtMost = 200;
/** An answer older than this is shown with its time. */
export const freshMs = 15_000;

/** A person who was notified of an incident, or has acknowledged an event of it. */
export const Informed = z.object({
  /** `Operator` for people outside the client. */
  name: z.string(),
  /** The farthest of what became of their messages. */
  state: MessageState,
  at: z.iso.datetime(),
  methods: z.array(z.enum(messageMethods)),
  /** What they wrote when they acknowledged. */
  comment: z.string().nullable(),
});
export type Informed = z.infer<typeof Informed>;

/** The next step of an escalation of one of its events. */
export const NextInformed = z.object({
  event: z.number(),
  escalation: z.number(),
  step: z.number(),
  at: z.iso.datetime(),
  people: z.array(z.string()),
});
export type NextInformed = z.infer<typeof NextInformed>;

const Named = z.object({ id: z.number(), title: z.string() });

/** Events that belong together, as far as the reader may see them; an event alone is an incident of one. */
export const Incident = z.object({
  /** The id of one of its events. Any event's id leads to its incident. */
  id: z.number(),
  client: Named,
  site: Named.extend({ timezone: z.string() }),
  devices: z.array(Named),
  /** The event that began first; null: a single event, or one that the reader may not see. */
  first: z.number().nullable(),
  /** By time, at most `incidentEventsAtMost`; `event_count` counts all. */
  events: z.array(Notification),
  event_count: z.number().int(),
  /** Active ones that are not shelved, by what they are, and shelved ones. */
  counts: z.object({
    alarms: z.number().int(),
    warnings: z.number().int(),
    offline: z.number().int(),
    shelved: z.number().int(),
  }),
  active: z.number().int(),
  unacknowledged: z.number().int(),
  /** In the reader's language. */
  story: Story,
  /** What the story is told from, for pages in another language. */
  facts: StoryFacts,
  who_knows: z.array(Informed),
  /** E-mail rules or webhooks sent messages about one of its events, whose readers are not known. */
  is_told_otherwise: z.boolean(),
  next: NextInformed.nullable(),
  permissions: permissionsOn('notification'),
});
export type Incident = z.infer<typeof Incident>;

const IncidentList = listOf(Incident).extend({
  /** Server time of this answer. */
  as_of: z.iso.datetime(),
  /** How many events are active, and how many have cleared and nobody acknowledged; at most 1,000 of each are read. */
  totals: z.object({
    alarms: z.number().int(),
    warnings: z.number().int(),
    shelved: z.number().int(),
    cleared: z.number().int(),
    sites: z.number().int(),
  }),
});
export type IncidentList = z.infer<typeof IncidentList>;

export const dueKinds = ['test', 'round', 'task', 'handover'] as const;
/** Something that a person has to do today, by the day of its site. */
export const Due = z.object({
  kind: z.enum(dueKinds),
  site: Named.extend({ timezone: z.string() }),
  device: Named.nullable(),
  /** Name of the sensor, or what the task is about; '' for rounds and handovers. */
  what: z.string(),
  /** `groupId.sensorId` of a proof test. */
  sensor_id: z.string().optional(),
  /** When it is due; null: some time today. */
  at: z.iso.datetime().nullable(),
  days_over: z.number().int(),
});
export type Due = z.infer<typeof Due>;

/** A device that sends nothing. */
export const Silent = z.object({
  device: Named,
  site: Named.extend({ timezone: z.string() }),
  /** Arrival of its newest frame. */
  since: z.iso.datetime().nullable(),
});
export type Silent = z.infer<typeof Silent>;

/** Everything that the first page shows above its sites. */
export const Now = z.object({
  as_of: z.iso.datetime(),
  incidents: IncidentList,
  due: z.array(Due),
  due_count: z.number().int(),
  silent: z.array(Silent),
  silent_count: z.number().int(),
  devices: z.object({ total: z.number().int(), online: z.number().int(), newest: z.iso.datetime().nullable() }),
  /** Spans of alarms, warnings and outages of the last 24 hours by site. */
  day: z.array(
    z.object({
      site: Named,
      spans: z.array(
        z.object({
          severity: z.enum(['alarm', 'warning', 'offline']),
          from: z.iso.datetime(),
          to: z.iso.datetime().nullable(),
        }),
      ),
    }),
  ),
  /** Since when no alarm and no warning is active, and the last incident of the 24 hours. */
  quiet_since: z.iso.datetime().nullable(),
  last: Incident.nullable(),
});
export type Now = z.infer<typeof Now>;

const says =
  'Open incidents that the reader may see, told as stories: active ones by priority, then newest first, then those to be acknowledged, shelved ones last';

export const endpoints = {
  list: endpoint.get('/api/v1/incidents/', {
    ...readers,
    keys: 'notifications',
    says: `${says}; \`is_active\` keeps those with an active event, or those without one`,
    query: z.object({
      ...listQuery(100, 25),
      is_active: QueryFlag.optional(),
      site: SiteId.optional(),
      all_clients: QueryFlag.optional(),
    }),
    reply: IncidentList,
  }),
  one: endpoint.get('/api/v1/incidents/:id/', {
    ...readers,
    keys: 'notifications',
    says: 'An incident, by its id or by that of any of its events, as far as the reader may see it',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    reply: Incident,
  }),
  now: endpoint.get('/api/v1/now/', {
    ...readers,
    keys: 'notifications',
    says: 'Running incidents, what is due today and silent devices, in the selected client or in all that one sees; `site` and `all_clients` narrow and widen it',
    query: z.object({ site: SiteId.optional(), all_clients: QueryFlag.optional() }),
    reply: Now,
  }),
};
