import { ClientId, SiteId } from '@tocsin/contract/ids';
import { isOemOrSuper, isStaff, type Person, seesSite } from '../../../access/principal.ts';
import { ruleEvent } from './decide.ts';
import { toMailedEvent } from './queue-mail.ts';
import type { EventToMail, SendingRule } from './store.ts';

/** Whether a rule covers an event's device and its owner may still see it at sending time. */
export function reaches(rule: SendingRule, owner: Person, event: EventToMail): boolean {
  if (rule.client_id !== event.client_id || rule.event_type !== ruleEvent(toMailedEvent(event))) return false;
  // A site event belongs to no device: rules for all devices cover it.
  if (!rule.all_devices && !rule.devices.includes(event.device_id)) return false;
  if (event.suspended && !isOemOrSuper(owner)) return false;
  const site = { siteId: SiteId.parse(event.site_id), clientId: ClientId.parse(event.client_id) };
  return (isStaff(owner) || owner.clients.has(site.clientId)) && seesSite(owner, site);
}
