import type { OfflineWork } from '../../access/offline.ts';
import type { SecurityEvents } from '../../access/security-events.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { Log } from '../../platform/log.ts';
import type { Throttle } from '../../platform/throttle.ts';

/** Purpose from which the keys for links, captcha and second factors are derived. */
export const accountPurpose = 'accounts';

/** Dependencies of the accounts feature. */
export interface AccountsDependencies extends DbAndClock {
  readonly log: Log;
  readonly throttle: Throttle;
  /** Failed sign-ins, locks and resets. */
  readonly security: SecurityEvents;
  /** `createEncryption(secret, accountPurpose)`: signs links and captcha cookies, encrypts authenticator secrets. */
  readonly encryption: Encryption;
  /** Without a trailing slash; prefix of every link. */
  readonly publicUrl: string;
  /** null: the built-in proof of work. */
  readonly captcha: SiteverifySettings | null;
  /** Support contacts for mail footers, from the operator settings. */
  readonly contacts: () => Promise<Contacts>;
  /** Called when push, SMS and webhooks no longer reach a person, in the transaction that ended them. */
  readonly mailOnly?: (trx: Trx, userId: number) => Promise<void>;
  /** Keys for work without a network. */
  readonly offline?: Pick<OfflineWork, 'grant'>;
  /** Called after a person signed out. */
  readonly signedOut?: (userId: number) => Promise<void>;
  /** Called after somebody's password was changed. */
  readonly passwordChanged?: () => Promise<void>;
}

interface SiteverifySettings {
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string;
}

export interface Contacts {
  readonly support_address: string;
  readonly support_phone: string;
  readonly support_email: string;
}

/** Where a call comes from. */
export interface Caller {
  readonly address: string;
  readonly agent: string;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** An address from which a person signed in within this time counts as known. */
export const knownFor = 30 * day;
