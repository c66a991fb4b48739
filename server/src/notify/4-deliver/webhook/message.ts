import { type EventType, eventLabels } from '@tocsin/contract/event';
import { type Priority, priorityOfLevel } from '@tocsin/contract/priority';
import { type TaskEvent, webhookEventLabels } from '@tocsin/contract/webhooks';
import type { EventToSend } from '../../event-to-send.ts';

/** One event as every format presents it. */
export interface Message {
  /** The idempotency key. */
  readonly delivery: string;
  /** Null: a test. */
  readonly event: number | null;
  readonly type: EventType | TaskEvent;
  readonly label: string;
  /** A condition began, or it ended. */
  readonly status: 'firing' | 'resolved';
  readonly isTest: boolean;
  /** Notifies once more, after a shelf or a suspension. */
  readonly isAgain: boolean;
  /** Of an end: that of its beginning. */
  readonly priority: Priority;
  /** ISO. */
  readonly at: string;
  readonly beganAt: string;
  /** Label and names of the beginning, which stay the same for the whole life of the condition. */
  readonly began: {
    readonly label: string;
    readonly client: string;
    readonly location: string;
    readonly device: string;
    readonly sensor: string | null;
  };
  /** Somebody acknowledged the condition, which goes on. */
  readonly isAcknowledged: boolean;
  readonly client: { readonly id: number; readonly title: string };
  readonly location: { readonly id: number | null; readonly title: string };
  readonly device: { readonly id: number | null; readonly title: string };
  readonly sensor: { readonly id: string; readonly title: string } | null;
  readonly value: number | null;
  readonly content: string;
  /** The same for the beginning of a condition and its end. */
  readonly condition: string;
  readonly summary: string;
  readonly url: string;
  /** The escalation policy that sends it; null: the webhook is about the event itself. */
  readonly policy: string | null;
  /** Null: an event. */
  readonly task: TaskOfMessage | null;
}

/** Work that was handed over to maintenance. */
interface TaskOfMessage {
  readonly id: number;
  readonly what: string;
  readonly owner: string;
  /** A day by the site's calendar. */
  readonly due: string;
  /** What was done; empty until it is closed. */
  readonly comment: string;
  /** Who handed it over, changed or closed it. */
  readonly by: string;
}

const ends: ReadonlySet<EventType> = new Set(['alarm_off', 'warning_off', 'device_online']);
/** An end goes by the label of what it ends. */
const beginningOf: Partial<Record<EventType, EventType>> = {
  alarm_off: 'alarm_on',
  warning_off: 'warning_on',
  device_online: 'device_offline',
};
const isoOf = (ms: number): string => new Date(ms).toISOString();

/** What a message says of an event. */
type SaidEvent = Pick<
  EventToSend,
  | 'id'
  | 'type'
  | 'at'
  | 'began_at'
  | 'began_in'
  | 'acknowledged_by'
  | 'device_id'
  | 'client_id'
  | 'site_id'
  | 'client_name'
  | 'site_name'
  | 'device_name'
  | 'group_id'
  | 'sensor_id'
  | 'sensor_name'
  | 'content'
  | 'value'
  | 'forebear_id'
  | 'level'
>;

/** A stored event as a message. */
export function messageOf(
  event: SaidEvent,
  {
    delivery,
    isAgain,
    publicUrl,
    policy = null,
    isAcknowledged = false,
  }: {
    readonly delivery: string;
    readonly isAgain: boolean;
    readonly publicUrl: string;
    readonly policy?: string | null;
    readonly isAcknowledged?: boolean;
  },
): Message {
  const label = eventLabels[event.type];
  const { site: location, ...began } = event.began_in;
  const names = [event.site_name, event.device_name, event.sensor_name].filter((name) => name);
  return {
    delivery,
    event: event.id,
    type: event.type,
    label,
    status: ends.has(event.type) ? 'resolved' : 'firing',
    isTest: false,
    isAgain,
    priority: priorityOfLevel(event.level) ?? 'low',
    at: isoOf(event.at),
    beganAt: isoOf(event.began_at),
    began: { ...began, location, label: eventLabels[beginningOf[event.type] ?? event.type] },
    isAcknowledged,
    client: { id: event.client_id, title: event.client_name },
    location: { id: event.site_id, title: event.site_name },
    device: { id: event.device_id, title: event.device_name },
    sensor:
      event.sensor_id === null
        ? null
        : { id: `${event.group_id}.${event.sensor_id}`, title: event.sensor_name ?? event.sensor_id },
    value: event.value,
    content: event.content,
    condition: `tocsin-${event.forebear_id ?? event.id}`,
    summary: `${isAcknowledged ? `Acknowledged by ${event.acknowledged_by ?? 'somebody'}` : label}: ${names.join(', ')}`,
    url: `${publicUrl}/dashboard/historical/snapshot/${event.at}?device=${event.device_id}`,
    policy,
    task: null,
  };
}

