import { z } from 'zod';
import { endpoint, IdParams, listOf } from './endpoint.ts';
import { required } from './fields.ts';
import { ClientId } from './ids.ts';
import { keyScopes } from './policy.ts';

/** A key lives at most a year, and a person has at most so many that are in force. */
export const keyLimits = { days: 366, keys: 20, perMinute: 600 } as const;

export const KeyScope = z.enum(keyScopes);

/** A key as its maker sees it; what it is made of is told once, when it is made. */
export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its last four characters. */
  tail: z.string(),
  scopes: z.array(KeyScope),
  /** null: every client that its maker sees. */
  client: z.object({ id: ClientId, company: z.string() }).nullable(),
  is_expired: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  used_address: z.string(),
});
export type ApiKey = z.infer<typeof ApiKey>;

const chooseScope = 'Choose at least one thing that it may read.';

export const NewApiKey = z.object({
  name: required('Please input a name!', 60, 'Ensure this field has no more than 60 characters.'),
  scopes: z
    .array(KeyScope, chooseScope)
    .min(1, chooseScope)
    .transform((scopes) => [...new Set(scopes)]),
  /** null or absent: every client that its maker sees. */
  client: ClientId.nullable().default(null),
  days: z
    .number('Must be a number of days.')
    .int('Must be a whole number of days.')
    .min(1, 'Ensure this value is greater than or equal to 1.')
    .max(keyLimits.days, `Ensure this value is less than or equal to ${keyLimits.days}.`),
  password: z.string('Please input your Password!').min(1, 'Please input your Password!'),
});

export const endpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/accounts/api-keys/',
    may: 'person',
    says: 'The own keys for programs that are not revoked, newest first',
    reply: listOf(ApiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/api-keys/',
    may: 'person',
    perMinute: 30,
    says: 'Make a key: `token` is told this once',
    body: NewApiKey,
    reply: ApiKey.extend({ token: z.string() }),
    status: 201,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/accounts/api-keys/:id/',
    may: 'person',
    says: 'Revoke one of the own keys; it ends at once',
    params: IdParams,
  }),
} as const;
