import { type EventType, eventLabels } from '@tocsin/contract/event';
import { hasPriority, type Priority, priorityLevel, priorityOfLevel } from '@tocsin/contract/priority';
import type { ResponseFields } from '@tocsin/contract/responses';
import { texts } from '@tocsin/contract/texts/event-mails';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as responses } from '@tocsin/contract/texts/responses';
import { texts as status } from '@tocsin/contract/texts/status';
import type { Block, MailContent, Tone } from '../../../platform/mail.ts';
import type { EventToMail, MailFoot } from './store.ts';

/** What a mail says about one event. */
export interface EventLine {
  readonly event: EventToMail;
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
  /** Last line of the mail: who sent it, and where that is changed. */
  readonly sentBy: string;
  readonly foot: MailFoot | undefined;
  /** After the heading: why the reader gets it. */
  readonly intro?: readonly Block[];
  /** Before the way to the event's moment. */
  readonly actions?: readonly Block[];
}

const words: Partial<Record<EventType, string>> = texts.words;
const wordOf = (event: EventToMail): string => {
  const word = words[event.type] ?? eventLabels[event.type];
  return event.is_test ? texts.test(word) : word;
};

const severity: readonly EventType[] = ['alarm_on', 'device_offline', 'warning_on'];
const rankOf = (event: EventToMail) => (severity.indexOf(event.type) + severity.length + 1) % (severity.length + 1);
/** Null for events that do not begin a condition. */
const priorityOf = (event: EventToMail): Priority | null =>
  hasPriority(event.type) ? priorityOfLevel(event.priority) : null;
const priorityText = (event: EventToMail): string => {
  const priority = priorityOf(event);
  return priority === null ? '' : status.priorities[priority];
};
const toneOf = (event: EventToMail): Tone =>
  event.type === 'alarm_on'
    ? 'alarm'
    : event.type === 'warning_on' || event.type === 'device_offline'
      ? 'warning'
      : 'plain';

/** At most two decimals, with a point. */
const shownNumber = (value: number): string => String(Math.round(value * 100) / 100);
const unitText: Record<string, string> = { C: '°C', F: '°F', Seconds: 'Sec' };
const valueText = ({ event, unit }: EventLine): string =>
  event.value === null ? '' : `${shownNumber(event.value)} ${unitText[unit] ?? unit}`.trim();

/** The moment in the site's zone, with the zone's name; UTC is named once. */
function momentText(ms: number, zone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
  }).format(ms);
  return text.endsWith(` ${zone}`) ? text : `${text} (${zone})`;
}

const placeOf = (event: EventToMail): string => [event.device_name, event.sensor_name].filter(Boolean).join(', ');
const lineOf = (line: EventLine): string => {
  const { event } = line;
  const fields = [wordOf(event), placeOf(event), valueText(line), event.content, priorityText(event)].filter(
    (part) => part !== '',
  );
  const by = event.acknowledged_by ? ` · ${texts.acknowledgedBy(event.acknowledged_by)}` : '';
  return `${fields.join(' · ')} · ${momentText(event.at, event.timezone)}${event.is_late ? ` · ${texts.late}` : ''}${by}`;
};

/** Sensors with more events than this in one mail are summarized in one line. */
const singly = 4;

/** One line per event; one line in total for a chattering sensor. */
function linesOf(sorted: readonly EventLine[]): string[] {
  const bySensor = Map.groupBy(sorted, ({ event }) => `${event.device_id} ${event.group_id} ${event.sensor_id}`);
  return [...bySensor.values()].flatMap((all) => {
    const [first] = all;
    const last = all.toSorted((a, b) => a.event.at - b.event.at || a.event.id - b.event.id).at(-1);
    if (!first || !last || all.length <= singly) return all.map(lineOf);
    const { event } = last;
    const end = texts.at(wordOf(event), momentText(event.at, event.timezone));
    return [texts.chattering(lineOf(first), all.length - 1, end)];
  });
}

/** Who acknowledged it and when; '' while unacknowledged. */
const acknowledgedText = (event: EventToMail): string =>
  event.acknowledged_by === null || event.acknowledged_at === null
    ? ''
    : `${event.acknowledged_by}, ${momentText(event.acknowledged_at, event.timezone)}`;

