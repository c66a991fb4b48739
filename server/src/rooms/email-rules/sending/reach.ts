import { ClientId, SiteId } from '@tocsin/contract/ids';
import { isOemOrSuper, isStaff, type Person, seesSite } from '../../../policy/who.ts';
import { ruleEvent } from './decide.ts';
import { judged } from './mailing.ts';
import type { EventToMail, SendingRule } from './store.ts';

/** A rule reaches only devices that its owner may still see at sending time. */
export function reaches(rule: SendingRule, owner: Person, event: EventToMail): boolean {
  if (rule.client_id !== event.client_id || rule.event_type !== ruleEvent(judged(event))) return false;
  // An event of a site is about none of its devices: rules for all devices take it.
  if (!rule.all_devices && !rule.devices.includes(event.device_id)) return false;
  if (event.suspended && !isOemOrSuper(owner)) return false;
  const site = { siteId: SiteId.parse(event.site_id), clientId: ClientId.parse(event.client_id) };
  return (isStaff(owner) || owner.clients.has(site.clientId)) && seesSite(owner, site);
}
