import type { ProviderRole } from '@tocsin/contract/client-provider';
import { ClientId } from '@tocsin/contract/ids';
import { isStaff, type Person } from '../../access/principal.ts';
import type { SecurityEvents } from '../../access/security-events.ts';
import { loadPerson } from '../../access/store.ts';
import { recorded, type Trx } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { hashToken } from '../../platform/tokens.ts';
import { beginSignIn, finishSignIn, type Identity, type IsAllowed, type Provider } from './oidc.ts';
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
}
export interface ProviderDependencies {
  readonly db: Db;
  readonly clock: Clock;
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
  /** Tests have their provider on loopback; undefined: public addresses only, by https only. */
  readonly isAllowed?: IsAllowed;
}

const attemptMs = 10 * 60_000;
const none = 'This client has no sign-in by a provider.';
const unreachable = 'The provider does not answer as expected. Try again, or sign in with your password.';
const notAccepted = 'The sign-in by the provider was not accepted. Start it again.';
const notLinked =
  'This account of the provider is not linked. Sign in with your password and link it under User Settings.';
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

/** Starts a sign-in (`userId` null) or a linking; returns the provider's address. */
export async function startAttempt(
  { db, clock, log, encryption, publicUrl, isAllowed }: ProviderDependencies,
  {
    clientId,
    browser,
    userId,
  }: { readonly clientId: number; readonly browser: string; readonly userId: number | null },
): Promise<{ url: string }> {
  const row = await activeProvider(db, clientId);
  const begun = await beginSignIn(providerOf(row, encryption), redirectUriOf(publicUrl), isAllowed).catch(
    (error: unknown) => {
      log.warn('A provider could not be reached', { error, client: clientId });
      throw new Refusal('conflict', unreachable);
    },
  );
  const { state, nonce, verifier } = begun.pending;
  const now = clock.now();
  const expires_at = new Date(now + attemptMs);
  await store.insertAttempt(
    db,
    {
      state_hash: hashToken(state),
      client_id: clientId,
      user_id: userId,
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
}

/** Checks what came back; an attempt is used up by its first return, whatever the outcome. */
async function finishAttempt(
  dependencies: ProviderDependencies,
  { query, browser }: Returned,
  userId: number | null,
): Promise<Finished> {
  const { db, clock, log, encryption, publicUrl, isAllowed } = dependencies;
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
  const identity = await finishSignIn(providerOf(row, encryption), returnedTo, pending, isAllowed).catch(
    (error: unknown) => {
      log.warn('A sign-in by a provider was refused', { error, client: row.client_id });
      throw new Refusal('invalid', notAccepted);
    },
  );
  return { row, identity };
}

/** Signs a linked person in. The session reaches the provider's client only, with no higher role than its groups allow. */
export async function finishProviderSignIn(
  dependencies: ProviderDependencies,
  returned: Returned,
  caller: Caller,
): Promise<{ token: string }> {
  const { db, clock, security } = dependencies;
  try {
    const { row, identity } = await finishAttempt(dependencies, returned, null);
    const clientId = ClientId.parse(row.client_id);
    const { issuer, subject } = identity;
    const userId = await store.findLinked(db, { clientId, issuer, subject });
    const person = userId === undefined ? undefined : await loadPerson(db, userId);
    if (!person || isStaff(person) || !person.clients.has(clientId)) throw new Refusal('invalid', notLinked);
    const roleLimit = roleLimitOf(row.role_mapping, identity.claims[row.groups_claim]);
    if (roleLimit === undefined) throw new Refusal('invalid', noGroup);
    const by = { userId: person.userId, name: person.name, address: caller.address };
    return await recorded(db, by, async (trx, note) => {
      const limits = { onlyClientId: clientId, roleLimit };
      const { token, sessionId } = await dependencies.startSession(trx, person.userId, caller, limits);
      await store.markUsed(trx, clientId, person.userId, new Date(clock.now()));
      const about = { subject: 'session', subjectId: person.userId, subjectName: person.name, clientId };
      note({
        action: 'sign in',
        ...about,
        old: null,
        new: { session: sessionId, provider: issuer, role_limit: roleLimit },
      });
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
  const { db, clock } = dependencies;
  const { row, identity } = await finishAttempt(dependencies, returned, who.userId);
  const clientId = ClientId.parse(row.client_id);
  mayLink(who, clientId);
  const by = { userId: who.userId, name: who.name, address };
  await recorded(db, by, async (trx, note) => {
    const { issuer, subject } = identity;
    const link = { client_id: clientId, user_id: who.userId, issuer, subject, created_at: new Date(clock.now()) };
    if (!(await store.insertLink(trx, link)))
      throw new Refusal('conflict', 'This account of the provider is linked with another person.');
    const about = { subject: 'person', subjectId: who.userId, subjectName: who.name, clientId };
    note({ action: 'change', ...about, old: { provider: null }, new: { provider: issuer } });
  });
}

/** Only people of the client link, and never operator staff. */
export const mayLink = (who: Person, clientId: ClientId): void => {
  if (isStaff(who)) throw new Refusal('forbidden', 'Operator staff do not sign in by a provider.');
  if (!who.clients.has(clientId)) throw new Refusal('not-found');
};
