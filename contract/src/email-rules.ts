import { z } from 'zod';
import { peopleOnly } from './callers.ts';
import { ChangeReason, RemovalReason } from './changes.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { asciiEmail, isEmail, notAnEmail, optional, Version } from './fields.ts';
import { AnyId, ClientId, DeviceId, SiteId, TextId, UserId } from './ids.ts';

/** Event types of a rule and their labels. */
export const ruleEventLabels = {
  alarm: 'Alarm Changed',
  warning: 'Warning Changed',
  online_status: 'Device Online Status Changed',
  sn2_status_change: 'SN2 Status Change',
  maintenance: 'Maintenance',
  power_up: 'Device Power Up',
  test: 'Test Email',
  device_administration: 'Device administration',
  site_administration: 'Site administration',
} as const;
export type RuleEvent = keyof typeof ruleEventLabels;
const ruleEvents = Object.keys(ruleEventLabels) as [RuleEvent, ...RuleEvent[]];
const noType = 'Please select your type';
export const RuleEvent = z.enum(ruleEvents, noType);

/** When a rule sends mail, by the codes of the specification; there is no code 1. */
export const contactWhenLabels = {
  0: 'As Alert happens',
  2: 'Notify if the alarm is not cleared after X minutes',
  3: 'Notify every X hours if the alarm is not cleared',
} as const;
/** One of those codes. */
export const ContactWhen = z.union([z.literal(0), z.literal(2), z.literal(3)], noType);
export type ContactWhen = z.infer<typeof ContactWhen>;

/** Smart notify (a maximum number of mails per hour) is offered for these types only. */
export const takesSmart = (event: RuleEvent): boolean => event === 'alarm' || event === 'warning';
/** Codes 2 and 3 apply to these types; for all others mails are sent at once. */
export const takesContactWhen = (event: RuleEvent): boolean => takesSmart(event) || event === 'online_status';

export const noDeviceChosen = 'Please select All Devices or select one of devices!';
export const noAlternativeContact = 'Please input your alternative contact';
const xTooSmall = 'X must be at least 1';
const perHourTooSmall = 'Ensure this value is greater than or equal to 0.';

const fields = {
  delivery_method: z.literal('Email', 'Please select your delivery method'),
  send_to_alternative: z.boolean().default(false),
  alternative_contact: optional().transform(asciiEmail),
  event_type: RuleEvent,
  contact_when: ContactWhen,
  /** Derived from contact_when; accepted and ignored. */
  periodical: z.boolean().optional(),
  /** Minutes with contact_when 2, hours with 3. */
  x: z.number(xTooSmall).int(xTooSmall).min(1, xTooSmall).max(10_000, 'X must be at most 10000').nullish(),
  all_devices: z.boolean().default(false),
  number_per_hour: z.number(perHourTooSmall).int(perHourTooSmall).min(0, perHourTooSmall).max(10_000).nullish(),
  devices: z.array(AnyId).max(10_000).default([]),
  is_active: z.boolean().default(true),
};

/** A whole rule. Fields that the form hides are reset, so that no stale x is stored. */
export const EmailRuleInput = z
  .object({ ...fields, user: AnyId.optional(), version: Version.optional() })
  .superRefine((rule, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (rule.send_to_alternative && !rule.alternative_contact) issue('alternative_contact', noAlternativeContact);
    else if (rule.send_to_alternative && !isEmail(rule.alternative_contact)) issue('alternative_contact', notAnEmail);
    if (!rule.all_devices && rule.devices.length === 0) issue('devices', noDeviceChosen);
    if (showsX(rule) && rule.x == null) issue('x', xTooSmall);
  })
  .transform((rule) => {
    const smart = isSmart(rule);
    const contactWhen = smart || !takesContactWhen(rule.event_type) ? 0 : rule.contact_when;
    return {
      ...rule,
      contact_when: contactWhen,
      periodical: contactWhen > 0,
      x: contactWhen > 0 ? (rule.x ?? null) : null,
      number_per_hour: smart ? (rule.number_per_hour ?? 0) : 0,
      alternative_contact: rule.send_to_alternative ? rule.alternative_contact : '',
      devices: rule.all_devices ? [] : [...new Set(rule.devices)],
    };
  });
export type EmailRuleInput = z.infer<typeof EmailRuleInput>;

interface Shown {
  readonly event_type: RuleEvent;
  readonly contact_when: ContactWhen;
  readonly number_per_hour?: number | null | undefined;
}
/** Smart notify is on when number_per_hour is above 0. */
export const isSmart = (rule: Shown): boolean => takesSmart(rule.event_type) && (rule.number_per_hour ?? 0) > 0;
/** X is shown when contact_when is not 'As Alert happens' and smart notify is off. */
export const showsX = (rule: Shown): boolean =>
  takesContactWhen(rule.event_type) && rule.contact_when > 0 && !isSmart(rule);

