import { ClientId, SiteId } from '@tocsin/contract/ids';
import { isOemOrSuper, isStaff, type Person, seesSite } from '../../access/principal.ts';
import { isOff, ruleEvent } from '../2-escalate/rules/decide.ts';
import { toMailedEvent } from '../2-escalate/rules/queue-mail.ts';
import type { EventToMail } from '../event-to-send.ts';
import type { SendingRule } from './store.ts';

/**
 * Whether a rule covers an event's device, its owner may still see it at sending time, and neither a shelf nor its
 * sensor being out of service holds it back.
 */
export function reaches(rule: SendingRule, owner: Person, event: EventToMail): boolean {
  if (rule.event_type !== ruleEvent(toMailedEvent(event))) return false;
  if (event.is_out_of_service) return false;
  // A shelf holds back beginnings. Ends are mailed if their beginning was.
  if (event.is_shelved && !isOff(event.type)) return false;
  const { device_id: deviceId, client_id: clientId, site_id: siteId, suspended } = event;
  return coversDevice(rule, owner, { deviceId, clientId, siteId, suspended });
}

/** Where an event belongs. */
export interface MailedPlace {
  readonly deviceId: number;
  readonly clientId: number;
  readonly siteId: number;
  readonly suspended: boolean;
}

/** Whether a rule covers a device, and its owner may see it. */
export function coversDevice(rule: SendingRule, owner: Person, place: MailedPlace): boolean {
  if (rule.client_id !== place.clientId) return false;
  // A site event belongs to no device: rules for all devices cover it.
  if (!rule.all_devices && !rule.devices.includes(place.deviceId)) return false;
  if (place.suspended && !isOemOrSuper(owner)) return false;
  const site = { siteId: SiteId.parse(place.siteId), clientId: ClientId.parse(place.clientId) };
  return (isStaff(owner) || owner.clients.has(site.clientId)) && seesSite(owner, site);
}
