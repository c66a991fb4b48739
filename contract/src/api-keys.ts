import { z } from 'zod';
import { keyScopes } from './access.ts';
import { endpoint, listOf } from './endpoint.ts';
import { required } from './fields.ts';
import { ClientId } from './ids.ts';
import { OwnProof } from './passkeys.ts';

/** Maximum life of a key in days, maximum number of valid keys per person, and calls per minute. */
export const keyLimits = { days: 366, keys: 20, perMinute: 600 } as const;

export const KeyScope = z.enum(keyScopes);

/** An API key as its owner sees it; the key itself is returned once, on creation. */
export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its last four characters. */
  tail: z.string(),
  scopes: z.array(KeyScope),
  /** null: every client that its owner sees. */
  client: z.object({ id: ClientId, company: z.string() }).nullable(),
  is_expired: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  used_address: z.string(),
});
export type ApiKey = z.infer<typeof ApiKey>;

const chooseScope = 'Choose at least one kind of data.';

export const NewApiKey = z.object({
  name: required('Please input a name!', 60, 'Ensure this field has no more than 60 characters.'),
  scopes: z
    .array(KeyScope, chooseScope)
    .min(1, chooseScope)
    .transform((scopes) => [...new Set(scopes)]),
  /** null or absent: every client that its owner sees. */
  client: ClientId.nullable().default(null),
  days: z
    .number('Must be a number of days.')
    .int('Must be a whole number of days.')
    .min(1, 'Ensure this value is greater than or equal to 1.')
    .max(keyLimits.days, `Ensure this value is less than or equal to ${keyLimits.days}.`),
  ...OwnProof.shape,
});

export const endpoints = {
  list: endpoint.get('/api/v1/accounts/api-keys/', {
    may: 'person',
    account: true,
    says: 'The own keys for programs that are not revoked, newest first',
    reply: listOf(ApiKey),
  }),
  create: endpoint.post('/api/v1/accounts/api-keys/', {
    may: 'person',
    account: true,
    perMinute: 30,
    says: 'Make a key: `token` is returned this once',
    body: NewApiKey,
    reply: ApiKey.extend({ token: z.string() }),
    status: 201,
  }),
  revoke: endpoint.delete('/api/v1/accounts/api-keys/:id/', {
    may: 'person',
    account: true,
    says: 'Revoke one of the own keys; it ends at once',
  }),
} as const;
