import { createHash } from 'node:crypto';
import type { Priority } from '@tocsin/contract/priority';
import type { TemplateType, WebhookFormat } from '@tocsin/contract/webhooks';
import type { Message } from './message.ts';
import { fillTemplate } from './template.ts';

/** How a webhook wants its messages. */
export interface Form {
  readonly format: WebhookFormat;
  readonly template: string | null;
  readonly content_type: TemplateType | null;
}

/** The body of a message, without the receiver's credential. */
export function bodyOf(form: Form, message: Message): string {
  switch (form.format) {
    case 'tocsin':
      return JSON.stringify(own(message));
    case 'cloudevents':
      return JSON.stringify(cloudEvent(message));
    case 'alertmanager':
      return JSON.stringify(alertmanager(message));
    case 'pagerduty':
      return JSON.stringify(pagerDuty(message));
    case 'slack':
      return JSON.stringify(slack(message));
    case 'template':
      return fillTemplate(form.template ?? '', typeOfTemplate(form), message);
    default:
      return form.format satisfies never;
  }
}

const typeOfTemplate = (form: Form): TemplateType => form.content_type ?? 'application/json';

/** The media type of a body. */
export function contentTypeOf(form: Form): string {
  if (form.format === 'cloudevents') return 'application/cloudevents+json; charset=utf-8';
  if (form.format !== 'template') return 'application/json';
  const type = typeOfTemplate(form);
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type;
}

const own = (message: Message) => ({
  version: 1,
  delivery: message.delivery,
  event: message.event,
  type: message.type,
  label: message.label,
  status: message.status,
  is_test: message.isTest,
  is_again: message.isAgain,
  priority: message.priority,
  at: message.at,
  condition: message.condition,
  summary: message.summary,
  client: message.client,
  location: message.location,
  device: message.device,
  sensor: message.sensor,
  value: message.value,
  content: message.content,
  url: message.url,
  ...(message.task ? { task: message.task } : {}),
  ...(message.policy === null ? {} : { policy: message.policy }),
});

/** CloudEvents 1.0, structured mode. */
const cloudEvent = (message: Message) => ({
  specversion: '1.0',
  id: message.delivery,
  source: `/tocsin/clients/${message.client.id}`,
  type: `tocsin.event.${message.type}`,
  subject: message.summary.slice(0, 200),
  time: message.at,
  datacontenttype: 'application/json',
  data: own(message),
});

/** What Prometheus Alertmanager posts to a webhook receiver, version 4. */
const alertmanager = (message: Message) => {
  // Receivers find the alert that an end closes by its labels, often by `alertname` and `instance` alone.
  const { label: alertname, client, location, device, sensor } = message.began;
  const labels = {
    alertname,
    instance: [location, device, message.sensor?.id].filter((part) => part).join(' / '),
    severity: message.priority,
    client,
    location,
    device,
    ...(sensor === null ? {} : { sensor }),
  };
  const annotations = { summary: message.summary, description: message.content };
  const fingerprint = createHash('sha256').update(message.condition).digest('hex').slice(0, 16);
  return {
    version: '4',
    groupKey: message.condition,
    truncatedAlerts: 0,
    status: message.status,
    receiver: 'tocsin',
    groupLabels: { alertname },
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: message.url,
    alerts: [
      {
        status: message.status,
        labels,
        annotations,
        startsAt: message.beganAt,
        endsAt: message.status === 'resolved' ? message.at : '0001-01-01T00:00:00Z',
        generatorURL: message.url,
        fingerprint,
      },
    ],
  };
};

const pagerDutySeverity: Readonly<Record<Priority, string>> = {
  critical: 'critical',
  high: 'error',
  medium: 'warning',
  low: 'info',
};

const pagerDutyAction = ({ status, isAcknowledged }: Message): string => {
  if (status === 'resolved') return 'resolve';
  return isAcknowledged ? 'acknowledge' : 'trigger';
};

/** PagerDuty Events API v2; the routing key is added when it is sent. */
const pagerDuty = (message: Message) => ({
  event_action: pagerDutyAction(message),
  dedup_key: message.condition,
  client: 'Tocsin',
  client_url: message.url,
  payload: {
    summary: message.summary.slice(0, 1024),
    source: `${message.location.title}, ${message.device.title}`,
    severity: pagerDutySeverity[message.priority],
    timestamp: message.at,
    component: message.sensor?.title ?? message.device.title,
    group: message.location.title,
    class: message.type,
    custom_details: own(message),
  },
});

/** In Slack's text `&`, `<` and `>` are control characters. */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const slack = (message: Message) => {
  const lines = [
    `*${forSlack(message.summary)}*`,
    `Priority ${message.priority}, ${message.at}`,
    forSlack(message.content),
    `<${message.url}|Open Tocsin>`,
  ];
  return {
    text: forSlack(message.summary),
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: lines
            .filter((line) => line)
            .join('\n')
            .slice(0, 2900),
        },
      },
    ],
  };
};
