import { z } from 'zod';
import { endpoint, IdParams, listQuery, QueryFlag } from './endpoint.ts';
import { ResponseFields } from './responses.ts';

/** One alarm that a site can have: of a sensor by its device, or of one of our warning rules, with what applies to it. */
export const RegisterEntry = z.object({
  device_id: z.number(),
  device: z.string(),
  /** `groupId.sensorId`. */
  sensor_id: z.string(),
  sensor: z.string(),
  /** null: the device's own alarm. */
  rule_id: z.number().nullable(),
  /** 'Above 65 °C for 60 s'; null: the device's own alarm. */
  rule: z.string().nullable(),
  ...ResponseFields.shape,
  /** Somebody confirmed that nothing is wired to it, or it is called spare: it needs no text. */
  is_unused: z.boolean().optional(),
});
export type RegisterEntry = z.infer<typeof RegisterEntry>;

/** What is compared with the last approval. */
export const comparedFields = [
  'device',
  'sensor',
  'rule',
  'priority',
  'likely_cause',
  'consequence',
  'what_to_do',
  'respond_within_minutes',
] as const;

/** An entry that differs from the last approval. */
export const RegisterDifference = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  entry: RegisterEntry,
  /** For a changed entry: each field with its approved and its present value. */
  changes: z.array(z.object({ field: z.enum(comparedFields), old: z.string(), new: z.string() })),
});
export type RegisterDifference = z.infer<typeof RegisterDifference>;

/** Most differences of one answer; the CSV and the PDF hold the whole list. */
export const differencesAtMost = 1_000;

export const AlarmRegister = z.object({
  /** Entries that the query asks for. */
  count: z.number().int(),
  /** Entries of the whole list, and those of them that do not say what to do. */
  total: z.number().int(),
  missing_count: z.number().int(),
  results: z.array(RegisterEntry),
  /** Identifies the whole list as it is now: what an approval confirms. */
  digest: z.string(),
  approval: z.object({ by: z.string(), at: z.iso.datetime(), comment: z.string(), digest: z.string() }).nullable(),
  differences: z.array(RegisterDifference).max(differencesAtMost),
  differences_count: z.number().int(),
});
export type AlarmRegister = z.infer<typeof AlarmRegister>;

export const ApproveRegister = z.object({
  /** Of the list that the person has read. */
  digest: z.string('Required.').min(1, 'Required.').max(100),
  comment: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').default(''),
});

const path = '/api/v1/locations/:id/alarm-register/' as const;
const read = { method: 'GET', may: 'site.see', programs: 'read', params: IdParams } as const;

export const endpoints = {
  read: endpoint({
    ...read,
    path,
    says: 'Every alarm and warning rule of a site with priority and response, and what differs from the last approval',
    query: z.object({
      ...listQuery(1000, 100),
      /** Part of the name of a device, sensor or rule, or of a response text. */
      q: z.string().trim().max(255).default(''),
      /** Only entries that do not say what to do. */
      missing: QueryFlag.default(false),
      /** Those entries before the others, in each part by priority, then what is in alarm or warning now, then temperatures. */
      missing_first: QueryFlag.default(false),
    }),
    reply: AlarmRegister,
  }),
  export: endpoint({ ...read, path: `${path}export/`, says: 'The same list as CSV', sends: 'text/csv' }),
  report: endpoint({
    ...read,
    path: `${path}report/`,
    says: 'The same list as a document, with its approval and the differences since',
    sends: 'application/pdf',
  }),
  approve: endpoint.post(`${path}approve/`, {
    may: 'site.approve',
    programs: 'none',
    says: 'Approves the list that has this digest; 409 when the list has changed since it was read',
    params: IdParams,
    body: ApproveRegister,
    reply: AlarmRegister,
  }),
} as const;
