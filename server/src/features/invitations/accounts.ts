import type { Trx } from '../../platform/db.ts';

/** A valid link and the state of its account. */
export interface LinkOf {
  readonly linkId: number;
  readonly userId: number;
  readonly invitationId: number;
  readonly name: string;
  readonly needsPassword: boolean;
  readonly needsTerms: boolean;
}

interface NewPassword {
  readonly password1?: string | undefined;
  readonly password2?: string | undefined;
  readonly terms?: boolean | undefined;
}

/** What invitations need from accounts. */
export interface InvitationAccounts {
  /** Returns the link of a token; undefined when it is used, expired or forged, or its person no longer exists. */
  readonly find: (token: string) => Promise<LinkOf | undefined>;
  /** The same for a token that was checked before. */
  readonly findById: (linkId: number) => Promise<LinkOf | undefined>;
  /** Validates and hashes a new password; null when none is needed. Throws 400 with the failing fields. */
  readonly prepare: (link: LinkOf, given: NewPassword) => Promise<string | null>;
  /** Locks a person until the transaction ends; undefined when the person no longer exists. */
  readonly lock: (
    trx: Trx,
    userId: number,
  ) => Promise<{ readonly isVerified: boolean; readonly isRegistered: boolean } | undefined>;
  /** Marks the link as used; false when another request used it first. */
  readonly take: (trx: Trx, link: LinkOf) => Promise<boolean>;
  /**
   * Resets the account for the mailbox owner: sets the password and removes earlier sessions, API keys and
   * authenticators.
   */
  readonly takeOver: (trx: Trx, userId: number, passwordHash: string) => Promise<void>;
  /** Voids the links of an invitation that has ended. */
  readonly close: (trx: Trx, invitationId: number) => Promise<void>;
}
