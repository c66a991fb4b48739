import { type ContactWhen, type EmailRule, ContactWhen as parseContactWhen } from '@tocsin/contract/email-rules';
import { ClientId, DeviceId, SiteId, UserId } from '@tocsin/contract/ids';
import { type Person, seesSite } from '../../access/principal.ts';
import type { RuleDevice, RuleRow } from './store.ts';

const contactWhen = (code: number): ContactWhen => parseContactWhen.parse(code);

/** `owner` is the rule's person with current access; undefined when they have none. */
export function presentRule(row: RuleRow, devices: readonly RuleDevice[], owner: Person | undefined): EmailRule {
  const sees = (device: RuleDevice): boolean =>
    owner !== undefined &&
    seesSite(owner, { siteId: SiteId.parse(device.site_id), clientId: ClientId.parse(device.client_id) });
  return {
    id: row.id,
    delivery_method: 'Email',
    send_to_alternative: row.send_to_alternative,
    alternative_contact: row.alternative_contact,
    event_type: row.event_type,
    contact_when: contactWhen(row.contact_when),
    periodical: row.contact_when > 0,
    x: row.x,
    all_devices: row.all_devices,
    number_per_hour: row.number_per_hour,
    devices: devices.map((device) => ({
      id: DeviceId.parse(device.id),
      title: device.title,
      location: SiteId.parse(device.site_id),
      no_access: !sees(device),
    })),
    is_active: row.is_active,
    user: {
      id: UserId.parse(row.user_id),
      full_name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
    },
    client: ClientId.parse(row.client_id),
    contact: row.send_to_alternative ? row.alternative_contact : row.email,
    version: row.version,
  };
}
