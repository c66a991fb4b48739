import { refusalTexts } from '@tocsin/contract/errors';
import { type KeyScope, type RuleName, rules, type SubjectKind } from '@tocsin/contract/policy';

import type { Db } from '../base/db.ts';
import { Refusal } from '../base/errors.ts';
import { hashToken, isKeyToken } from '../base/tokens.ts';
import { createKeyPace } from './key-pace.ts';
import { findSelection, findSelectionLeniently, type Selection } from './selection.ts';
import { findWho, loadClient, loadDevice, loadMembership, loadSite, loadUser, touchSession } from './store.ts';
import { findByKey } from './store-keys.ts';
import type { Loaders, Subjects } from './subject.ts';
import { table, type Verdict } from './table.ts';

import type { Who } from './who.ts';

/** Loaders of things that live in a room: given by main.ts from the rooms' index. */
export type RoomLoaders = Partial<Omit<Loaders, 'client' | 'site' | 'device' | 'user' | 'membership'>>;

/** The one place that finds out who somebody is, loads what they ask for, and asks the table. HTTP and sockets use it. */
export interface Gate {
  /** Throws 401 when the token is none, 429 when a key asks too often; the address is kept as a key's last one. */
  who(token: string | undefined, address?: string): Promise<Who>;
  /** Throws 403 while two-factor verification is open and the call does not answer then. */
  secondFactor(who: Who, open: 'unverified' | 'unregistered' | undefined): void;
  /** Throws 403 when a key for programs asks what it may not. */
  keyScope(who: Who, keys: KeyScope | 'any' | undefined): void;
  /** Throws 403 or 404; returns what was judged. */
  check<N extends RuleName>(who: Who, rule: N, id: number | undefined): Promise<Subjects[(typeof rules)[N]['on']]>;
  selection(who: Who, header: string | undefined): Promise<Selection>;
  /** What of it can still be seen, instead of a refusal. */
  lenientSelection(who: Who, header: string | undefined): Promise<Selection>;
  /** An open socket is use. */
  used(who: Who): Promise<void>;
}

/** `JWT <token>`, `Bearer <token>`. */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^(?:JWT|Bearer) +(\S{20,200})$/i.exec(authorization ?? '')?.[1];

const say = (verdict: Verdict): void => {
  if (verdict === 'hidden') throw new Refusal('not-found');
  if (verdict === 'forbidden') throw new Refusal('forbidden');
};

const twoFactorText = 'Two factor verification required';

/** The one door through which calls and sockets pass: who they are, what it is about, whether they may. */
export const createGate = (db: Db, now: () => number, rooms: RoomLoaders): Gate => {
  const pace = createKeyPace(now);
  const missing = (kind: SubjectKind) => async () => {
    throw new Error(`nobody loads ${kind}: give its loader to createGate`);
  };
  const loaders: Loaders = {
    client: (id) => loadClient(db, id),
    site: (id) => loadSite(db, id),
    device: (id) => loadDevice(db, id),
    user: (id) => loadUser(db, id),
    membership: (id) => loadMembership(db, id),
    notification: missing('notification'),
    schema: missing('schema'),
    tab: missing('tab'),
    machine: missing('machine'),
    'email-rule': missing('email-rule'),
    ...rooms,
  };

  return {
    async who(token, address = '') {
      if (token !== undefined && isKeyToken(token)) {
        const person = await findByKey(db, hashToken(token), { nowMs: now(), address });
        if (!person?.key) throw new Refusal('unauthenticated', 'The API key is not valid, has expired or was revoked.');
        pace(person.key.id);
        return person;
      }
      const who = token === undefined ? undefined : await findWho(db, hashToken(token), now());
      if (!who)
        throw new Refusal('unauthenticated', token === undefined ? refusalTexts.unauthenticated : 'Session has ended.');
      return who;
    },
    secondFactor(who, open) {
      if (who.kind === 'wall' || who.secondFactor === 'done' || open === 'unverified') return;
      if (who.secondFactor === 'unregistered' && open === 'unregistered') return;
      throw new Refusal('forbidden', twoFactorText);
    },
    keyScope(who, keys) {
      if (who.kind === 'wall' || !who.key) return;
      if (keys === undefined) throw new Refusal('forbidden', 'An API key may not do this.');
      if (keys === 'any' || who.key.scopes.has(keys)) return;
      throw new Refusal('forbidden', `This API key may not read ${keys}.`);
    },
    async check(who, rule, id) {
      const kind = rules[rule].on;
      const subject = await load(loaders, kind, id);
      if (kind !== 'nothing' && subject === undefined) throw new Refusal('not-found');
      // The table is typed by rule name; here name and subject come from one look-up, which types can't follow.
      say((table[rule] as (who: Who, subject: unknown) => Verdict)(who, subject));
      return subject as never;
    },
    selection: (who, header) => findSelection(who, header, loaders),
    lenientSelection: (who, header) => findSelectionLeniently(who, header, loaders),
    async used(who) {
      if (who.kind === 'person' && who.key) return;
      await touchSession(db, who.sessionId, now());
    },
  };
};

const load = async (loaders: Loaders, kind: SubjectKind, id: number | undefined): Promise<unknown> => {
  if (kind === 'nothing' || id === undefined) return undefined;
  return await loaders[kind](id);
};
