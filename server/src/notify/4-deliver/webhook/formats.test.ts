import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { retryAfterOf } from '../../../platform/outbound-post.ts';
import { bodyOf, contentTypeOf, type Form } from './formats.ts';
import { messageOf } from './message.ts';
import { templateMistake } from './template.ts';

const alarm = {
  id: 7,
  type: 'alarm_on',
  at: Date.UTC(2026, 10, 20, 12),
  began_at: Date.UTC(2026, 10, 20, 12),
  device_id: 3,
  client_id: 1,
  site_id: 2,
  client_name: 'Prairie Grain',
  site_name: 'North',
  device_name: 'Leg "1" <a>',
  group_id: '4',
  sensor_id: '4000',
  sensor_name: 'Bearing & belt',
  content: 'Absolute',
  value: 84.5,
  forebear_id: null,
  level: 1,
  acknowledged_by: null,
  began_in: { client: 'Prairie Grain', site: 'North', device: 'Leg "1" <a>', sensor: 'Bearing & belt' },
} as const;
const message = (over: Partial<Parameters<typeof messageOf>[0]> = {}) =>
  messageOf(
    { ...alarm, ...over },
    { delivery: '5f0c9d3e-0000-4000-8000-000000000001', isAgain: false, publicUrl: 'https://tocsin.example' },
  );
const cleared = message({ id: 8, type: 'alarm_off', forebear_id: 7, at: Date.UTC(2026, 10, 20, 13) });
const form = (format: Form['format'], template: string | null = null, type: Form['content_type'] = null): Form => ({
  format,
  template,
  content_type: type,
});
const parsed = (format: Form['format'], of = message()): unknown => JSON.parse(bodyOf(form(format), of));

/** github.com/cloudevents/spec, v1.0.2, formats/cloudevents.json. */
const CloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  source: z.string().min(1),
  type: z.string().min(1),
  subject: z.string().min(1),
  time: z.iso.datetime(),
  datacontenttype: z.string().min(1),
  data: z.object({}).loose(),
});
/** prometheus.io/docs/alerting/latest/configuration/#webhook_config. */
const Alertmanager = z.strictObject({
  version: z.literal('4'),
  groupKey: z.string(),
  truncatedAlerts: z.number().int(),
  status: z.enum(['firing', 'resolved']),
  receiver: z.string(),
  groupLabels: z.record(z.string(), z.string()),
  commonLabels: z.record(z.string(), z.string()),
  commonAnnotations: z.record(z.string(), z.string()),
  externalURL: z.url(),
  alerts: z.array(
    z.strictObject({
      status: z.enum(['firing', 'resolved']),
      labels: z.record(z.string(), z.string()),
      annotations: z.record(z.string(), z.string()),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      generatorURL: z.url(),
      fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
    }),
  ),
});
/** developer.pagerduty.com, Events API v2, Send an alert event; the routing key is added when it is sent. */
const PagerDuty = z.strictObject({
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: z.string().max(255),
  client: z.string(),
  client_url: z.url(),
  payload: z.strictObject({
    summary: z.string().max(1024),
    source: z.string().min(1),
    severity: z.enum(['critical', 'warning', 'error', 'info']),
    timestamp: z.iso.datetime(),
    component: z.string(),
    group: z.string(),
    class: z.string(),
    custom_details: z.object({}).loose(),
  }),
});
/** docs.slack.dev, incoming webhooks and Block Kit's section. */
const Slack = z.strictObject({
  text: z.string().min(1),
  blocks: z.array(
    z.strictObject({
      type: z.literal('section'),
      text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().max(3000) }),
    }),
  ),
});

