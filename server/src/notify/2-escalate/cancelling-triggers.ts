/**
 * What ends an escalation and cancels its messages, in the transaction of whoever causes it. They are triggers, because
 * the pipeline, Fix Notification, late hours, shelves, single and bulk acknowledgements and the pages all write these
 * rows, and none can be forgotten. Their bodies are in server/schema.sql. Each calls `cancel_messages`: what is pending in
 * `message` and `webhook_delivery` is cancelled, what is being sent is marked, so that it is not begun again.
 *
 * `test` is the title of the test in cancelling-triggers.db.test.ts, which also compares the list with the database.
 */
interface CancellingTrigger {
  readonly trigger: string;
  /** The table whose rows are written. */
  readonly on: 'event' | 'device' | 'site' | 'out_of_service';
  /** The state in which the escalation ends. */
  readonly endsAs: string;
  readonly test: string;
}

export const cancellingTriggers = [
  { trigger: 'event_changes_escalations', on: 'event', endsAs: 'acknowledged', test: 'somebody acknowledges' },
  { trigger: 'event_changes_escalations', on: 'event', endsAs: 'shelved', test: 'a shelf holds the event back' },
  { trigger: 'event_changes_escalations', on: 'event', endsAs: 'cleared', test: 'the alarm clears' },
  { trigger: 'device_changes_escalations', on: 'device', endsAs: 'suspended', test: 'the device is suspended' },
  { trigger: 'device_changes_escalations', on: 'device', endsAs: 'removed', test: 'the device is removed' },
  { trigger: 'device_changes_escalations', on: 'device', endsAs: 'moved', test: 'the device is moved' },
  { trigger: 'site_changes_escalations', on: 'site', endsAs: 'suspended', test: 'the site is suspended' },
  { trigger: 'site_changes_escalations', on: 'site', endsAs: 'removed', test: 'the site is removed' },
  {
    trigger: 'out_of_service_ends_escalations',
    on: 'out_of_service',
    endsAs: 'suspended',
    test: 'the sensor is taken out of service',
  },
] as const satisfies readonly CancellingTrigger[];
