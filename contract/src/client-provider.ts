import { z } from 'zod';
import { endpoint, listOf } from './endpoint.ts';
import { Version } from './fields.ts';
import { ClientId } from './ids.ts';
import { line } from './line.ts';

/** Roles that a provider's groups can allow, lowest first. */
export const providerRoles = ['User', 'Engineer', 'Manager', 'account'] as const;
export const ProviderRole = z.enum(providerRoles);
export type ProviderRole = z.infer<typeof ProviderRole>;

export const RoleMapping = z.array(z.object({ group: line().min(1).max(255), role: ProviderRole })).max(100);
export type RoleMapping = z.infer<typeof RoleMapping>;

export const notAnIssuer = 'The issuer must be an https:// address without query and fragment';
const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
};
const name = line().min(1, 'This field may not be blank.').max(255);

/** A client's OpenID Connect provider; the secret is never shown. */
export const ClientProvider = z.object({
  issuer: z.string(),
  oidc_client_id: z.string(),
  is_active: z.boolean(),
  /** Claim of the ID token that lists the person's groups. */
  groups_claim: z.string(),
  /** The highest role by group; a person without a listed group cannot sign in. Empty: roles are not limited. */
  role_mapping: RoleMapping,
  version: z.number(),
});
export type ClientProvider = z.infer<typeof ClientProvider>;
export const ClientProviderState = z.object({
  /** Null: the client has no provider. */
  provider: ClientProvider.nullable(),
  /** To be registered at the provider. */
  redirect_uri: z.string(),
  /** The page on which the client's people sign in by it. */
  sign_in_address: z.string(),
});
export type ClientProviderState = z.infer<typeof ClientProviderState>;

export const ClientProviderInput = z.object({
  issuer: z.string().trim().max(500).refine(isIssuer, notAnIssuer),
  oidc_client_id: name,
  /** Absent: the stored one stays. */
  secret: z.string().min(1).max(1_000).optional(),
  is_active: z.boolean().default(true),
  groups_claim: name.default('groups'),
  role_mapping: RoleMapping.default([]),
  version: Version.optional(),
});

/** A random text of the browser, kept by the page until the provider sends the person back. */
const Browser = z.string().min(32).max(200);
const Address = z.object({ url: z.string() });
const Returned = z.object({
  /** The query of the address to which the provider sent the person. */
  query: z.string().max(8_000),
  browser: Browser,
});

/** Whether the caller is linked with the provider of one of their clients. */
export const ProviderLink = z.object({
  client: ClientId,
  company: z.string(),
  issuer: z.string(),
  linked_at: z.iso.datetime().nullable(),
  used_at: z.iso.datetime().nullable(),
});
export type ProviderLink = z.infer<typeof ProviderLink>;

/** A client by whose provider an invited person may come in. */
export const InvitedClient = z.object({ client: ClientId, company: z.string() });
export type InvitedClient = z.infer<typeof InvitedClient>;

export const endpoints = {
  one: endpoint.get('/api/v1/clients/:id/provider/', {
    may: 'client.change',
    programs: 'none',
    says: 'The OpenID Connect provider by which its people sign in; never its secret',
    reply: ClientProviderState,
  }),
  put: endpoint.put('/api/v1/clients/:id/provider/', {
    may: 'client.change',
    programs: 'none',
    says: 'Set its provider; sessions from a provider that changes end',
    body: ClientProviderInput,
    reply: ClientProviderState,
  }),
  remove: endpoint.delete('/api/v1/clients/:id/provider/', {
    may: 'client.change',
    programs: 'none',
    says: 'Remove its provider, with all links and sessions from it',
  }),
  start: endpoint.post('/api/v1/sign-in/provider/', {
    may: 'anyone',
    says: "The address of a client's provider at which a person signs in",
    body: z.object({
      client: ClientId,
      browser: Browser,
      /** The provider asks for the credentials although the person is signed in there. */
      again: z.boolean().default(false),
    }),
    reply: Address,
    perMinute: 20,
  }),
  finish: endpoint.post('/api/v1/sign-in/provider/finish/', {
    may: 'anyone',
    says: 'Exchanges what the provider sent back for a session that reaches its client only',
    body: Returned,
    reply: z.object({ token: z.string() }),
    perMinute: 20,
  }),
  invited: endpoint.get('/api/v1/sign-in/provider/invited/:token/', {
    may: 'anyone',
    says: 'The clients of an activation or invitation link whose provider can sign its person in instead of a password',
    params: z.object({ token: z.string().min(1).max(200) }),
    reply: listOf(InvitedClient),
    perMinute: 60,
  }),
  startInvited: endpoint.post('/api/v1/sign-in/provider/invited/', {
    may: 'anyone',
    says: 'The address of a provider at which an invited person signs in; their return uses the link up and links them',
    body: z.object({ token: z.string().min(1).max(200), client: ClientId, browser: Browser }),
    reply: Address,
    perMinute: 20,
  }),
  links: endpoint.get('/api/v1/accounts/provider-links/', {
    may: 'person',
    account: true,
    says: "The providers of the caller's clients, and whether the caller is linked",
    reply: listOf(ProviderLink),
  }),
  startLink: endpoint.post('/api/v1/accounts/provider-links/', {
    may: 'person',
    account: true,
    says: "The address of a provider at which the caller proves who they are there; needs the caller's password",
    body: z.object({ client: ClientId, browser: Browser, password: z.string().min(1).max(1_000) }),
    reply: Address,
    perMinute: 20,
  }),
  finishLink: endpoint.post('/api/v1/accounts/provider-links/finish/', {
    may: 'person',
    account: true,
    says: 'Links the caller with the identity that the provider sent back',
    body: Returned,
    reply: listOf(ProviderLink),
    perMinute: 20,
  }),
  unlink: endpoint.delete('/api/v1/accounts/provider-links/:id/', {
    may: 'person',
    account: true,
    says: 'Ends the link with the provider of a client, and its sessions',
  }),
} as const;
