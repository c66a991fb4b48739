import type { EventType } from '@tocsin/contract/event';
import { hasPriority, type Priority, priorityLevel, priorityOfLevel } from '@tocsin/contract/priority';
import type { ResponseFields } from '@tocsin/contract/responses';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/event-mails';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as responses } from '@tocsin/contract/texts/responses';
import { texts as status } from '@tocsin/contract/texts/status';
import { zoneName } from '@tocsin/contract/zone-name';
import type { Block, MailContent, Tone } from '../../../platform/mail.ts';
import type { EventToSend } from '../../event-to-send.ts';
import type { MailFoot } from './store-foot.ts';

/** What a mail says about one event. */
export interface EventLine {
  readonly event: EventToSend;
  /** Of the displayed value; '' for none. */
  readonly unit: string;
  /** How to respond to it; null for events that nobody responds to. */
  readonly response: ResponseFields | null;
}
export interface EventMail {
  readonly events: readonly EventLine[];
  /** Reason for the mail: immediate, after a delay, a reminder, or a summary of held events. */
  readonly why: 'now' | 'still' | 'reminder' | 'held';
  readonly publicUrl: string;
  /** Its reader's (BCP 47). */
  readonly language: string;
  /** Last line of the mail: who sent it, and where that is changed. */
  readonly sentBy: string;
  readonly foot: MailFoot | undefined;
  /** What happened, as the story of the incident; null or absent: there is none. */
  readonly story?: string | null;
  /** After the heading: why the reader gets it. */
  readonly intro?: readonly Block[];
  /** Before the way to the event's moment. */
  readonly actions?: readonly Block[];
}

/** The texts of one language. */
const wordsIn = (language: string) => {
  const { labels } = textsIn(events, language);
  const t = textsIn(texts, language);
  const names: Readonly<Record<EventType, string>> = { ...labels, ...t.words };
  return {
    t,
    labels,
    names,
    product: textsIn(product, language),
    responses: textsIn(responses, language),
    status: textsIn(status, language),
    locale: language === 'en' ? 'en-US' : language,
  };
};
type Words = ReturnType<typeof wordsIn>;

const wordOf = ({ t, names }: Words, event: EventToSend): string => {
  const word = names[event.type];
  return event.is_test ? t.test(word) : word;
};

const severity: readonly EventType[] = ['alarm_on', 'device_offline', 'warning_on'];
const rankOf = (event: EventToSend) => (severity.indexOf(event.type) + severity.length + 1) % (severity.length + 1);
/** Null for events that do not begin a condition. */
const priorityOf = (event: EventToSend): Priority | null =>
  hasPriority(event.type) ? priorityOfLevel(event.priority) : null;
const priorityText = ({ status }: Words, event: EventToSend): string => {
  const priority = priorityOf(event);
  return priority === null ? '' : status.priorities[priority];
};
const toneOf = (event: EventToSend): Tone =>
  event.type === 'alarm_on'
    ? 'alarm'
    : event.type === 'warning_on' || event.type === 'device_offline'
      ? 'warning'
      : 'plain';

/** At most two decimals, with a point in English. */
const shownNumber = (value: number, locale: string): string =>
  (Math.round(value * 100) / 100).toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 2 });
const unitText: Record<string, string> = { C: '°C', F: '°F', Seconds: 'Sec' };
const valueText = ({ locale }: Words, { event, unit }: EventLine): string =>
  event.value === null ? '' : `${shownNumber(event.value, locale)} ${unitText[unit] ?? unit}`.trim();

/** The moment in the site's zone, with the zone's name; UTC is named once. */
function momentText({ locale }: Words, ms: number, zone: string): string {
  const text = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(ms);
  return zone === 'UTC' ? `${text} UTC` : `${text} ${zoneName(ms, zone, locale)} (${zone})`;
}

const placeOf = (event: EventToSend): string => [event.device_name, event.sensor_name].filter(Boolean).join(', ');
const lineOf = (w: Words, line: EventLine): string => {
  const { event } = line;
  const fields = [wordOf(w, event), placeOf(event), valueText(w, line), event.content, priorityText(w, event)].filter(
    (part) => part !== '',
  );
  const by = event.acknowledged_by ? ` · ${w.t.acknowledgedBy(event.acknowledged_by)}` : '';
  return `${fields.join(' · ')} · ${momentText(w, event.at, event.timezone)}${event.is_late ? ` · ${w.t.late}` : ''}${by}`;
};

/** Sensors with more events than this in one mail are summarized in one line. */
const singly = 4;

/** One line per event; one line in total for a chattering sensor. */
function linesOf(w: Words, sorted: readonly EventLine[]): string[] {
  const bySensor = Map.groupBy(sorted, ({ event }) => `${event.device_id} ${event.group_id} ${event.sensor_id}`);
  return [...bySensor.values()].flatMap((all) => {
    const [first] = all;
    const last = all.toSorted((a, b) => a.event.at - b.event.at || a.event.id - b.event.id).at(-1);
    if (!first || !last || all.length <= singly) return all.map((line) => lineOf(w, line));
    const { event } = last;
    const end = w.t.at(wordOf(w, event), momentText(w, event.at, event.timezone));
    return [w.t.chattering(lineOf(w, first), all.length - 1, end)];
  });
}

/** Who acknowledged it and when; '' while unacknowledged. */
const acknowledgedText = (w: Words, event: EventToSend): string =>
  event.acknowledged_by === null || event.acknowledged_at === null
    ? ''
    : `${event.acknowledged_by}, ${momentText(w, event.acknowledged_at, event.timezone)}`;

