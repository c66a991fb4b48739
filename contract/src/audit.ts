import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';

/** One change by a person: who, what, when, from where, old and new value. Append-only. */
export const AuditRow = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  user: z.number().nullable(),
  user_name: z.string(),
  address: z.string(),
  client: z.number().nullable(),
  location: z.number().nullable(),
  device: z.number().nullable(),
  /** 'create', 'change', 'remove', 'suspend', ... */
  action: z.string(),
  /** What kind of thing, and which. */
  subject: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  /** Only the fields that the change touched; null where there was nothing before or after. */
  old: z.record(z.string(), z.unknown()).nullable(),
  new: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const filters = {
  /** Absent: the selected client; operator staff without one see all. */
  client: z.coerce.number().int().positive().optional(),
  location: z.coerce.number().int().positive().optional(),
  device: z.coerce.number().int().positive().optional(),
  user: z.coerce.number().int().positive().optional(),
  subject: z.string().max(60).optional(),
  action: z.string().max(60).optional(),
  search: z.string().trim().max(255).optional(),
  /** Days or moments, both included. */
  date_from: z.iso
    .date()
    .or(z.iso.datetime({ offset: true }))
    .optional(),
  date_to: z.iso
    .date()
    .or(z.iso.datetime({ offset: true }))
    .optional(),
};
export const AuditFilter = z.object(filters);
export type AuditFilter = z.infer<typeof AuditFilter>;
export const AuditQuery = z.object({ ...listQuery(), ...filters });
export type AuditQuery = z.infer<typeof AuditQuery>;

export const endpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit/',
    may: 'clients.list',
    says: 'Changes by persons, newest first; account managers see those of their clients',
    query: AuditQuery,
    reply: listOf(AuditRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/audit/export/',
    may: 'clients.list',
    says: 'The same rows as CSV',
    query: AuditFilter,
    sends: 'text/csv',
  }),
} as const;
