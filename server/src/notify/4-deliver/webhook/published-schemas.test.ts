import { readFileSync } from 'node:fs';
import { type EventType, eventLabels } from '@tocsin/contract/event';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { bodyOf } from './formats.ts';
import { type Message, messageOf, taskMessageOf, testMessage } from './message.ts';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
ajv.addFormat('date-time', (text) => z.iso.datetime({ offset: true }).safeParse(text).success);
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addFormat('uri-reference', (text) => URL.canParse(text, 'https://tocsin.example'));

const read = (name: string): object => JSON.parse(readFileSync(new URL(`testing/${name}`, import.meta.url), 'utf8'));
ajv.addSchema(read('alertmanager-api-v2.json'), 'alertmanager-api-v2.json');
const published = {
  alertmanager: ajv.compile(read('alertmanager-webhook-v4.json')),
  cloudevents: ajv.compile(read('cloudevents-1.0.json')),
} as const;
const postable = ajv.compile({ $ref: 'alertmanager-api-v2.json#/definitions/postableAlerts' });

const began = Date.UTC(2026, 10, 20, 12);
const ways = { delivery: '5f0c9d3e-0000-4000-8000-000000000001', publicUrl: 'https://tocsin.example' };
const event = {
  id: 7,
  at: began + 60_000,
  began_at: began,
  device_id: 3,
  client_id: 1,
  site_id: 2,
  client_name: 'Prairie Grain',
  site_name: 'North',
  device_name: 'Leg "1" <a> 麦',
  content: 'Absolute',
  level: 1,
  acknowledged_by: null,
} as const;
const sensor = {
  group_id: '4',
  sensor_id: '4000',
  sensor_name: 'Bearing & belt',
  value: 84.5,
  forebear_id: 6,
} as const;
const noSensor = { group_id: null, sensor_id: null, sensor_name: null, value: null, forebear_id: null } as const;
const begunIn = (of: string | null) => ({ client: 'Prairie Grain', site: 'North', device: 'Leg 1', sensor: of });
const types = Object.keys(eventLabels) as EventType[];

const task = { id: 9, what: 'Grease it', owner: 'Pat', due: '2026-12-01', comment: '', by: 'Pat' };
const news = {
  task,
  event: { id: 7, at: began, content: 'Absolute' },
  device: { id: 3, title: 'Leg 1' },
  sensor: null,
  site: { id: 2, title: 'North' },
  clientId: 1,
};
const client = { id: 1, title: 'Prairie Grain' };
const tasked = { ...ways, now: began, client: client.title, priority: 'medium' } as const;

/** One of each kind of message: every event with and without a sensor, every news of a task, and both tests. */
const messages: readonly Message[] = [
  ...types.flatMap((type) =>
    [sensor, noSensor].map((of) =>
      messageOf({ ...event, ...of, began_in: begunIn(of.sensor_name), type }, { ...ways, isAgain: false }),
    ),
  ),
  messageOf(
    { ...event, ...sensor, began_in: begunIn('Bearing'), type: 'alarm_on' },
    { ...ways, isAgain: true, policy: 'Night' },
  ),
  ...(['task_opened', 'task_changed', 'task_closed'] as const).map((kind) => taskMessageOf({ ...news, kind }, tasked)),
  testMessage(client, { ...ways, now: began }),
  testMessage(client, { ...ways, now: began, policy: 'Night' }),
];

it.each(['alertmanager', 'cloudevents'] as const)(
  'every message in the format %s satisfies its published schema',
  (format) => {
    const isValid = published[format];
    const mistakes = messages.flatMap((message) => {
      const body: unknown = JSON.parse(bodyOf({ format, template: null, content_type: null }, message));
      return isValid(body) ? [] : [{ type: message.type, errors: isValid.errors }];
    });
    expect(mistakes).toEqual([]);
  },
);

it("the alerts of a message could be posted to Alertmanager's own API", () => {
  for (const message of messages) {
    const body = JSON.parse(bodyOf({ format: 'alertmanager', template: null, content_type: null }, message));
    expect(postable(body.alerts) || postable.errors).toBe(true);
  }
});

it('the schemas refuse what is not theirs', () => {
  const [message] = messages;
  if (!message) throw new Error('no message');
  const bodyAs = (format: 'alertmanager' | 'cloudevents') =>
    JSON.parse(bodyOf({ format, template: null, content_type: null }, message));
  expect(published.cloudevents({ ...bodyAs('cloudevents'), time: 'yesterday' })).toBe(false);
  expect(published.cloudevents({ ...bodyAs('cloudevents'), id: undefined })).toBe(false);
  expect(published.alertmanager({ ...bodyAs('alertmanager'), version: '3' })).toBe(false);
  expect(published.alertmanager({ ...bodyAs('alertmanager'), commonLabels: { severity: 1 } })).toBe(false);
});
