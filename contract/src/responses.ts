import { z } from 'zod';
import { endpoint, IdParams, listOf } from './endpoint.ts';
import { Priority } from './priority.ts';

/** Longest text of a response field, in characters. */
export const responseTextLength = 1000;
/** Longest time to respond: 7 days. */
export const respondWithinAtMost = 10_080;

const tooLong = `Ensure this field has no more than ${responseTextLength} characters.`;
const wrongMinutes = `Enter a whole number of minutes from 1 to ${respondWithinAtMost}.`;

/** An omitted text keeps the stored one; null or an empty text clears it. */
const Text = z
  .string()
  .trim()
  .max(responseTextLength, tooLong)
  .transform((text) => (text === '' ? null : text))
  .nullish();
const Minutes = z.number(wrongMinutes).int(wrongMinutes).min(1, wrongMinutes).max(respondWithinAtMost, wrongMinutes);

/** Priority and response as sent: an omitted field keeps its stored value, null clears it. */
export const ResponseInput = z.object({
  priority: Priority.nullish(),
  likely_cause: Text,
  consequence: Text,
  what_to_do: Text,
  respond_within_minutes: Minutes.nullish(),
});
export type ResponseInput = z.infer<typeof ResponseInput>;

/** Priority of an alarm and how to respond to it; null: not set here. */
export const ResponseFields = z.object({
  priority: Priority.nullable(),
  likely_cause: z.string().nullable(),
  consequence: z.string().nullable(),
  what_to_do: z.string().nullable(),
  /** Minutes within which somebody must respond. */
  respond_within_minutes: z.number().nullable(),
});
export type ResponseFields = z.infer<typeof ResponseFields>;

export const noResponse: ResponseFields = {
  priority: null,
  likely_cause: null,
  consequence: null,
  what_to_do: null,
  respond_within_minutes: null,
};

/** The stored fields with the sent ones: omitted ones stay. */
export function mergeResponse(stored: ResponseFields, sent: ResponseInput): ResponseFields {
  return {
    priority: sent.priority === undefined ? stored.priority : sent.priority,
    likely_cause: sent.likely_cause === undefined ? stored.likely_cause : sent.likely_cause,
    consequence: sent.consequence === undefined ? stored.consequence : sent.consequence,
    what_to_do: sent.what_to_do === undefined ? stored.what_to_do : sent.what_to_do,
    respond_within_minutes:
      sent.respond_within_minutes === undefined ? stored.respond_within_minutes : sent.respond_within_minutes,
  };
}

/** What applies to a rule's warning: its own fields, else those of its sensor. */
export function ruleResponse(rule: ResponseFields, sensor: ResponseFields): ResponseFields {
  return {
    priority: rule.priority ?? sensor.priority,
    likely_cause: rule.likely_cause ?? sensor.likely_cause,
    consequence: rule.consequence ?? sensor.consequence,
    what_to_do: rule.what_to_do ?? sensor.what_to_do,
    respond_within_minutes: rule.respond_within_minutes ?? sensor.respond_within_minutes,
  };
}

/** Whether there is anything to show beside the priority. */
export const hasResponse = (response: ResponseFields): boolean =>
  response.likely_cause !== null ||
  response.consequence !== null ||
  response.what_to_do !== null ||
  response.respond_within_minutes !== null;

/** What is set for a sensor of a device. */
export const SensorResponse = z.object({
  /** `groupId.sensorId`. */
  id: z.string(),
  name: z.string(),
  group_name: z.string(),
  /** False: the device no longer lists the sensor. */
  is_known: z.boolean(),
  ...ResponseFields.shape,
});
export type SensorResponse = z.infer<typeof SensorResponse>;

export const SensorResponsesInput = z.object({
  /** By `groupId.sensorId`, the three-part path, or a unique bare id. */
  responses: z
    .record(z.string().max(80), ResponseInput)
    .refine((all) => Object.keys(all).length <= 2_000, 'At most 2000 sensors.'),
  /** The version that the editor loaded; an older one is refused. */
  version: z.number().int().min(0).optional(),
});

/** The columns of the CSV; a column that is missing in a file keeps its values, an empty cell clears them. */
export const responseCsvColumns = [
  'device_id',
  'device',
  'sensor_id',
  'sensor',
  'rule_id',
  'rule',
  'priority',
  'likely_cause',
  'consequence',
  'what_to_do',
  'respond_within_minutes',
] as const;
/** Most lines of a CSV of response texts, and its size in bytes. */
export const responseCsvLines = 10_000;
export const responseCsvBytes = 4 * 1024 * 1024;

const settings = '/api/v1/devices/:id/settings/responses/' as const;
const SensorResponses = listOf(SensorResponse).extend({ version: z.number() });

export const endpoints = {
  list: endpoint.get(settings, {
    may: 'device.see',
    programs: 'read',
    says: 'Priority and response text of the sensors of a device; null: not set',
    params: IdParams,
    reply: SensorResponses,
  }),
  save: endpoint.post(settings, {
    may: 'device.edit',
    programs: 'rules',
    says: 'Sets priority and response text of sensors; an omitted field keeps its value, null clears it',
    params: IdParams,
    body: SensorResponsesInput,
    reply: SensorResponses,
    maxBytes: 8 * 1024 * 1024,
  }),
  export: endpoint.get('/api/v1/locations/:id/responses/export/', {
    may: 'site.see',
    keys: 'rules',
    programs: 'read',
    says: 'Priorities and response texts of all sensors and warning rules of a site as CSV',
    sends: 'text/csv',
  }),
  import: endpoint.post('/api/v1/locations/:id/responses/import/', {
    may: 'site.edit',
    programs: 'rules',
    says: 'Sets priorities and response texts from a CSV in the multipart field `file`; any bad line refuses all of it',
    multipart: true,
    maxBytes: responseCsvBytes + 16 * 1024,
    reply: z.object({ detail: z.string(), changed: z.number().int() }),
  }),
  ofNotification: endpoint.get('/api/v1/notifications/:id/response/', {
    may: 'notification.see',
    programs: 'read',
    keys: 'notifications',
    says: 'How to respond to a notification: the text of its rule, else of its sensor; priority as stored with it',
    params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    reply: ResponseFields,
  }),
} as const;
