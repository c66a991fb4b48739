import type { Trx } from '../platform/db.ts';
import type { Permission } from './principal.ts';

/** What users need from accounts: activation, mails and sessions. */
export interface AccountsPort {
  /** Creates the key of the activation link, in the transaction that creates the person. */
  readonly openActivation: (trx: Trx, userId: number) => Promise<void>;
  /** Voids all mailed links of a person whose address has changed. */
  readonly voidLinks: (trx: Trx, userId: number) => Promise<void>;
  /** Enqueues the mail with the activation link. */
  readonly mailActivation: (trx: Trx, userId: number) => Promise<void>;
  /** The keys of people who have not activated yet. */
  readonly activationKeys: (userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Enqueues the mail that informs the former address that the account uses another one. */
  readonly mailEmailChanged: (trx: Trx, userId: number, former: string) => Promise<void>;
  /** Ends every session of a person. */
  readonly endSessions: (trx: Trx, userId: number) => Promise<void>;
  /** Ends everything that belongs to the account of a person who is removed. */
  readonly endAccount: (trx: Trx, userId: number) => Promise<void>;
  /** Ends what a person does at a device, such as a walk test, once their rights are gone. */
  readonly signedOut: (userId: number) => Promise<void>;
}

/** A person to be added. */
export interface NewPerson {
  readonly full_name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly address: string;
}

/** What a client offers to a person who has an account elsewhere. */
export interface Offer {
  readonly clientId: number;
  readonly userId: number;
  /** The address as typed. */
  readonly email: string;
  readonly isAccountsManagement: boolean;
  readonly isActive: boolean;
  readonly visualDashboard: boolean;
  /** The client's contact person, who gets a first e-mail rule. */
  readonly isContact: boolean;
  readonly sites: readonly { readonly siteId: number; readonly permission: Permission }[];
  readonly invitedBy: { readonly userId: number; readonly name: string };
}

/** A valid link and the state of its account. */
export interface InvitationLink {
  readonly linkId: number;
  readonly userId: number;
  readonly invitationId: number;
  readonly name: string;
  /** Nobody has proved access to the mailbox yet, so accepting sets a new password. */
  readonly needsPassword: boolean;
  readonly needsTerms: boolean;
}

interface NewPassword {
  readonly password1?: string | undefined;
  readonly password2?: string | undefined;
  readonly terms?: boolean | undefined;
}

/** What invitations need from accounts: links, and the proof of access to a mailbox. */
export interface InvitationLinks {
  /** Returns the link of a token; undefined when it is used, expired or forged, or its person no longer exists. */
  find(token: string): Promise<InvitationLink | undefined>;
  /** The same for a token that was checked before. */
  findById(linkId: number): Promise<InvitationLink | undefined>;
  /** Validates and hashes a new password; null when none is needed. Throws 400 with the failing fields. */
  prepare(link: InvitationLink, given: NewPassword): Promise<string | null>;
  /** Locks a person until the transaction ends; undefined when the person no longer exists. */
  lock(trx: Trx, userId: number): Promise<{ readonly isVerified: boolean; readonly isRegistered: boolean } | undefined>;
  /** Marks the link as used; false when another request used it first. */
  take(trx: Trx, link: InvitationLink): Promise<boolean>;
  /**
   * Resets the account for the mailbox owner: sets the password and ends everything that belonged to the account.
   */
  takeOver(trx: Trx, userId: number, passwordHash: string): Promise<void>;
  /** Voids the links of an invitation that has ended. */
  close(trx: Trx, invitationId: number): Promise<void>;
}

/** The people who manage a site. */
export type ManagersOfSite = (
  trx: Trx,
  siteId: number,
) => Promise<readonly { readonly id: number; readonly email: string }[]>;
