import { z } from 'zod';
import { EdgeHealth } from './edge-exchange.ts';
import { endpoint, IdParams, ListQuery, listOf } from './endpoint.ts';
import { AnyId, TextId } from './ids.ts';
import { line } from './line.ts';

/** An edge of a site: a program beside the devices that passes their data on (`npm run edge`). */
export const Edge = z.object({
  id: AnyId,
  title: z.string(),
  /** waiting: not claimed yet. silent: nothing heard for 30 s. behind: records wait. full: it can store no more. */
  state: z.enum(['waiting', 'online', 'behind', 'full', 'silent']),
  devices: z.array(z.object({ id: AnyId, title: z.string() })),
  made_by: z.string(),
  made_at: z.iso.datetime(),
  claimed_at: z.iso.datetime().nullable(),
  /** When a code that was not used yet ends. */
  code_expires_at: z.iso.datetime().nullable(),
  seen_at: z.iso.datetime().nullable(),
  configuration: z.number().int(),
  /** The version that its devices need, when it runs an older one; null: none. */
  asks_for: z.string().nullable().optional(),
  /** What it said last; null: it has not spoken yet. */
  health: EdgeHealth.nullable(),
  /** Items that the portal refused since the edge was added, because their device was not its own at their time. */
  refused_items: z.number().int().optional(),
  /** Polls that were missed in the last 30 days because it had no room, newest first, at most 20. */
  gaps: z.array(
    z.object({
      device: z.object({ id: AnyId, title: z.string() }),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      polls: z.number().int(),
    }),
  ),
  /** Times of more than a minute in the last 30 days in which it did not speak, newest first, at most 20. */
  outages: z.array(
    z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** Late alarms and warnings of that time; null: its data is still coming. */
      late_events: z.number().int().nullable(),
    }),
  ),
});
export type Edge = z.infer<typeof Edge>;

/** The code is returned once; only a hash is stored. */
export const FreshEdge = Edge.extend({ code: z.string() });
export type FreshEdge = z.infer<typeof FreshEdge>;

/** From this version on an edge reads payload maps. */
export const mappingEdge = '3.0.0';
export const tooOldForMaps = (titles: string): string =>
  `${titles}: a payload map reads what they send. Update the edge to ${mappingEdge} first.`;

/** Most edges of a site. */
export const maxEdges = 20;

const title = line().min(1, 'Please input a name').max(60, 'At most 60 characters');
export const NewEdge = z.object({ title });
export type NewEdge = z.infer<typeof NewEdge>;
/** `devices`: all that belong to it from now on, of its own site. */
export const EdgePatch = z.object({ title: title.optional(), devices: z.array(AnyId).max(1_000).optional() });
export type EdgePatch = z.infer<typeof EdgePatch>;

const EdgeParams = IdParams.extend({ edge: TextId });

const ofEdge = { may: 'device.add', programs: 'none', params: EdgeParams } as const;

export const endpoints = {
  list: endpoint.get('/api/v1/locations/:id/edges/', {
    may: 'site.edit',
    programs: 'none',
    says: 'The edges of a site, with what they say of themselves',
    query: ListQuery,
    reply: listOf(Edge).extend({ may_change: z.boolean() }),
  }),
  create: endpoint.post('/api/v1/locations/:id/edges/', {
    may: 'device.add',
    programs: 'none',
    says: 'A new edge of the site, with the code that it is claimed with, within 24 hours',
    body: NewEdge,
    reply: FreshEdge,
    status: 201,
  }),
  change: endpoint.patch('/api/v1/locations/:id/edges/:edge/', {
    ...ofEdge,
    says: 'Another name for an edge, or other devices; they send through it from now on',
    body: EdgePatch,
    reply: Edge,
  }),
  code: endpoint.post('/api/v1/locations/:id/edges/:edge/code/', {
    ...ofEdge,
    says: 'A new code for an edge: whoever claims it with this code takes the place of the one before',
    reply: FreshEdge,
    status: 201,
  }),
  remove: endpoint.delete('/api/v1/locations/:id/edges/:edge/', {
    ...ofEdge,
    says: 'Remove an edge: its key ends at once, and its devices send to the portal again',
  }),
} as const;
