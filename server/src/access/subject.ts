import type { SubjectKind } from '@tocsin/contract/access';
import type { DeviceType } from '@tocsin/contract/device-type';
import type { ClientId, DeviceId, SiteId, UserId } from '@tocsin/contract/ids';
import type { Permission, SiteRef } from './principal.ts';

interface ClientSubject {
  readonly clientId: ClientId;
}

export interface SiteSubject extends SiteRef {
  readonly isSuspended: boolean;
}

export interface DeviceSubject extends SiteRef {
  readonly deviceId: DeviceId;
  /** The device or its site. */
  readonly isSuspended: boolean;
  /** The emulated type, if set. */
  readonly shownType: DeviceType;
}

/** A person as a subject: all memberships, active or not, since a deactivated person still belongs to a client. */
export interface UserSubject {
  readonly userId: UserId;
  readonly isSuperuser: boolean;
  readonly isOem: boolean;
  readonly isStaffManager: boolean;
  readonly clients: readonly { readonly clientId: ClientId; readonly isAccountsManagement: boolean }[];
  readonly sites: readonly (SiteRef & { readonly permission: Permission })[];
  /** Memberships whose access was withdrawn: people who edit there still see the person and can restore it. */
  readonly sitesWithoutAccess: readonly SiteRef[];
}

export interface MembershipSubject extends SiteRef {
  readonly user: UserSubject;
}

/** What a rotation serves: a site, or with null every site of the client. */
export interface RotationSubject {
  readonly clientId: ClientId;
  readonly siteId: SiteId | null;
}

/** A rotation that exists and has people. */
export interface UsableRotation {
  readonly id: number;
  readonly title: string;
  readonly served: RotationSubject;
}

/** Whose device type it is; null: for everybody. */
export interface DeviceTypeSubject {
  readonly clientId: ClientId | null;
  readonly isShipped: boolean;
}

export interface EmailRuleSubject {
  readonly owner: UserSubject;
  readonly clientId: ClientId | null;
}

/**
 * The subject loaded for each kind; a schema, tab or machine is authorized by its site, a notification or a suspicion by its
 * device.
 */
export interface Subjects {
  client: ClientSubject;
  site: SiteSubject;
  device: DeviceSubject;
  notification: DeviceSubject;
  suspicion: DeviceSubject;
  shelf: DeviceSubject;
  rotation: RotationSubject;
  /** The rotation of an override. */
  override: RotationSubject;
  /** What an escalation policy serves. */
  policy: RotationSubject;
  /** What a webhook is about. */
  webhook: RotationSubject;
  task: DeviceSubject;
  'device-type': DeviceTypeSubject;
  'payload-map': DeviceTypeSubject;
  schema: SiteSubject;
  tab: SiteSubject;
  machine: SiteSubject;
  membership: MembershipSubject;
  user: UserSubject;
  'email-rule': EmailRuleSubject;
  /** Whose service account it is; null: the operator's. */
  'service-account': { readonly clientId: ClientId | null };
  nothing: undefined;
}

type Loader<K extends SubjectKind> = (id: number) => Promise<Subjects[K] | undefined>;
export type Loaders = { readonly [K in Exclude<SubjectKind, 'nothing'>]: Loader<K> };
