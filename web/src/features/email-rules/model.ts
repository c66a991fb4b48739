import {
  type ContactWhen,
  type EmailRule,
  type EmailRuleInput,
  isSmart,
  type RuleEvent,
  takesContactWhen,
  takesSmart,
} from '@tocsin/contract/email-rules';
import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/email-rules';

/** The form's values; hidden fields keep their values until the form is sent. */
export interface RuleForm {
  readonly delivery_method: 'Email';
  readonly send_to_alternative: boolean;
  readonly alternative_contact: string;
  readonly event_type: RuleEvent | undefined;
  readonly smart: boolean;
  readonly number_per_hour: number | null;
  readonly contact_when: ContactWhen | undefined;
  readonly x: number | null;
  readonly all_devices: boolean;
  readonly devices: readonly number[];
  readonly is_active: boolean;
}

export const emptyRule: RuleForm = {
  delivery_method: 'Email',
  send_to_alternative: false,
  alternative_contact: '',
  event_type: undefined,
  smart: false,
  number_per_hour: 1,
  contact_when: undefined,
  x: 1,
  all_devices: false,
  devices: [],
  is_active: true,
};

export const formOf = (rule: EmailRule): RuleForm => ({
  delivery_method: rule.delivery_method,
  send_to_alternative: rule.send_to_alternative,
  alternative_contact: rule.alternative_contact,
  event_type: rule.event_type,
  smart: isSmart(rule),
  number_per_hour: rule.number_per_hour > 0 ? rule.number_per_hour : emptyRule.number_per_hour,
  contact_when: rule.contact_when,
  x: rule.x ?? emptyRule.x,
  all_devices: rule.all_devices,
  devices: rule.devices.map((device) => device.id),
  is_active: rule.is_active,
});

export type Shown = {
  readonly alternative: boolean;
  readonly smart: boolean;
  readonly perHour: boolean;
  readonly contactWhen: boolean;
  readonly x: 'minutes' | 'hours' | null;
  readonly devices: boolean;
};

type DependentFields = Pick<RuleForm, 'send_to_alternative' | 'event_type' | 'smart' | 'contact_when' | 'all_devices'>;

/** Which fields are visible, depending on the others (docs/spec/administration.md, section 4). */
export const shownOf = (form: DependentFields): Shown => {
  const event = form.event_type;
  const smartOffered = event !== undefined && takesSmart(event);
  const smart = smartOffered && form.smart;
  const contactWhen = !smart;
  const takesX = contactWhen && event !== undefined && takesContactWhen(event);
  return {
    alternative: form.send_to_alternative,
    smart: smartOffered,
    perHour: smart,
    contactWhen,
    x: takesX && form.contact_when === 2 ? 'minutes' : takesX && form.contact_when === 3 ? 'hours' : null,
    devices: !form.all_devices,
  };
};

/** Event types that are always sent at once have no other options. */
export const contactChoices = (event: RuleEvent | undefined): readonly ContactWhen[] =>
  event === undefined || takesContactWhen(event) ? [0, 2, 3] : [0];

/** API input; hidden fields get their defaults. */
export const inputOf = (form: RuleForm, event: RuleEvent, version?: number): EmailRuleInput => {
  const shown = shownOf({ ...form, event_type: event });
  const contactWhen: ContactWhen = shown.contactWhen ? (form.contact_when ?? 0) : 0;
  return {
    delivery_method: form.delivery_method,
    send_to_alternative: form.send_to_alternative,
    alternative_contact: shown.alternative ? form.alternative_contact.trim() : '',
    event_type: event,
    contact_when: contactWhen,
    periodical: contactWhen > 0,
    x: shown.x === null ? null : form.x,
    all_devices: form.all_devices,
    number_per_hour: shown.perHour ? (form.number_per_hour ?? 0) : 0,
    devices: shown.devices ? [...form.devices] : [],
    is_active: form.is_active,
    ...(version === undefined ? {} : { version }),
  };
};

type Contacted = Pick<EmailRuleInput, 'event_type' | 'number_per_hour' | 'contact_when' | 'x'>;

/** The text of the CONTACT YOU column, with its numbers. */
export const contactText = (rule: Contacted): string => {
  if (isSmart(rule)) return texts.smart(rule.number_per_hour);
  if (rule.contact_when === 2) return texts.after(rule.x ?? 1);
  if (rule.contact_when === 3) return texts.every(rule.x ?? 1);
  return texts.when[0];
};

/** Summary of a rule in the form as labelled lines, with blanks for values that are not chosen yet. */
export const summaryOf = (
  form: RuleForm,
): readonly { readonly key: keyof typeof texts.form.summary; readonly text: string }[] => {
  const blank = '…';
  const { event_type: event, devices } = form;
  const named = form.alternative_contact.trim() || texts.form.noAddress;
  const count = devices.length === 0 ? blank : texts.form.devicesChosen(devices.length);
  return [
    { key: 'event', text: event === undefined ? blank : texts.events[event] },
    { key: 'devices', text: form.all_devices ? texts.allDevices : count },
    { key: 'to', text: form.send_to_alternative ? named : texts.form.yourself },
    { key: 'when', text: event === undefined ? blank : contactText(inputOf(form, event)) },
  ];
};

const maxNamed = 4;
/** Whether all devices that the rule named have been removed. */
export const coversNothing = (rule: Pick<EmailRule, 'all_devices' | 'devices'>): boolean =>
  !rule.all_devices && rule.devices.length === 0;

/** Text with the first devices of a rule and the number of further ones. */
export const devicesText = (rule: Pick<EmailRule, 'all_devices' | 'devices'>): string => {
  if (rule.all_devices) return texts.allDevices;
  if (coversNothing(rule)) return texts.noDevices;
  const names = rule.devices.map((device) => (device.no_access ? texts.noAccess(device.title) : device.title));
  const named = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${named} ${texts.moreDevices(names.length - maxNamed)}` : named;
};

export type Group = {
  readonly id: number;
  readonly title: string;
  readonly devices: readonly { readonly id: number; readonly title: string }[];
};
type Named = { readonly id: number; readonly title: string };

/** Devices grouped by site; a search matches whole sites or single devices. */
export const groupsOf = (
  sites: readonly Named[],
  devices: readonly (Named & { readonly location: { readonly id: number } })[],
  search: string,
): readonly Group[] => {
  const query = searchText(search.trim());
  const has = (text: string): boolean => searchText(text).includes(query);
  const bySite = Map.groupBy(devices, (device) => device.location.id);
  return sites
    .map((site) => {
      const all = bySite.get(site.id) ?? [];
      return { id: site.id, title: site.title, devices: has(site.title) ? all : all.filter((d) => has(d.title)) };
    })
    .filter((group) => group.devices.length > 0 || has(group.title));
};
