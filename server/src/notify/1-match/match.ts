import type { RuleEvent } from '@tocsin/contract/email-rules';
import type { EscalatedType } from '@tocsin/contract/escalation';
import type { EventType } from '@tocsin/contract/event';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import { hasPriority } from '@tocsin/contract/priority';
import type { TemplateType, WebhookEvent, WebhookFormat } from '@tocsin/contract/webhooks';
import { isOemOrSuper, isStaff, type Person, seesSite } from '../../access/principal.ts';
import type { EventChange, EventRow } from '../../pipeline/types.ts';
import type { EventToSend } from '../event-to-send.ts';
import type { PolicyFields } from '../policy-fields.ts';

export interface SendingRule {
  readonly id: number;
  readonly user_id: number;
  readonly client_id: number;
  readonly event_type: RuleEvent;
  readonly contact_when: number;
  readonly x: number | null;
  readonly number_per_hour: number;
  readonly all_devices: boolean;
  /** Address for its mails. */
  readonly contact: string;
  /** Whether that is an address without an account. */
  readonly is_alternative: boolean;
  readonly devices: readonly number[];
}

/** What a policy is about, and what it needs to start. */
export interface PolicyTerms extends PolicyFields {
  readonly id: number;
  readonly client_id: number;
  /** Null: every site of the client. */
  readonly site_id: number | null;
}

/** What a webhook is about, and how it wants its messages. */
export interface WebhookTerms {
  readonly id: number;
  readonly title: string;
  readonly client_id: number;
  /** Null: every site of the client. */
  readonly site_id: number | null;
  readonly event_types: readonly WebhookEvent[];
  /** 1 critical to 4 low. */
  readonly least_priority: number;
  readonly policies_only: boolean;
  readonly format: WebhookFormat;
  readonly template: string | null;
  readonly content_type: TemplateType | null;
}

/**
 * Who is asked about an event: e-mail rules, escalation policies, webhooks; `acknowledgements` are the webhooks that got
 * it, once somebody has acknowledged it (written by the trigger `event_acknowledged_for_webhooks`).
 */
export type Audience = 'rules' | 'policies' | 'webhooks' | 'acknowledgements';

export interface PendingEvent {
  readonly eventId: number;
  readonly audience: Audience;
  /** It notifies once more, after a suspension. */
  readonly isAgain: boolean;
}

/** Ends of conditions: they go to those who had the beginning. */
export const isEnd = (type: EventType): boolean =>
  type === 'alarm_off' || type === 'warning_off' || type === 'device_online';

/**
 * First half of the decision, when an event is stored: who is asked about it. Late events notify nobody. What a shelf
 * holds back is asked about when it ends; an end always is, because its beginning may have been sent. Events of a
 * maintenance test are for e-mail rules of type maintenance alone, those of a walk test for nobody, and policies take
 * beginnings only.
 */
export function pendingOf(events: readonly EventRow[], changes: readonly EventChange[]): PendingEvent[] {
  const pending: PendingEvent[] = [];
  for (const { id: eventId, type, notified, test, inWalk, shelved, forebearId } of events) {
    if (inWalk || (shelved && forebearId === null)) continue;
    if (notified || test) pending.push({ eventId, audience: 'rules', isAgain: false });
    if (!notified || test) continue;
    if (hasPriority(type) && !shelved) pending.push({ eventId, audience: 'policies', isAgain: false });
    pending.push({ eventId, audience: 'webhooks', isAgain: false });
  }
  // It turned out to be live, its shelf ended, or its suspension did.
  for (const { id: eventId, kind } of changes) {
    if (kind === 'shelved') continue;
    for (const audience of ['rules', 'policies', 'webhooks'] as const)
      pending.push({ eventId, audience, isAgain: kind === 'again' });
  }
  return pending;
}

const ruleEventOf: Partial<Record<EventType, RuleEvent>> = {
  alarm_on: 'alarm',
  alarm_off: 'alarm',
  warning_on: 'warning',
  warning_off: 'warning',
  device_offline: 'online_status',
  device_online: 'online_status',
  sn2_status_change: 'sn2_status_change',
  maintenance: 'maintenance',
  power_up: 'power_up',
  test: 'test',
  device_administration: 'device_administration',
  site_administration: 'site_administration',
};

/** The rule type that an event goes to; alarms of a sensor under test go to maintenance rules only. */
export const ruleEvent = (event: Pick<EventToSend, 'type' | 'is_test'>): RuleEvent | undefined =>
  event.is_test ? 'maintenance' : ruleEventOf[event.type];

/**
 * Second half of the decision, when the event is sent: whether an e-mail rule covers its device, its owner may still see
 * it, and neither a shelf nor its sensor being out of service holds it back.
 */
export function ruleIsAbout(rule: SendingRule, owner: Person, event: EventToSend): boolean {
  if (event.is_gone || rule.event_type !== ruleEvent(event)) return false;
  if (event.is_out_of_service) return false;
  // A shelf holds back beginnings. Ends are mailed if their beginning was.
  if (event.is_shelved && !isEnd(event.type)) return false;
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

/** An event that starts escalations, at the place where its device is now. */
export interface EscalatedEvent {
  readonly id: number;
  readonly device_id: number;
  readonly client_id: number;
  readonly site_id: number;
  readonly type: EscalatedType;
  /** 1 critical to 4 low. */
  readonly priority: number;
  readonly is_active: boolean;
  /** What is wrong: type, sensor and rule, without the moment. */
  readonly condition: string;
}

/**
 * The same for policies, first for all of them: the event notified people, nobody acknowledged it, and nothing holds it
 * back. Undefined: it starts no escalation.
 */
export function escalatedOf(event: EventToSend): EscalatedEvent | undefined {
  const { id, device_id, type, escalates_at: place, is_active, level: priority } = event;
  const isHeldBack = !event.is_notified || event.is_test || event.is_shelved || event.acknowledged_at !== null;
  if (place === null || isHeldBack || !isEscalated(type)) return undefined;
  const condition = [type, event.group_id ?? '-', event.sensor_id ?? '-', event.rule_id ?? 0].join(' ');
  return { id, device_id, ...place, type, priority, is_active, condition };
}

const isEscalated = (type: EventType): type is EscalatedType => hasPriority(type);

/** Whether a policy is about an event that starts escalations. */
export const policyIsAbout = (policy: PolicyTerms, event: Omit<EscalatedEvent, 'id' | 'condition'>): boolean =>
  policy.client_id === event.client_id &&
  (policy.site_id === null || policy.site_id === event.site_id) &&
  policy.event_types.includes(event.type) &&
  event.priority <= policy.least_priority &&
  (policy.device_ids === null || policy.device_ids.includes(event.device_id)) &&
  (event.is_active || policy.goes_on_after_clearing);

/**
 * The same for a webhook. One that serves policies alone gets the ends of what it got by them: `hadByPolicy` is whether
 * a policy sent it the beginning.
 */
export function webhookIsAbout(
  webhook: WebhookTerms,
  event: Pick<
    EventToSend,
    'type' | 'level' | 'device_id' | 'client_id' | 'site_id' | 'is_gone' | 'suspended' | 'is_out_of_service'
  >,
  hadByPolicy: boolean,
): boolean {
  if (event.is_gone || event.device_id === 0 || event.suspended || event.is_out_of_service) return false;
  if (webhook.client_id !== event.client_id) return false;
  if (webhook.site_id !== null && webhook.site_id !== event.site_id) return false;
  if (webhook.policies_only) return hadByPolicy;
  return webhook.event_types.some((type) => type === event.type) && event.level <= webhook.least_priority;
}
