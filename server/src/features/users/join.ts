import { type ClientId, SiteId } from '@tocsin/contract/ids';
import { canEditWithin, managesClient, type Permission, type Person, staffRank } from '../../access/principal.ts';
import { insertMember, putMembership } from '../../access/store-people.ts';
import type { Trx } from '../../platform/db.ts';
import { mayGrant, noAccess } from './rules.ts';
import { accessOf, memberOf, subjectsOf } from './store.ts';

export interface Accepted {
  readonly userId: number;
  readonly clientId: ClientId;
  readonly membership: {
    readonly is_accounts_management: boolean;
    readonly is_active: boolean;
    readonly visual_dashboard_enabled: boolean;
  };
  readonly sites: readonly { readonly siteId: number; readonly permission: Permission }[];
  readonly isContact: boolean;
  /** The sender of the invitation with current rights; undefined: removed or deactivated. */
  readonly sender: Person | undefined;
  readonly at: Date;
}

/** Whether the sender may still add this person: an invitation grants only what its sender could grant now. */
const mayStillAdd = ({ sender, clientId, isContact, membership }: Accepted): boolean => {
  if (!sender) return false;
  if (isContact) return managesClient(sender, clientId);
  return canEditWithin(sender, clientId) && (!membership.is_accounts_management || sender.isSuperuser);
};

/**
 * Makes a person who accepted an invitation a member of the client, with those offered sites that the sender can still
 * grant. Returns false for operator staff and existing members, or when the sender may no longer add people.
 */
export async function joinClient(trx: Trx, accepted: Accepted): Promise<boolean> {
  const { userId, clientId, membership, sites, sender } = accepted;
  if (!sender || !mayStillAdd(accepted)) return false;
  const subject = (await subjectsOf(trx, [userId])).get(userId);
  if (!subject || staffRank(subject) !== undefined || (await memberOf(trx, userId, clientId))) return false;
  await insertMember(trx, userId, clientId, { ...membership, added_by: sender.userId, added_at: accepted.at });
  const { sites: present } = await accessOf(trx, clientId, userId);
  for (const site of sites) {
    const siteId = SiteId.parse(site.siteId);
    const grant = { siteId, has_access: true, permission: site.permission };
    if (present.has(siteId) && mayGrant(sender, { siteId, clientId }, noAccess, grant))
      await putMembership(trx, userId, grant);
  }
  return true;
}
