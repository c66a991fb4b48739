import { texts } from '@tocsin/contract/texts/incident-pack';
import { stringify } from 'csv-stringify/sync';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { PackFacts } from './facts.ts';

type Row = readonly (string | number)[];
const csv = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true });
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const yes = (is: boolean): string => (is ? 'yes' : '');

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** Every file of a pack that is made from its facts: times in the site's zone with offset, formulas escaped. */
export function factFiles(facts: PackFacts): TextFile[] {
  const zoned = (at: number | null): string => (at === null ? '' : toZonedIso(at, facts.focus.timezone));
  const time = (text: string | null): string => (text === null ? '' : zoned(Date.parse(text)));
  return [
    { name: 'story.txt', text: `${facts.story}\n` },
    { name: 'events.csv', text: eventsCsv(facts, time) },
    { name: 'who_knows.csv', text: whoKnowsCsv(facts, time) },
    { name: 'held_back.csv', text: heldBackCsv(facts, zoned) },
    { name: 'notes.csv', text: notesCsv(facts, zoned) },
    { name: 'proof_tests.csv', text: testsCsv(facts, zoned) },
    { name: 'settings_then.json', text: settingsJson(facts, 'atAlarm') },
    { name: 'settings_now.json', text: settingsJson(facts, 'atPresent') },
    { name: 'changes.csv', text: changesCsv(facts, zoned) },
    { name: 'clocks.csv', text: clocksCsv(facts, zoned) },
    { name: 'refused_frames.csv', text: refusedCsv(facts, zoned) },
    ...(facts.drawings ?? []).map((drawing) => ({
      name: `drawings/tab_${drawing.tab_id}.json`,
      text: json({
        schema: drawing.schema,
        tab: drawing.tab,
        published_at: zoned(drawing.published_at),
        published_after_the_alarm: drawing.published_at > facts.focus.at,
        document: drawing.document,
      }),
    })),
  ];
}
type Zoned = (at: number | null) => string;
type Time = (text: string | null) => string;

const eventsCsv = ({ events, focus }: PackFacts, time: Time): string =>
  csv(
    [
      'time',
      'received',
      'seconds_from_alarm',
      'event',
      'device',
      'sensor_id',
      'sensor',
      'content',
      'value',
      'priority',
      'this_alarm',
      'incident',
      'first_out',
      'order_uncertain_within_seconds',
      'active',
      'seconds_active',
      'shelved',
      'test',
      'late',
      'acknowledged_by',
      'acknowledged',
      'comment',
    ],
    events.map((one) => [
      time(one.notification_time),
      time(one.received_at),
      (Date.parse(one.notification_time) - focus.at) / 1_000,
      one.event_type_label,
      one.device,
      one.full_sensor_id ?? '',
      one.sensor_name ?? '',
      one.content,
      one.value ?? '',
      one.priority ?? '',
      yes(one.id === focus.id),
      one.incident ?? '',
      yes(one.is_first_out),
      one.first_out?.uncertain_seconds ?? '',
      yes(one.is_active),
      one.duration ?? '',
      yes(one.is_shelved),
      yes(one.test),
      yes(one.late),
      one.acknowledged?.by ?? '',
      time(one.acknowledged?.at ?? null),
      one.acknowledged?.comment ?? '',
    ]),
  );

const whoKnowsCsv = ({ escalation }: PackFacts, time: Time): string => {
  const titles = new Map(escalation.escalations.map(({ id, title }) => [id, title]));
  return csv(
    [
      'person',
      'method',
      'state',
      'policy',
      'step',
      'due',
      'sent',
      'delivered',
      'opened',
      'acknowledged',
      'failed',
      'cancelled',
      'test',
    ],
    escalation.receipts.map((one) => [
      one.name,
      one.method,
      one.state,
      one.escalation === null ? '' : (titles.get(one.escalation) ?? ''),
      one.step === null ? '' : one.step + 1,
      time(one.created_at),
      time(one.sent_at),
      time(one.delivered_at),
      time(one.opened_at),
      time(one.acknowledged_at),
      time(one.failed_at),
      time(one.cancelled_at),
      yes(one.is_test),
    ]),
  );
};

