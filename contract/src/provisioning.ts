import { z } from 'zod';
import { peopleAndReaders } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { ClientId, DeviceId } from './ids.ts';
import { ResponseFields } from './responses.ts';
import { ConditionsFields } from './rule-conditions.ts';
import { degrees, sign } from './sensors.ts';

/** A rule without its id, as a file states it. */
export const StatedRule = z.object({
  sensor_id: z.string(),
  sign: z.enum(sign),
  value: z.number(),
  delay_seconds: z.number(),
  ...ResponseFields.shape,
  ...ConditionsFields.shape,
});

/** What people set for the sensors of a device, by `groupId.sensorId`, with the versions that a change names. */
export const DeviceSettings = z.object({
  device: DeviceId,
  names: z.record(z.string(), z.string()),
  degrees: z.enum(degrees).nullable(),
  networks: z.array(z.string()).nullable(),
  names_version: z.number(),
  rules: z.array(StatedRule),
  /** Rules that wait for another person's approval; null: none do. */
  proposed: z.array(z.record(z.string(), z.unknown())).nullable(),
  warnings_version: z.number(),
  responses: z.record(z.string(), ResponseFields),
  responses_version: z.number(),
});
export type DeviceSettings = z.infer<typeof DeviceSettings>;

/** Calls of one batch, how many of how many calls `apply` sends at a time, and how many one account has running in a process. */
export const batchLimits = { calls: 50, together: 8, each: 20, running: 16 } as const;

export const BatchCall = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z
    .string()
    .max(2_000)
    .regex(/^\/api\/v[12]\/(?!batch(?:\/|$))[\w./?=&%-]+$/, 'Name a path below /api/v1/ or /api/v2/.'),
  body: z.unknown().optional(),
  /** The client that the call is about, where it is about the selected one. */
  client: ClientId.optional(),
});
export type BatchCall = z.infer<typeof BatchCall>;

export const endpoints = {
  settings: endpoint.get('/api/v1/provisioning/settings/', {
    ...peopleAndReaders,
    keys: 'rules',
    says: 'Names, rules and responses of the sensors of all devices that the caller sees, or of one client, by device',
    query: z.object({ ...listQuery(500, 100), client: ClientId.optional() }),
    reply: listOf(DeviceSettings).extend({
      /** The installation's. */
      version: z.string(),
    }),
  }),
  batch: endpoint.post('/api/v1/batch/', {
    passesIdempotencyKey: true,
    may: 'person',
    account: false,
    programs: 'any',
    says: 'Up to 50 changes of a service account, one after the other, each with its own rule, scope and audit; counts as one call',
    body: z.object({ calls: z.array(BatchCall).min(1).max(batchLimits.calls) }),
    reply: z.object({ results: z.array(z.object({ status: z.number().int(), body: z.unknown() })) }),
  }),
} as const;
