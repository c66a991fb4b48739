import type { EscalationState } from '../escalation.ts';
import type { MessageState } from '../messages.ts';
import type { DutyGap } from '../on-call.ts';
import { defineTexts } from './define-texts.ts';

const states: Readonly<Record<MessageState, string>> = {
  pending: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  failed: 'Could not be sent',
  cancelled: 'Not sent: already acknowledged or ended',
};
const ends: Readonly<Record<Exclude<EscalationState, 'running'>, string>> = {
  others: 'Acknowledged; the step is repeated to the others',
  used_up: 'Nobody acknowledged: all rounds are over',
  acknowledged: 'Acknowledged',
  cleared: 'Ended when the alarm cleared',
  shelved: 'Ended by a shelf',
  suspended: 'Ended: the device does not notify',
  moved: 'Ended: the device was moved',
  removed: 'Ended: the device was removed',
};
const gaps: Readonly<Record<DutyGap, string>> = {
  not_started: 'nobody on call yet',
  removed: 'no longer exists',
  deactivated: 'deactivated',
  no_access: 'has no access to the device',
};

/** Who was notified of an event, and who comes next. */
export const texts = defineTexts('who-knows', {
  title: 'Who knows',
  loading: 'Looking up who was notified',
  failed: 'Who was notified could not be loaded.',
  nobody: 'No escalation policy covers this event. E-mail rules send their own mails.',
  methods: { email: 'e-mail', push: 'notification', sms: 'SMS', webhook: 'webhook' },
  stale: 'Too late, not sent',
  states,
  ends,
  at: (time: string): string => `at ${time}`,
  test: 'Test',
  next: (names: string, when: string): string => `Next: ${names}, ${when}`,
  inMinutes: (minutes: number): string => (minutes <= 0 ? 'now' : `in ${minutes} min`),
  gap: (name: string, gap: DutyGap): string => `${name} was not reached: ${gaps[gap]}`,
  unanswered: 'Nobody acknowledged',
  unansweredAbout: (place: string, policy: string, since: string): string => `${place}, ${policy}, since ${since}`,
  more: (count: number): string => `and ${count} more`,
  show: 'Show',
});
