import { z } from 'zod';
import { programScopes } from './access.ts';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { required } from './fields.ts';
import { ClientId, TextId } from './ids.ts';
import { Networks } from './modbus-networks.ts';
import { OwnProof } from './passkeys.ts';

/**
 * Maximum life of a key in days, keys in force of an account, accounts of a client, and calls of an account a minute over
 * all processes.
 */
export const serviceLimits = { days: 366, keys: 10, accounts: 50, perMinute: 600 } as const;

export const ProgramScope = z.enum(programScopes);

/** A key as lists show it; the key itself is returned once, on creation. */
export const ServiceKey = z.object({
  id: z.number().int(),
  /** Its last four characters. */
  tail: z.string(),
  addresses: z.array(z.string()),
  is_expired: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  used_address: z.string(),
});

/** A program's own sign-in and rights. */
export const ServiceAccount = z.object({
  id: z.number().int(),
  /** null: of the operator. */
  client: ClientId.nullable(),
  name: z.string(),
  scopes: z.array(ProgramScope),
  /** Who answers for it. */
  owner: z.string(),
  /** Whether that person may still make such an account. Without it the account is refused until another one adopts it. */
  is_in_force: z.boolean(),
  created_at: z.iso.datetime(),
  keys: z.array(ServiceKey),
});
export type ServiceKey = z.infer<typeof ServiceKey>;
export type ServiceAccount = z.infer<typeof ServiceAccount>;

const chooseScope = 'Choose at least one scope.';
const fields = {
  name: required('Please input a name!', 60, 'Ensure this field has no more than 60 characters.'),
  scopes: z
    .array(ProgramScope, chooseScope)
    .min(1, chooseScope)
    .max(programScopes.length)
    .transform((scopes) => programScopes.filter((scope) => scopes.includes(scope))),
};

export const NewServiceAccount = z.object({
  ...fields,
  /** null: of the operator. */
  client: ClientId.nullable(),
  ...OwnProof.shape,
});
export const ServiceAccountPatch = z.object(fields).partial().extend(OwnProof.shape);

const days = z
  .number('Must be a number of days.')
  .int('Must be a whole number of days.')
  .min(1, 'Ensure this value is greater than or equal to 1.')
  .max(serviceLimits.days, `Ensure this value is less than or equal to ${serviceLimits.days}.`);

export const NewServiceKey = z.object({
  /** Networks that it may come from, such as 203.0.113.7/32; empty: any. */
  addresses: Networks.max(20).default([]),
  days,
  ...OwnProof.shape,
});

/** From where a key may come, and how long it goes on from now. */
export const ServiceKeyPatch = z
  .object({ addresses: Networks.max(20), days })
  .partial()
  .extend(OwnProof.shape);

const path = '/api/v1/service-accounts/';
/** The person's own sign-in only: no session of a provider, no program. */
const own = { account: true, perMinute: 30 } as const;
const onOne = { may: 'service-account.change', params: IdParams, ...own } as const;

export const endpoints = {
  list: endpoint({
    method: 'GET',
    path,
    may: 'account',
    account: true,
    says: 'Service accounts of a client, for its account managers and operator staff; without `client` those of the operator, for super users',
    query: z.object({ ...listQuery(100, 100), client: TextId.optional() }),
    reply: listOf(ServiceAccount),
  }),
  create: endpoint({
    method: 'POST',
    path,
    may: 'account',
    ...own,
    says: 'Make a service account; it has at most the rights that its maker has then and later',
    body: NewServiceAccount,
    reply: ServiceAccount,
    status: 201,
  }),
  change: endpoint.patch(`${path}:id/`, {
    ...onOne,
    says: 'Rename a service account or give it other scopes',
    body: ServiceAccountPatch,
    reply: ServiceAccount,
  }),
  adopt: endpoint.post(`${path}:id/adopt/`, {
    ...onOne,
    says: 'Answer for a service account from now on',
    body: OwnProof,
    reply: ServiceAccount,
  }),
  remove: endpoint.delete(`${path}:id/`, {
    ...onOne,
    says: 'Remove a service account; its keys end at once',
  }),
  createKey: endpoint.post(`${path}:id/keys/`, {
    ...onOne,
    says: 'Make a key of a service account: `token` is returned this once',
    body: NewServiceKey,
    reply: ServiceKey.extend({ token: z.string() }),
    status: 201,
  }),
  changeKey: endpoint.patch(`${path}:id/keys/:key/`, {
    ...onOne,
    params: IdParams.extend({ key: TextId }),
    says: 'Change from where a key of a service account may come, or its end: days from now. 409 once it has ended',
    body: ServiceKeyPatch,
    reply: ServiceAccount,
  }),
  revokeKey: endpoint.delete(`${path}:id/keys/:key/`, {
    ...onOne,
    params: IdParams.extend({ key: TextId }),
    says: 'Revoke a key of a service account; it ends at once',
  }),
} as const;
