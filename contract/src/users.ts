import { z } from 'zod';
import { Permission } from './accounts.ts';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { optional, optionalText, required, requiredEmail, requiredText, Version } from './fields.ts';
import { AnyId, ClientId, SiteId, TextId, UserId } from './ids.ts';
import { permissionsOn } from './permissions.ts';

/** Text for an address that this client already has. */
export const alreadyRegistered = 'The email address is already registered.';
/** Text when the person has an account elsewhere: they are invited and keep their password. */
export const addedToAnotherClient = 'User added to another client';

const LocationAccess = z.object({
  location_id: AnyId,
  has_access: z.boolean().default(false),
  permission: Permission.default('User'),
});
export type LocationAccess = z.infer<typeof LocationAccess>;

const personal = {
  full_name: required('Please input your full name'),
  email: requiredEmail(),
  company: required('Please input your full company'),
  phone: required('Please input your full phone'),
  address: requiredText('Please input your full address'),
};

/** `client`: the client of the person; null (super users only) removes the person from the selected client. */
const roleFields = {
  client: AnyId.nullish(),
  is_active: z.boolean().optional(),
  visual_dashboard_enabled: z.boolean().optional(),
  is_accounts_management: z.boolean().optional(),
  is_oem: z.boolean().optional(),
  is_superuser: z.boolean().optional(),
};

export const UserInput = z.object({
  ...personal,
  ...roleFields,
  location_access: z.array(LocationAccess).max(5_000).default([]),
});
export type UserInput = z.infer<typeof UserInput>;

/** PUT: the whole form; people who may not change personal fields send them back unchanged. */
export const UserUpdate = z.object({
  ...personal,
  // A person created elsewhere (on the command line, say) may lack fields: empty ones may stay empty.
  company: optional(),
  phone: optional(),
  address: optionalText(),
  ...roleFields,
  location_access: z.array(LocationAccess).max(5_000).optional(),
  version: Version.optional(),
});
export type UserUpdate = z.infer<typeof UserUpdate>;

/** PATCH: only changed fields. */
export const UserPatch = UserUpdate.omit({ location_access: true })
  .partial()
  .extend({ full_name: required('Please input your full name').optional() });
export type UserPatch = z.infer<typeof UserPatch>;

export const AssignedUser = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone: z.string(),
  address: z.string(),
  profile: z.object({ company: z.string(), phone: z.string(), address: z.string() }),
  is_active: z.boolean(),
  registered: z.boolean(),
  /** Only for people who may send it; null once the person is registered. */
  activation_key: z.string().nullable(),
  has_2fa: z.boolean(),
  is_accounts_management: z.boolean(),
  is_oem: z.boolean(),
  is_superuser: z.boolean(),
  visual_dashboard_enabled: z.boolean(),
  /** The membership of the site that `with-location-membership` names. */
  location_membership: z.object({ id: z.number(), has_access: z.boolean(), permission: Permission }).nullable(),
  /** Whether the caller may change the personal fields, and the person at all. */
  can_change_personal: z.boolean(),
  can_change: z.boolean(),
  permissions: permissionsOn('user'),
  version: z.number(),
});
export type AssignedUser = z.infer<typeof AssignedUser>;

export const SiteAccess = z.object({
  id: z.number().nullable(),
  location_id: SiteId,
  title: z.string(),
  has_access: z.boolean(),
  permission: Permission,
});
export type SiteAccess = z.infer<typeof SiteAccess>;

/** A person with access to every site on which the caller may grant it. */
export const User = AssignedUser.extend({
  client: ClientId.nullable(),
  location_access: z.array(SiteAccess),
});
export type User = z.infer<typeof User>;

/**
 * The complete reply for an address with an account elsewhere: the owner is invited, and nothing about them is
 * disclosed.
 */
export const Invited = z.object({
  added_to_another_client: z.literal(true),
  /** The address as typed. */
  email: z.string(),
  invitation_id: z.number(),
});
export type Invited = z.infer<typeof Invited>;

export const ClientUsersQuery = z.object({
  ...listQuery(),
  filter: z.string().trim().max(255).optional(),
  'with-location-membership': TextId.optional(),
});
export type ClientUsersQuery = z.infer<typeof ClientUsersQuery>;

export const UserRemovalQuery = z.object({
  location_id: TextId.optional(),
  assign_user_id: TextId.optional(),
});
export const UserRemoval = z.object({ location_id: AnyId.nullish(), assign_user_id: AnyId.nullish() }).nullish();

const noLocation = 'please select a location first';
export const MembershipInput = z.object({
  location: z.coerce.number(noLocation).pipe(AnyId),
  user: TextId,
  has_access: z.boolean().default(false),
  permission: Permission.default('User'),
});
export const MembershipPatch = z.object({ has_access: z.boolean().optional(), permission: Permission.optional() });
export const Membership = z.object({
  id: z.number(),
  location: SiteId,
  location_id: SiteId,
  user: UserId,
  has_access: z.boolean(),
  permission: Permission,
});
export type Membership = z.infer<typeof Membership>;

const changes = { may: 'user.change', account: false, programs: 'people' } as const;

export const endpoints = {
  ofClient: endpoint.get('/api/v1/clients/:id/users/', {
    may: 'client.people',
    programs: 'read',
    says: 'People of a client, with their membership of one site where it is asked for',
    query: ClientUsersQuery,
    reply: listOf(AssignedUser),
  }),
  create: endpoint.post('/api/v1/users/', {
    may: 'users.add',
    account: false,
    programs: 'people',
    says: 'A new person of a client, or an invitation for one who has an account elsewhere',
    body: UserInput,
    reply: z.union([User, Invited]),
    status: 201,
  }),
  one: endpoint.get('/api/v1/users/:id/', {
    may: 'user.see',
    account: false,
    programs: 'read',
    says: 'One person with their site access',
    reply: User,
  }),
  replace: endpoint.put('/api/v1/users/:id/', {
    ...changes,
    says: 'Change a person and their site access',
    body: UserUpdate,
    reply: User,
  }),
  patch: endpoint.patch('/api/v1/users/:id/', {
    ...changes,
    says: 'Change only what is named: the own profile, or another person as PUT does',
    body: UserPatch,
    reply: User,
  }),
  remove: endpoint.delete('/api/v1/users/:id/', {
    ...changes,
    says: 'With location_id: take the person off that site; without: out of the client, and wholly when none is left',
    query: UserRemovalQuery,
    body: UserRemoval,
  }),
  confirm: endpoint.post('/api/v1/clients/:id/users/:user/confirm/', {
    may: 'client.change',
    programs: 'none',
    says: 'Confirm a person whom a program added, so that their approvals count at once; not by who answers for the program',
    params: IdParams.extend({ user: TextId }),
  }),
  addMembership: endpoint.post('/api/v1/membership/', {
    may: 'site.edit',
    programs: 'people',
    on: 'body.location',
    says: 'Give a person of the client a membership of a site',
    body: MembershipInput,
    reply: Membership,
    status: 201,
  }),
  changeMembership: endpoint.patch('/api/v1/membership/:id/', {
    may: 'membership.change',
    programs: 'people',
    says: 'Change access and permission of a membership',
    body: MembershipPatch,
    reply: Membership,
  }),
} as const;
