import { revokeKeysOf } from '../../access/store-keys.ts';
import { endSessionsOf, endWallsOf } from '../../access/store-sessions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db.ts';
import { day } from './dependencies.ts';
import * as store from './store-end-account.ts';
import { type LinkKind, mailedKinds, ownKinds, voidLinks } from './store-links.ts';
import { removeSecondFactor } from './store-two-factor.ts';

/**
 * Every table with a credential, an address or a link of a person: a new one is named here and ended below.
 * server/src/app/end-account.db.test.ts compares it with the database.
 */
export const accountTables = [
  'session',
  'api_key',
  'account_link',
  'provider_link',
  'provider_attempt',
  'two_factor',
  'recovery_code',
  'passkey',
  'contact_method',
  'quiet_hours',
  'duty_calendar',
] as const;

/** Methods that were added within this time before a reset wait for their holder. */
const heldMs = 30 * day;

interface Policy {
  readonly keys: boolean;
  readonly links: readonly LinkKind[];
  /** Links with clients' providers. */
  readonly providers: boolean;
  readonly calendar: boolean;
  /** Authenticator, passkeys and recovery codes. */
  readonly secondFactor: boolean;
  readonly methods: 'keep' | 'hold' | 'end';
  readonly walls: boolean;
}
const nothingElse = {
  keys: false,
  links: [],
  providers: false,
  calendar: false,
  secondFactor: false,
  methods: 'keep',
  walls: false,
} as const;
const everything = {
  keys: true,
  links: mailedKinds,
  providers: true,
  calendar: true,
  secondFactor: true,
  methods: 'end',
  walls: true,
} as const;

/** What ends besides the sessions. Nobody loses a way to be reached by changing their own password. */
const policies = {
  /** The holder of the mailbox takes the account over from whoever had it. */
  'take-over': everything,
  removal: everything,
  /** A person who knows the password may have been somebody else: what they added waits for the holder. */
  reset: { ...everything, secondFactor: false, methods: 'hold', walls: false },
  'password change': { ...nothingElse, keys: true, links: mailedKinds },
  'end all sessions': { ...nothingElse, keys: true },
  'sign out elsewhere': nothingElse,
  deactivation: nothingElse,
} as const satisfies Readonly<Record<string, Policy>>;
type Occasion = keyof typeof policies;

interface Ending {
  readonly userId: number;
  readonly occasion: Occasion;
  /** The session that goes on. */
  readonly sessionId?: number | undefined;
  /** Keys that the person chose to keep. */
  readonly keys?: readonly number[] | undefined;
  /** Nobody has proved access to the mailbox before: invitations stay acceptable, and no method is old enough. */
  readonly isMailboxUnproved?: boolean | undefined;
}

export interface EndDependencies {
  readonly clock: Pick<Clock, 'now'>;
  /** Called when push, SMS and webhooks no longer reach a person, in the same transaction. */
  readonly mailOnly?: ((trx: Trx, userId: number) => Promise<void>) | undefined;
}

/** What a person has to be told. */
interface Ended {
  /** Contact methods that wait for a confirmation. */
  readonly held: number;
}

/** Ends what belongs to an account on an occasion; e-mail always stays. The only place that decides what that is. */
export const endAccount = async (
  { clock, mailOnly }: EndDependencies,
  trx: Trx,
  { userId, occasion, sessionId, keys = [], isMailboxUnproved = false }: Ending,
): Promise<Ended> => {
  const policy: Policy = policies[occasion];
  const at = new Date(clock.now());
  const before = await store.countFastMethods(trx, userId);
  await endSessionsOf(trx, userId, at, sessionId);
  if (policy.walls) await endWallsOf(trx, userId, at);
  if (policy.keys) await revokeKeysOf(trx, userId, at, keys);
  const isOwnOnly = isMailboxUnproved && occasion === 'password change';
  if (policy.links.length > 0) await voidLinks(trx, userId, isOwnOnly ? ownKinds : policy.links, at);
  if (policy.links.length > 0) await store.dropProviderAttempts(trx, userId);
  if (policy.providers) await store.unlinkProviders(trx, userId);
  if (policy.calendar) await store.dropCalendar(trx, userId);
  if (policy.secondFactor) await removeSecondFactor(trx, userId);
  if (policy.methods === 'end') await store.dropQuietHours(trx, userId);
  if (policy.methods === 'end') await store.dropContactMethods(trx, userId, at);
  const since = isMailboxUnproved ? null : new Date(at.getTime() - heldMs);
  const held = policy.methods === 'hold' ? await store.holdContactMethods(trx, userId, since, at) : 0;
  const isMailOnly = before > 0 && (await store.countFastMethods(trx, userId)) === 0;
  if (isMailOnly && occasion !== 'removal') await mailOnly?.(trx, userId);
  return { held };
};