const heldBackCsv = ({ held }: PackFacts, zoned: Zoned): string =>
  csv(
    ['kind', 'device', 'what', 'reason', 'by', 'from', 'until', 'ended', 'ended_by'],
    held.map((row) => [
      row.kind,
      row.device || 'whole site',
      row.what || 'whole device',
      row.reason,
      row.by,
      zoned(row.from),
      zoned(row.until),
      zoned(row.ended),
      row.ended_by,
    ]),
  );

const notesCsv = ({ notes }: PackFacts, zoned: Zoned): string =>
  csv(
    ['time', 'device', 'sensor', 'person', 'text', 'written'],
    notes.map((row) => [
      zoned(row.at),
      row.device || 'whole site',
      row.sensor,
      row.by,
      row.text,
      zoned(row.written_at),
    ]),
  );

const testsCsv = ({ tests }: PackFacts, zoned: Zoned): string =>
  csv(
    ['device', 'sensor_id', 'sensor', 'started', 'ended', 'outcome', 'performed_by', 'comment'],
    tests.map((row) => [
      row.device,
      row.path,
      row.sensor,
      zoned(row.started_at),
      zoned(row.ended_at),
      row.outcome,
      row.by,
      row.comment,
    ]),
  );

const settingsJson = ({ settings }: PackFacts, when: 'atAlarm' | 'atPresent'): string =>
  json(settings.map(({ device, [when]: values }) => ({ device: device.title, device_id: device.id, ...values })));

const changesCsv = ({ changes, focus }: PackFacts, zoned: Zoned): string =>
  csv(
    ['time', 'after_the_alarm', 'person', 'action', 'of', 'before', 'after'],
    changes.map((row) => [
      zoned(row.at),
      yes(row.at > focus.at),
      row.by,
      row.action,
      row.name,
      row.old === null ? '' : JSON.stringify(row.old),
      row.new === null ? '' : JSON.stringify(row.new),
    ]),
  );

const clocksCsv = ({ clocks }: PackFacts, zoned: Zoned): string =>
  csv(
    ['at', 'device', 'last_frame', 'time_of_the_device', 'offset_seconds', 'received', 'delay_seconds'],
    clocks.map(({ at, device, frame }) => [
      zoned(at),
      device,
      zoned(frame?.ts ?? null),
      zoned(frame?.deviceTs ?? null),
      frame === null ? '' : (frame.ts - frame.deviceTs) / 1_000,
      zoned(frame?.receivedAt ?? null),
      frame === null ? '' : (frame.receivedAt - frame.ts) / 1_000,
    ]),
  );

const refusedCsv = ({ refused, devices }: PackFacts, zoned: Zoned): string => {
  const titles = new Map(devices.map(({ id, title }) => [id, title]));
  return csv(
    ['device', 'time', 'received', 'code', 'error', 'bytes'],
    refused.map((row) => [
      titles.get(row.device_id) ?? row.device_id,
      zoned(row.ts),
      zoned(row.received_at),
      row.code,
      row.error,
      row.bytes,
    ]),
  );
};

/** What is in a pack and what is not, in words. */
export function readme(facts: PackFacts): string {
  const { focus, devices, span, now, by, drawings, cut } = facts;
  const zoned = (at: number): string => toZonedIso(at, focus.timezone);
  const event = facts.events.find(({ id }) => id === focus.id);
  return texts.readme({
    what: [event?.event_type_label, event?.device, event?.sensor_name, event?.content].filter(Boolean).join(', '),
    place: [focus.company, focus.site].filter(Boolean).join(', '),
    at: zoned(focus.at),
    from: zoned(span.from),
    to: zoned(span.to),
    made: zoned(now),
    by,
    devices: devices.map(({ id, title, serial_number }) => `${title} (sensors/device_${id}.csv, ${serial_number})`),
    drawings: drawings === null ? 'hidden' : drawings.length === 0 ? 'none' : 'some',
    cut,
  });
}
