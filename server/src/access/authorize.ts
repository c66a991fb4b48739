import {
  type KeyScope,
  mustStateAccount,
  type ProgramScope,
  type RuleName,
  rules,
  type SubjectKind,
} from '@tocsin/contract/access';
import { refusalTexts } from '@tocsin/contract/errors';
import type { Db } from '../platform/db.ts';
import { Refusal } from '../platform/errors.ts';
import { hashToken, isKeyToken, isServiceToken } from '../platform/tokens.ts';
import { table, type Verdict } from './authorization-table.ts';
import { createKeyRateLimiter } from './key-rate-limiter.ts';
import { isProgram, type Person, type Principal } from './principal.ts';
import {
  findSelection,
  findSelectionLeniently,
  refuseLocked,
  type Selection,
  secondFactorRequired,
} from './selection.ts';
import { findPrincipal, loadClient, loadDevice, loadMembership, loadSite, loadUser } from './store.ts';
import { findByKey } from './store-keys.ts';
import { findByServiceKey } from './store-service-accounts.ts';
import { touchSession } from './store-sessions.ts';
import type { Loaders, Subjects } from './subject.ts';

/** Loaders of subjects that belong to a feature; main.ts passes them in. */
export type FeatureLoaders = Partial<Omit<Loaders, 'client' | 'site' | 'device' | 'user' | 'membership'>>;

/**
 * The only place that identifies callers, loads subjects and applies the authorization table. HTTP and sockets share
 * it.
 */
export interface Authorizer {
  /**
   * Throws 401 for an invalid token and 429 when an API key exceeds its rate; the address is stored as the key's last
   * one.
   */
  who(
    token: string | undefined,
    address?: string,
    isWithoutInput?: boolean,
    /** False for a call within a batch, which was counted. */
    isCounted?: boolean,
  ): Promise<Principal>;
  /** Throws 403 while two-factor verification is open and the call does not allow that. */
  secondFactor(who: Principal, open: 'unverified' | 'unregistered' | undefined): void;
  /**
   * Throws 403 when a call concerns the account and the caller is not the person's own sign-in, or when it does not
   * state whether it does although it must.
   */
  accountScope(who: Principal, rule: RuleName, account: boolean | 'client' | undefined): void;
  /**
   * Throws 403 when an API key or a service account makes a call outside its scopes. Returns who makes the call: a service
   * account with the role that its scope gives.
   */
  programScope(who: Principal, call: ProgramCall): Principal;
  /** Throws 403 or 404; returns the subject. */
  check<N extends RuleName>(
    who: Principal,
    rule: N,
    id: number | undefined,
  ): Promise<Subjects[(typeof rules)[N]['on']]>;
  selection(who: Principal, header: string | undefined): Promise<Selection>;
  /** The part of the selection that is still visible, instead of a refusal. */
  lenientSelection(who: Principal, header: string | undefined): Promise<Selection>;
  /** Records use of the session by an open socket, unless a client limits the idle time. */
  used(who: Principal): Promise<void>;
}

/** `JWT <token>`, `Bearer <token>`. */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^(?:JWT|Bearer) +(\S{20,200})$/i.exec(authorization ?? '')?.[1];

const byProvider = "Sign in with your password for this: this session is from a client's provider.";

const serviceKeyRefused =
  'The key of the service account is not valid here: it is unknown, expired or revoked, comes from another address, or nobody answers for the account.';

/** Who may make a call: API keys of a scope, service accounts of a scope. */
interface ProgramCall {
  readonly keys?: KeyScope | 'any' | undefined;
  readonly programs?: ProgramScope | 'any' | 'none' | undefined;
}

/** The role with which a scope acts, where it is lower than that of who answers for the account. */
const capOfScope: Partial<Record<ProgramScope, 'Engineer' | 'User'>> = { people: 'Engineer', acknowledge: 'User' };

const asService = (
  who: Person,
  service: NonNullable<Person['service']>,
  scope: ProgramScope | 'any' | 'none',
): Person => {
  if (scope === 'none') throw new Refusal('forbidden', 'A service account may not do this.');
  if (scope === 'any') return who;
  if (!service.scopes.has(scope)) throw new Refusal('forbidden', `This service account lacks the scope ${scope}.`);
  const cap = capOfScope[scope];
  return cap ? { ...who, service: { ...service, cap } } : who;
};

const say = (verdict: Verdict): void => {
  if (verdict === 'hidden') throw new Refusal('not-found');
  if (verdict === 'forbidden') throw new Refusal('forbidden');
};