const linkOf = (event: EventToSend, publicUrl: string): string =>
  event.device_id === 0
    ? `${publicUrl}/sites`
    : `${publicUrl}/dashboard/historical/snapshot/${event.at}?device=${event.device_id}`;

function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function factsOf(w: Words, line: EventLine): Block {
  const { t } = w;
  const { event } = line;
  const rows: [string, string][] = [
    [t.facts.client, event.client_name],
    [t.facts.site, event.site_name],
  ];
  if (event.device_id !== 0) rows.push([t.facts.device, event.device_name]);
  if (event.sensor_name) rows.push([t.facts.sensor, event.sensor_name]);
  if (event.value !== null) rows.push([t.facts.value, valueText(w, line)]);
  rows.push(
    [t.facts.state, event.content || w.labels[event.type]],
    [t.facts.time, momentText(w, event.at, event.timezone)],
  );
  const priority = priorityText(w, event);
  if (priority) rows.push([t.facts.priority, priority]);
  if (event.duration !== null) rows.push([t.facts.lasted, durationText(event.duration)]);
  const acknowledged = acknowledgedText(w, event);
  if (acknowledged) rows.push([t.facts.acknowledgedBy, acknowledged]);
  if (event.is_late) rows.push([t.facts.note, t.lateNote]);
  return { kind: 'facts', rows };
}

const contactLine = (name: string, fields: readonly string[]): string[] => {
  const known = fields.filter((part) => part !== '');
  return known.length === 0 ? [] : [`${name}: ${known.join(', ')}`];
};

const bySeverity = ({ event: a }: EventLine, { event: b }: EventLine): number =>
  rankOf(a) - rankOf(b) || priorityLevel(priorityOf(a)) - priorityLevel(priorityOf(b)) || a.at - b.at;

/** Most alarms of a list that are followed by what to do. */
const respondedTo = 20;

/** What to do about one alarm with all its fields, or one line for each of several. */
function responseBlocks({ t, responses }: Words, sorted: readonly EventLine[]): Block[] {
  const [only, ...others] = sorted;
  if (only && others.length === 0) {
    const { response } = only;
    if (response === null) return [];
    const rows: [string, string][] = [];
    if (response.what_to_do !== null) rows.push([responses.whatToDo, response.what_to_do]);
    if (response.respond_within_minutes !== null)
      rows.push([t.facts.respondWithin, t.minutes(response.respond_within_minutes)]);
    if (response.likely_cause !== null) rows.push([responses.likelyCause, response.likely_cause]);
    if (response.consequence !== null) rows.push([responses.consequence, response.consequence]);
    return rows.length === 0 ? [] : [{ kind: 'facts', rows }];
  }
  const items = sorted.flatMap(({ event, response }) =>
    response?.what_to_do ? [t.todo(placeOf(event), response.what_to_do)] : [],
  );
  const lines = [...new Set(items)].slice(0, respondedTo);
  return lines.length === 0
    ? []
    : [
        { kind: 'text', text: responses.whatToDo },
        { kind: 'list', items: lines },
      ];
}

/** Subject and text of one mail: one event with all its facts, or several as a list, the most severe and urgent first. */
export function mailContentOf(content: EventMail): { subject: string; mail: MailContent } {
  const sorted = [...content.events].sort(bySeverity);
  const w = wordsIn(content.language);
  const { t } = w;
  const [first] = sorted;
  if (!first) throw new Error('a mail without events');
  const { event } = first;
  // A contact's 0 or 1 means nothing in a subject; its state is in the text.
  const value = first.unit === '' ? '' : valueText(w, first);
  const head = [wordOf(w, event), placeOf(event) || event.site_name, value].filter((part) => part !== '');
  const isStillOn = content.why === 'reminder' || content.why === 'still';
  const heading = t.heading(isStillOn, sorted.length, head.join(' '));
  const blocks: Block[] = [{ kind: 'notice', tone: toneOf(event), text: heading }];
  if (content.story) blocks.push({ kind: 'text', text: content.story });
  blocks.push(...(content.intro ?? []));
  if (t.reasons[content.why]) blocks.push({ kind: 'text', text: t.reasons[content.why] });
  if (sorted.length === 1) blocks.push(factsOf(w, first));
  else {
    blocks.push({ kind: 'list', items: linesOf(w, sorted) });
    const active = sorted.filter(({ event: e }) => e.is_active);
    if (content.why === 'held')
      blocks.push({
        kind: 'text',
        text:
          active.length === 0
            ? t.nothingOn
            : t.stillOn([...new Set(active.map(({ event: e }) => placeOf(e)))].join('; ')),
      });
  }
  blocks.push(...responseBlocks(w, sorted));
  blocks.push(...(content.actions ?? []));
  blocks.push({ kind: 'button', label: t.button, url: linkOf(event, content.publicUrl) });
  const { foot } = content;
  const mail: MailContent = {
    heading: `${event.site_name}, ${event.client_name}`,
    blocks,
    foot: [
      ...(foot
        ? contactLine(t.emergencyContact, [foot.alternative_name, foot.alternative_phone, foot.alternative_email])
        : []),
      ...(foot ? contactLine(t.support, [foot.support_phone, foot.support_email, foot.support_address]) : []),
      w.product.notSafety,
      content.sentBy,
    ],
    language: content.language,
  };
  return { subject: t.subject(heading, event.site_name), mail };
}
