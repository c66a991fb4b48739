import type { EscalationState } from '../escalation.ts';
import type { MessageMethod, MessageState } from '../messages.ts';
import { defineTexts } from './define-texts.ts';

const methods: Readonly<Record<MessageMethod, string>> = {
  email: 'e-mail',
  push: 'notification',
  sms: 'SMS',
  webhook: 'webhook',
};
const became: Readonly<Record<MessageState, string>> = {
  pending: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  delivered: 'delivered',
  opened: 'opened, not acknowledged',
  acknowledged: 'acknowledged',
  failed: 'not sent',
  cancelled: 'cancelled',
};

/** The escalations that run now, on top of the page On call. */
export const texts = defineTexts('running-escalations', {
  title: 'Running escalations',
  methods,
  became,
  failed: 'The running escalations could not be loaded.',
  states: (state: EscalationState): string => {
    if (state === 'used_up') return 'Nobody acknowledged, and all rounds are over';
    return state === 'others' ? 'Acknowledged, not yet by everybody' : 'Nobody has acknowledged';
  },
  showAll: 'Show all',
  since: (since: string, span: string): string => `${since} (${span})`,
  cleared: 'Cleared',
  clearedAfter: (since: string, span: string): string => `${since}, cleared after ${span}`,
  steps: (title: string): string => `Steps of ${title}`,
  policy: (title: string): string => `Policy ${title}`,
  nobodyReached: 'Nobody',
  sparedBy: (policy: string): string => `already notified by ${policy}`,
  notBegun: 'not begun yet',
  nextIn: (names: string): string => `${names} in`,
  now: 'now',
  place: (step: number, steps: number): string => `step ${step} of ${steps}`,
  round: (round: number, rounds: number): string => `round ${round} of ${rounds}`,
  overAt: (time: string): string => `ends at ${time}`,
  acknowledge: 'Acknowledge',
  notifyNow: (names: string): string => `Notify ${names} now`,
  notifyNobody: 'Run the step now',
  notified: (names: string): string => `${names}: the step runs now`,
  isOver: 'This step has run, or the escalation has ended.',
  earlier: (count: number): string => (count === 1 ? '1 earlier step' : `${count} earlier steps`),
  more: (count: number): string => (count === 1 ? '1 more runs' : `${count} more run`),
  fewer: 'Show fewer',
  and: (names: readonly string[]): string =>
    names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
});
