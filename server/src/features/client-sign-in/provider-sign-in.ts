import type { ProviderRole } from '@tocsin/contract/client-provider';
import { ClientId } from '@tocsin/contract/ids';
import { isStaff, type Person } from '../../access/principal.ts';
import type { SecurityEvents } from '../../access/security-events.ts';
import { loadPerson } from '../../access/store.ts';
import { type Note, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { hashToken } from '../../platform/tokens.ts';
import { beginSignIn, finishSignIn, type Identity, type IsPrivateAllowed, type Provider } from './oidc.ts';
import { roleLimitOf } from './roles.ts';
import * as store from './store-provider.ts';

/** Where a call comes from. */
export interface Caller {
  readonly address: string;
  readonly agent: string;
}
/** What limits a session from a provider. */
interface ProviderSession {
  readonly onlyClientId: number;
  readonly roleLimit: ProviderRole | null;
  /** When the person signed in at the provider, as it says. */
  readonly signedInAt: Date | null;
}
export interface ProviderDependencies extends DbAndClock {
  readonly log: Log;
  /** Encrypts the secrets of providers. */
  readonly encryption: Encryption;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly security: SecurityEvents;
  /** Starts a session, ends surplus ones, and returns its token. */
  readonly startSession: (
    trx: Trx,
    userId: number,
    caller: Caller,
    limits: ProviderSession,
  ) => Promise<{ readonly token: string; readonly sessionId: number }>;
  /** Refuses a wrong password of the person. */
  readonly demandPassword: (userId: number, password: string) => Promise<void>;
  /** Enqueues the mail that tells a person of a new way to sign in. */
  readonly mailLinked: (trx: Trx, userId: number, issuer: string) => Promise<void>;
  readonly invited: InvitedPeople;
  readonly isPrivateAllowed: IsPrivateAllowed;
}

/** The person of a valid activation or invitation link. */
export interface Invited {
  readonly linkId: number;
  /** The clients that the link lets the person into. */
  readonly clientIds: readonly number[];
}
interface Owner {
  readonly userId: number;
  readonly name: string;
}
/** People whom a link lets in for the first time. */
export interface InvitedPeople {
  /** Undefined: the link is used, expired or forged, or it needs a password first. */
  readonly find: (token: string) => Promise<Invited | undefined>;
  /** The person of a link that is still valid. */
  readonly ownerOf: (linkId: number) => Promise<Owner | undefined>;
  /** Uses a link up: activates the account or accepts the invitation; false when it is no longer valid. */
  readonly enter: (trx: Trx, note: Note, linkId: number) => Promise<boolean>;
}

const attemptMs = 10 * 60_000;
const none = 'This client has no sign-in by a provider.';
const unreachable = 'The provider does not answer as expected. Try again, or sign in with your password.';
const notAccepted = 'The sign-in by the provider was not accepted. Start it again.';
const notLinked =
  'This account of the provider is not linked. Sign in with your password and link it under User Settings.';
const linkGone = 'This link is no longer valid. Ask the person who sent it for a new one.';
const noGroup = 'Your groups at the provider do not allow a sign-in. Ask the administrator of your directory.';

export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/sign-in/return`;

const providerOf = (row: store.ProviderRow, encryption: Encryption): Provider => ({
  issuer: row.issuer,
  oidcClientId: row.oidc_client_id,
  secret: encryption.open(row.secret),
});

const activeProvider = async (db: Db, clientId: number): Promise<store.ProviderRow> => {
  const row = await store.findProvider(db, clientId);
  if (!row?.is_active) throw new Refusal('not-found', none);
  return row;
};

interface Begin {
  readonly clientId: number;
  readonly browser: string;
  /** The signed-in person who links their account; null: a sign-in. */
  readonly userId?: number | null;
  /** The link of an invited person. */
  readonly linkId?: number | null;
  /** Whether the provider asks for the credentials although the person is signed in there. */
  readonly isAgain?: boolean;
}

/** Starts a sign-in or a linking; returns the provider's address. */
export async function startAttempt(
  { db, clock, log, encryption, publicUrl, isPrivateAllowed }: ProviderDependencies,
  { clientId, browser, userId = null, linkId = null, isAgain = false }: Begin,
): Promise<{ url: string }> {
  const row = await activeProvider(db, clientId);
  const redirect = { redirectUri: redirectUriOf(publicUrl), isAgain };
  const begun = await beginSignIn(providerOf(row, encryption), redirect, isPrivateAllowed).catch((error: unknown) => {
    log.warn('A provider could not be reached', { error, client: clientId });
    throw new Refusal('conflict', unreachable);
  });
  const { state, nonce, verifier } = begun.pending;
  const now = clock.now();
  const expires_at = new Date(now + attemptMs);
  await store.insertAttempt(
    db,
    {
      state_hash: hashToken(state),
      client_id: clientId,
      user_id: userId,
      link_id: linkId,
      browser_hash: hashToken(browser),
      nonce,
      verifier,
      expires_at,
    },
    new Date(now),
  );
  return { url: begun.url };
}

interface Returned {
  readonly query: string;
  readonly browser: string;
}
interface Finished {
  readonly row: store.ProviderRow;
  readonly identity: Identity;
  readonly linkId: number | null;
}

/** Checks what came back; an attempt is used up by its first return, whatever the outcome. */
async function finishAttempt(
  dependencies: ProviderDependencies,
  { query, browser }: Returned,
  userId: number | null,
): Promise<Finished> {
  const { db, clock, log, encryption, publicUrl, isPrivateAllowed } = dependencies;
  const returnedTo = new URL(`${redirectUriOf(publicUrl)}?${query.replace(/^\?/, '')}`);
  const state = returnedTo.searchParams.get('state') ?? '';
  const attempt = await store.takeAttempt(db, hashToken(state));
  const isOwn =
    attempt !== undefined &&
    attempt.user_id === userId &&
    attempt.expires_at.getTime() > clock.now() &&
    sameHash(attempt.browser_hash, hashToken(browser));
  if (!isOwn) throw new Refusal('invalid', notAccepted);
  const row = await activeProvider(db, attempt.client_id);
  const pending = { state, nonce: attempt.nonce, verifier: attempt.verifier };
  const identity = await finishSignIn(providerOf(row, encryption), returnedTo, pending, isPrivateAllowed).catch(
    (error: unknown) => {
      log.warn('A sign-in with a provider was refused', { error, client: row.client_id });
      throw new Refusal('invalid', notAccepted);
    },
  );
  return { row, identity, linkId: attempt.link_id };
}

/** The person of a link, for its holder. */
export const invitedBy = async ({ invited }: ProviderDependencies, token: string): Promise<Invited> => {
  const found = await invited.find(token);
  if (!found) throw new Refusal('not-found', linkGone);
  return found;
};

/** Whom an identity signs in: the person who is linked with it, or the one whose link began the attempt. */
const personOf = async (
  { db, invited }: ProviderDependencies,
  { row, identity: { issuer, subject }, linkId }: Finished,
): Promise<Owner> => {
  if (linkId !== null) {
    const owner = await invited.ownerOf(linkId);
    if (!owner) throw new Refusal('invalid', linkGone);
    return owner;
  }
  const userId = await store.findLinked(db, { clientId: row.client_id, issuer, subject });
  const person = userId === undefined ? undefined : await loadPerson(db, userId);
  if (!person) throw new Refusal('invalid', notLinked);
  return person;
};

/** Links a person with an identity, tells them by mail, and notes it. */
const linkIdentity = async (
  { clock, mailLinked }: ProviderDependencies,
  trx: Trx,
  note: Note,
  { owner, finished }: { readonly owner: Owner; readonly finished: Finished },
): Promise<void> => {
  const { issuer, subject } = finished.identity;
  const { client_id } = finished.row;
  const { userId } = owner;
  const link = { client_id, user_id: userId, issuer, subject, created_at: new Date(clock.now()) };
  if (!(await store.insertLink(trx, link)))
    throw new Refusal('conflict', 'This provider account is linked to another person.');
  await mailLinked(trx, userId, issuer);
  const about = { subject: 'person', subjectId: userId, subjectName: owner.name, clientId: client_id };
  note({ action: 'change', ...about, old: { provider: null }, new: { provider: issuer } });
};

/**
 * Signs in the person who is linked, or links and signs in an invited one, whose link is used up then. The session
 * reaches the provider's client only, with no higher role than its groups allow.
 */
export async function finishProviderSignIn(
  dependencies: ProviderDependencies,
  returned: Returned,
  caller: Caller,
): Promise<{ token: string }> {
  const { db, clock, security, invited } = dependencies;
  try {
    const finished = await finishAttempt(dependencies, returned, null);
    const { row, identity, linkId } = finished;
    const clientId = ClientId.parse(row.client_id);
    const owner = await personOf(dependencies, finished);
    const { userId, name } = owner;
    const roleLimit = roleLimitOf(row.role_mapping, identity.claims[row.groups_claim]);
    return await recorded(db, { userId, name, address: caller.address }, async (trx, note) => {
      if (linkId !== null) {
        if (!(await invited.enter(trx, note, linkId))) throw new Refusal('invalid', linkGone);
        await linkIdentity(dependencies, trx, note, { owner, finished });
      }
      const person = await loadPerson(trx, userId);
      if (!person || isStaff(person) || !person.clients.has(clientId)) throw new Refusal('invalid', notLinked);
      // A refusal rolls the link's use back too.
      if (roleLimit === undefined) throw new Refusal('invalid', noGroup);
      const { auth_time: signedInAt } = identity.claims;
      const limits = {
        onlyClientId: clientId,
        roleLimit,
        signedInAt: typeof signedInAt === 'number' ? new Date(signedInAt * 1_000) : null,
      };
      const { token, sessionId } = await dependencies.startSession(trx, userId, caller, limits);
      await store.markUsed(trx, clientId, userId, new Date(clock.now()));
      const about = { subject: 'session', subjectId: userId, subjectName: name, clientId };
      const is = { session: sessionId, provider: identity.issuer, role_limit: roleLimit };
      note({ action: 'sign in', ...about, old: null, new: is });
      return { token };
    });
  } catch (error) {
    if (error instanceof Refusal) await security.note({ kind: 'failed sign-in', address: caller.address });
    throw error;
  }
}

/** Links the signed-in person with the identity that came back. */
export async function finishLinking(
  dependencies: ProviderDependencies,
  { who, returned, address }: { readonly who: Person; readonly returned: Returned; readonly address: string },
): Promise<void> {
  const finished = await finishAttempt(dependencies, returned, who.userId);
  mayLink(who, ClientId.parse(finished.row.client_id));
  await recorded(dependencies.db, { userId: who.userId, name: who.name, address }, (trx, note) =>
    linkIdentity(dependencies, trx, note, { owner: who, finished }),
  );
}

/** Only people of the client link, and never operator staff. */
export const mayLink = (who: Person, clientId: ClientId): void => {
  if (isStaff(who)) throw new Refusal('forbidden', 'Operator staff cannot sign in with a provider.');
  if (!who.clients.has(clientId)) throw new Refusal('not-found');
};