/** Creates the authorizer through which every call and socket passes. */
export const createAuthorizer = (
  db: Db,
  now: () => number,
  features: FeatureLoaders,
  /** Called for an invalid session or API key: ended, expired, revoked or guessed. */
  refused: (what: 'session' | 'token', address: string) => Promise<void> = async () => {},
): Authorizer => {
  const rateLimiter = createKeyRateLimiter(now);
  const missing = (kind: SubjectKind) => async () => {
    throw new Error(`no loader for ${kind}: pass one to createAuthorizer`);
  };
  const loaders: Loaders = {
    client: (id) => loadClient(db, id),
    site: (id) => loadSite(db, id),
    device: (id) => loadDevice(db, id),
    user: (id) => loadUser(db, id),
    membership: (id) => loadMembership(db, id),
    notification: missing('notification'),
    suspicion: missing('suspicion'),
    shelf: missing('shelf'),
    rotation: missing('rotation'),
    override: missing('override'),
    policy: missing('policy'),
    webhook: missing('webhook'),
    'device-type': missing('device-type'),
    'payload-map': missing('payload-map'),
    task: missing('task'),
    schema: missing('schema'),
    tab: missing('tab'),
    machine: missing('machine'),
    'email-rule': missing('email-rule'),
    'service-account': missing('service-account'),
    ...features,
  };

  return {
    async who(token, address = '', isWithoutInput = false, isCounted = true) {
      if (token !== undefined && isServiceToken(token)) {
        const program = await findByServiceKey(db, hashToken(token), { nowMs: now(), address, isCounted });
        if (!program) await refused('token', address);
        if (!program) throw new Refusal('unauthenticated', serviceKeyRefused);
        return program;
      }
      if (token !== undefined && isKeyToken(token)) {
        const person = await findByKey(db, hashToken(token), { nowMs: now(), address });
        if (!person?.key) await refused('token', address);
        if (!person?.key) throw new Refusal('unauthenticated', 'The API key is not valid, has expired or was revoked.');
        rateLimiter(person.key.id);
        return person;
      }
      const who = token === undefined ? undefined : await findPrincipal(db, hashToken(token), now(), isWithoutInput);
      if (!who && token !== undefined) await refused('session', address);
      if (!who)
        throw new Refusal('unauthenticated', token === undefined ? refusalTexts.unauthenticated : 'Session has ended.');
      return who;
    },
    secondFactor(who, open) {
      if (who.kind === 'wall' || who.secondFactor === 'done' || open === 'unverified') return;
      if (who.secondFactor === 'unregistered' && open === 'unregistered') return;
      throw new Refusal('forbidden', secondFactorRequired);
    },
    accountScope(who, rule, account) {
      if (account === undefined && mustStateAccount(rule)) throw new Refusal('forbidden');
      if (!account || table.account(who, undefined) === 'yes') return;
      if (account === 'client' && who.kind === 'person' && who.onlyClientId !== undefined && !who.key) return;
      throw new Refusal('forbidden', who.kind === 'person' && who.onlyClientId !== undefined ? byProvider : undefined);
    },
    programScope(who, { keys, programs = 'none' }) {
      if (who.kind === 'person' && who.service) return asService(who, who.service, programs);
      if (who.kind === 'wall' || !who.key) return who;
      if (keys === undefined) throw new Refusal('forbidden', 'An API key may not do this.');
      if (keys === 'any' || who.key.scopes.has(keys)) return who;
      throw new Refusal('forbidden', `This API key may not read ${keys}.`);
    },
    async check(who, rule, id) {
      const kind = rules[rule].on;
      const subject = await load(loaders, kind, id);
      if (kind !== 'nothing' && subject === undefined) throw new Refusal('not-found');
      refuseLocked(who, clientOf(subject));
      // The table is typed by rule name; name and subject come from one lookup here, which types cannot express.
      say((table[rule] as (who: Principal, subject: unknown) => Verdict)(who, subject));
      return subject as never;
    },
    selection: (who, header) => findSelection(who, header, loaders),
    lenientSelection: (who, header) => findSelectionLeniently(who, header, loaders),
    async used(who) {
      if (who.kind === 'person' && (isProgram(who) || who.idleMinutes != null)) return;
      await touchSession(db, who.sessionId, now());
    },
  };
};

/** The client of a subject that belongs to one; people and global subjects have none. */
const clientOf = (subject: unknown): number | undefined => {
  const id = subject !== null && typeof subject === 'object' ? Reflect.get(subject, 'clientId') : undefined;
  return typeof id === 'number' ? id : undefined;
};

const load = async (loaders: Loaders, kind: SubjectKind, id: number | undefined): Promise<unknown> => {
  if (kind === 'nothing' || id === undefined) return undefined;
  return await loaders[kind](id);
};