describe('a format', () => {
  it('has the shape that its documentation describes', () => {
    for (const of of [message(), cleared]) {
      expect(CloudEvent.parse(parsed('cloudevents', of)).id).toBe(of.delivery);
      Alertmanager.parse(parsed('alertmanager', of));
      PagerDuty.parse(parsed('pagerduty', of));
      Slack.parse(parsed('slack', of));
    }
    expect(contentTypeOf(form('cloudevents'))).toBe('application/cloudevents+json; charset=utf-8');
  });

  it('closes the alert that it opened', () => {
    const [open, shut] = [message(), cleared].map((of) => PagerDuty.parse(parsed('pagerduty', of)));
    expect(shut?.dedup_key).toBe(open?.dedup_key);
    expect([open?.event_action, shut?.event_action]).toEqual(['trigger', 'resolve']);
    const [begun, ended] = [message(), cleared].map((of) => Alertmanager.parse(parsed('alertmanager', of)));
    expect(ended?.alerts[0]?.fingerprint).toBe(begun?.alerts[0]?.fingerprint);
    expect(ended?.alerts[0]?.startsAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it("gives an end the labels of its beginning, also after something was renamed, and Prometheus' instance", () => {
    const renamed = message({
      id: 8,
      type: 'alarm_off',
      forebear_id: 7,
      client_name: 'Prairie Grain Co-op',
      site_name: 'North elevator',
      device_name: 'Leg 2',
      sensor_name: 'Head bearing',
    });
    const [begun, ended] = [message(), renamed].map((of) => Alertmanager.parse(parsed('alertmanager', of)));
    expect(ended?.status).toBe('resolved');
    expect(ended?.alerts[0]?.labels).toEqual(begun?.alerts[0]?.labels);
    expect(ended?.groupLabels).toEqual(begun?.groupLabels);
    expect(begun?.alerts[0]?.labels).toMatchObject({
      alertname: 'Alarm Detected',
      instance: 'North / Leg "1" <a> / 4.4000',
    });
  });

  it('acknowledges at PagerDuty what somebody acknowledged, until it ends', () => {
    const actionOf = (of: ReturnType<typeof message>) => PagerDuty.parse(parsed('pagerduty', of)).event_action;
    expect(actionOf({ ...message(), isAcknowledged: true })).toBe('acknowledge');
    expect(actionOf({ ...cleared, isAcknowledged: true })).toBe('resolve');
  });

  it("escapes Slack's control characters", () => {
    expect(Slack.parse(parsed('slack')).text).toBe('Alarm Detected: North, Leg "1" &lt;a&gt;, Bearing &amp; belt');
  });
});

describe('a template', () => {
  it.each([
    ['', 'application/json', 'Please enter a template.'],
    ['{"a": "{{unknown}}"}', 'application/json', "There is no field 'unknown'"],
    ['{"a": "{{constructor}}"}', 'application/json', "There is no field 'constructor'"],
    ['{"a": "{{summary}"}', 'application/json', "A '{{' is not closed by '}}'."],
    ['{"a": {{summary}}}', 'application/json', 'not valid JSON'],
    ['{"a": "{{summary}}"', 'application/json', 'not valid JSON'],
  ] as const)('%s as %s is refused', (template, type, text) => {
    expect(templateMistake(template, type)).toContain(text);
  });

  it('escapes its fields for what it is sent as', () => {
    const template = '{"text": "{{device}} {{ value }}"}';
    expect(templateMistake(template, 'application/json')).toBeNull();
    expect(JSON.parse(bodyOf(form('template', template), message()))).toEqual({ text: 'Leg "1" <a> 84.5' });
    const of = (text: string, type: 'application/x-www-form-urlencoded' | 'text/plain') =>
      bodyOf(form('template', text, type), message());
    expect(new URLSearchParams(of('Body={{sensor}}&To=1', 'application/x-www-form-urlencoded')).get('Body')).toBe(
      'Bearing & belt',
    );
    expect(of('{{label}}: {{sensor}}', 'text/plain')).toBe('Alarm Detected: Bearing & belt');
  });
});

it('reads Retry-After as seconds or as a date', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  expect(retryAfterOf('120', now)).toBe(120_000);
  expect(retryAfterOf('Fri, 20 Nov 2026 12:00:30 GMT', now)).toBe(30_000);
  expect(retryAfterOf('soon', now)).toBeNull();
  expect(retryAfterOf(undefined, now)).toBeNull();
});