const linkOf = (event: EventToMail, publicUrl: string): string =>
  event.device_id === 0
    ? `${publicUrl}/sites`
    : `${publicUrl}/dashboard/historical/snapshot/${event.at}?device=${event.device_id}`;

function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function factsOf(line: EventLine): Block {
  const { event } = line;
  const rows: [string, string][] = [
    [texts.facts.client, event.client_name],
    [texts.facts.site, event.site_name],
  ];
  if (event.device_id !== 0) rows.push([texts.facts.device, event.device_name]);
  if (event.sensor_name) rows.push([texts.facts.sensor, event.sensor_name]);
  if (event.value !== null) rows.push([texts.facts.value, valueText(line)]);
  rows.push(
    [texts.facts.state, event.content || eventLabels[event.type]],
    [texts.facts.time, momentText(event.at, event.timezone)],
  );
  const priority = priorityText(event);
  if (priority) rows.push([texts.facts.priority, priority]);
  if (event.duration !== null) rows.push([texts.facts.lasted, durationText(event.duration)]);
  const acknowledged = acknowledgedText(event);
  if (acknowledged) rows.push([texts.facts.acknowledgedBy, acknowledged]);
  if (event.is_late) rows.push([texts.facts.note, texts.lateNote]);
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
function responseBlocks(sorted: readonly EventLine[]): Block[] {
  const [only, ...others] = sorted;
  if (only && others.length === 0) {
    const { response } = only;
    if (response === null) return [];
    const rows: [string, string][] = [];
    if (response.what_to_do !== null) rows.push([responses.whatToDo, response.what_to_do]);
    if (response.respond_within_minutes !== null)
      rows.push([texts.facts.respondWithin, texts.minutes(response.respond_within_minutes)]);
    if (response.likely_cause !== null) rows.push([responses.likelyCause, response.likely_cause]);
    if (response.consequence !== null) rows.push([responses.consequence, response.consequence]);
    return rows.length === 0 ? [] : [{ kind: 'facts', rows }];
  }
  const items = sorted.flatMap(({ event, response }) =>
    response?.what_to_do ? [texts.todo(placeOf(event), response.what_to_do)] : [],
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
  const [first] = sorted;
  if (!first) throw new Error('a mail without events');
  const { event } = first;
  // A contact's 0 or 1 means nothing in a subject; its state is in the text.
  const value = first.unit === '' ? '' : valueText(first);
  const head = [wordOf(event), placeOf(event) || event.site_name, value].filter((part) => part !== '');
  const isStillOn = content.why === 'reminder' || content.why === 'still';
  const heading = texts.heading(isStillOn, sorted.length, head.join(' '));
  const blocks: Block[] = [{ kind: 'notice', tone: toneOf(event), text: heading }];
  blocks.push(...(content.intro ?? []));
  if (texts.reasons[content.why]) blocks.push({ kind: 'text', text: texts.reasons[content.why] });
  if (sorted.length === 1) blocks.push(factsOf(first));
  else {
    blocks.push({ kind: 'list', items: linesOf(sorted) });
    const active = sorted.filter(({ event: e }) => e.is_active);
    if (content.why === 'held')
      blocks.push({
        kind: 'text',
        text:
          active.length === 0
            ? texts.nothingOn
            : texts.stillOn([...new Set(active.map(({ event: e }) => placeOf(e)))].join('; ')),
      });
  }
  blocks.push(...responseBlocks(sorted));
  blocks.push(...(content.actions ?? []));
  blocks.push({ kind: 'button', label: texts.button, url: linkOf(event, content.publicUrl) });
  const { foot } = content;
  const mail: MailContent = {
    heading: `${event.site_name}, ${event.client_name}`,
    blocks,
    foot: [
      ...(foot
        ? contactLine(texts.emergencyContact, [foot.alternative_name, foot.alternative_phone, foot.alternative_email])
        : []),
      ...(foot ? contactLine(texts.support, [foot.support_phone, foot.support_email, foot.support_address]) : []),
      product.notSafety,
      content.sentBy,
    ],
  };
  return { subject: texts.subject(heading, event.site_name), mail };
}