/** A task as webhooks receive it. */
export interface TaskNews {
  readonly kind: TaskEvent;
  readonly task: TaskOfMessage;
  /** The event that it was handed over from. */
  readonly event: { readonly id: number; readonly at: number; readonly content: string };
  readonly device: { readonly id: number; readonly title: string };
  readonly sensor: { readonly id: string; readonly title: string } | null;
  readonly site: { readonly id: number; readonly title: string };
  readonly clientId: number;
}

/** What happened to a task as a message. The receiver's entry for it is closed with the task. */
export function taskMessageOf(
  { kind, task, event, device, sensor, site, clientId }: TaskNews,
  {
    delivery,
    now,
    publicUrl,
    client,
    priority,
  }: {
    readonly delivery: string;
    readonly now: number;
    readonly publicUrl: string;
    readonly client: string;
    readonly priority: Priority;
  },
): Message {
  const label = webhookEventLabels[kind];
  const names = [site.title, device.title, sensor?.title].filter((name) => name);
  return {
    delivery,
    event: event.id,
    type: kind,
    label,
    status: kind === 'task_closed' ? 'resolved' : 'firing',
    isTest: false,
    isAgain: false,
    priority,
    at: isoOf(now),
    beganAt: isoOf(event.at),
    began: {
      label: webhookEventLabels.task_opened,
      client,
      location: site.title,
      device: device.title,
      sensor: sensor?.title ?? null,
    },
    isAcknowledged: false,
    client: { id: clientId, title: client },
    location: site,
    device,
    sensor,
    value: null,
    content: kind === 'task_closed' ? task.comment : task.what,
    condition: `tocsin-task-${task.id}`,
    summary: `${label}: ${names.join(', ')}`,
    url: `${publicUrl}/maintenance-tasks`,
    task,
    policy: null,
  };
}

/** The message of the test button, or of a live-fire test of a policy; it names no device. */
export const testMessage = (
  client: { readonly id: number; readonly title: string },
  {
    delivery,
    now,
    publicUrl,
    policy = null,
  }: {
    readonly delivery: string;
    readonly now: number;
    readonly publicUrl: string;
    readonly policy?: string | null;
  },
): Message => ({
  delivery,
  event: null,
  type: 'test',
  label: 'Test message',
  status: 'firing',
  isTest: true,
  isAgain: false,
  priority: 'low',
  at: isoOf(now),
  beganAt: isoOf(now),
  began: {
    label: 'Test message',
    client: client.title,
    location: 'Test location',
    device: 'Test device',
    sensor: 'Test sensor',
  },
  isAcknowledged: false,
  client,
  location: { id: null, title: 'Test location' },
  device: { id: null, title: 'Test device' },
  sensor: { id: '1.1', title: 'Test sensor' },
  value: 1,
  content: policy === null ? 'This is a test of a webhook. Nothing happened.' : testOf(policy),
  condition: `tocsin-test-${delivery}`,
  summary:
    policy === null ? `Test message of Tocsin for ${client.title}. Nothing happened.` : `TEST: ${testOf(policy)}`,
  url: policy === null ? `${publicUrl}/notifications` : `${publicUrl}/on-call`,
  policy,
  task: null,
});

const testOf = (policy: string): string => `Test of the escalation policy “${policy}”. Nothing happened.`;