/** PATCH: merged into the stored rule, then validated as a whole. `{id, data}` is accepted too. */
export const EmailRulePatch = z
  .looseObject({
    id: z.number().optional(),
    data: z.looseObject({}).optional(),
    version: Version.optional(),
    /** Why it mails later, less or about fewer devices. */
    reason: ChangeReason,
  })
  .transform(({ id: _, data, ...rest }) => ({ ...rest, ...data }));

/** A rule as its owner and account managers see it. */
export const EmailRule = z.object({
  id: z.number(),
  delivery_method: z.literal('Email'),
  send_to_alternative: z.boolean(),
  alternative_contact: z.string(),
  event_type: RuleEvent,
  contact_when: ContactWhen,
  periodical: z.boolean(),
  x: z.number().nullable(),
  all_devices: z.boolean(),
  number_per_hour: z.number(),
  /** `no_access`: the owner may no longer see it; the device stays in the rule but is not covered. */
  devices: z.array(z.object({ id: DeviceId, title: z.string(), location: SiteId, no_access: z.boolean() })),
  is_active: z.boolean(),
  /** The rule's owner and the address of its mails. */
  user: z.object({ id: UserId, full_name: z.string(), email: z.string() }),
  client: ClientId,
  contact: z.string(),
  version: z.number(),
});
export type EmailRule = z.infer<typeof EmailRule>;

export const EmailRuleListQuery = z.object({
  ...listQuery(),
  search: z.string().trim().max(255).optional(),
  /** Account managers and operator staff: another person's rules, or with `all` everybody's of the selected client. */
  user: z.union([z.literal('all'), TextId]).optional(),
});

/** One mail of a rule. `mailbox`: no SMTP server is set; operators read it in the portal. */
export const RuleMail = z.object({
  id: z.number(),
  subject: z.string(),
  to: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'mailbox']),
  attempts: z.number(),
  last_error: z.string(),
  date_created: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type RuleMail = z.infer<typeof RuleMail>;

const UnsubscribeToken = z.object({ token: z.string().max(200) });
/** A rule as the receiver of its mails sees it, who may have no account. */
export const Unsubscription = z.object({
  event_type: RuleEvent,
  to: z.string(),
  /** The client that the rule belongs to. */
  client: z.string(),
  is_active: z.boolean(),
});
export type Unsubscription = z.infer<typeof Unsubscription>;

const own = { may: 'email-rule.own', account: false, programs: 'none' } as const;

export const endpoints = {
  list: endpoint.get('/api/v1/notification-settings/', {
    ...peopleOnly,
    says: "One's own e-mail rules in the selected client; search by e-mail or device",
    query: EmailRuleListQuery,
    reply: listOf(EmailRule),
  }),
  create: endpoint.post('/api/v1/notification-settings/', {
    ...peopleOnly,
    says: 'A new e-mail rule',
    body: EmailRuleInput,
    reply: EmailRule,
    status: 201,
  }),
  one: endpoint.get('/api/v1/notification-settings/:id/', {
    ...own,
    says: 'One e-mail rule',
    reply: EmailRule,
  }),
  change: endpoint.patch('/api/v1/notification-settings/:id/', {
    ...own,
    says: 'Change an e-mail rule; one that mails later, less or about fewer devices needs `reason` if the client asks for it',
    body: EmailRulePatch,
    reply: EmailRule,
  }),
  remove: endpoint.delete('/api/v1/notification-settings/:id/', {
    ...own,
    says: 'Remove an e-mail rule; needs `reason` if the client asks for it',
    query: z.object({ reason: ChangeReason }),
    body: RemovalReason,
  }),
  mails: endpoint.get('/api/v1/notification-settings/:id/mails/', {
    ...own,
    says: 'The newest mails of a rule and how far each came',
    query: z.object(listQuery()),
    reply: listOf(RuleMail),
  }),
  test: endpoint.post('/api/v1/notification-settings/:id/test/', {
    ...own,
    says: "Sends a test e-mail to the rule's contact",
    reply: RuleMail,
    perMinute: 10,
  }),
  unsubscription: endpoint.get('/api/v1/unsubscribe/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: "What the link of a rule's mails turns off; a browser is sent to its page",
    params: UnsubscribeToken,
    reply: Unsubscription,
  }),
  unsubscribe: endpoint.post('/api/v1/unsubscribe/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Turns off the rule whose mails have this link (RFC 8058), and mails its owner and the account managers',
    params: UnsubscribeToken,
    body: z.looseObject({}),
    takesUrlForms: true,
    takesForms: true,
    reply: Unsubscription,
  }),
} as const;
