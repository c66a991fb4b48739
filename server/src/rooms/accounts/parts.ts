import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import type { Log } from '../../base/log.ts';
import type { Seal } from '../../base/seal.ts';
import type { Throttle } from '../../base/throttle.ts';

/** What the accounts room is made of. */
export interface AccountsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly throttle: Throttle;
  /** `createSeal(secret, 'accounts')`: signs links and captcha, seals authenticators' secrets. */
  readonly seal: Seal;
  /** Without a slash at its end; links begin with it. */
  readonly publicUrl: string;
  /** null: our own proof of work. */
  readonly captcha: SiteverifySettings | null;
  /** Support contacts for the foot of mails, from the operator's settings. */
  readonly contacts: () => Promise<Contacts>;
}

export interface SiteverifySettings {
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
