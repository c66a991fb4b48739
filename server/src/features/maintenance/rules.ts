import { commentMissing, commentWithinMs, emptyComment, type MaintenancePost } from '@tocsin/contract/maintenance';
import { badField, Refusal } from '../../platform/errors.ts';
import type { StepRow } from './store.ts';

/** What a post requests. Only start and cancel change the state; frames cause every other step. */
export type Asked =
  | { readonly kind: 'start' }
  | { readonly kind: 'cancel'; readonly comment: string }
  /** A comment on a finished test. */
  | { readonly kind: 'comment'; readonly to: StepRow; readonly comment: string }
  /** The server has already done it, or will do it without a request. */
  | { readonly kind: 'nothing'; readonly step: StepRow };

const noTest = 'No maintenance test of this sensor is running';

/** Decides what a post requests. `steps`: the newest test of the sensor, oldest step first. */
export function askedOf(post: MaintenancePost, steps: readonly StepRow[], now: number): Asked {
  const comment = post.comment ?? '';
  const ending = steps.findLast((step) => step.step !== 'comment');
  switch (post.event_type) {
    case 'maintenance_expect_alarm_on':
      return { kind: 'start' };
    case 'maintenance_canceled':
      if (comment === '') throw badField('comment', commentMissing);
      return { kind: 'cancel', comment };
    case 'maintenance_expect_alarm_off':
      if (!ending) throw badField('sensor_id', noTest);
      return { kind: 'nothing', step: ending };
    case 'maintanance_succeeded':
    case 'maintenance_failed': {
      if (ending?.step !== post.event_type) throw badField('event_type', outcomeText(ending));
      if (post.event_type === 'maintenance_failed' && comment === '') throw badField('comment', commentMissing);
      if (steps.some((step) => step.step === 'comment')) throw badField('comment', 'This test has its comment.');
      if (now - ending.at > commentWithinMs) throw new Refusal('invalid', 'A comment is accepted within 24 hours.');
      return { kind: 'comment', to: ending, comment: comment || emptyComment };
    }
    default:
      throw badField('event_type', 'Unknown event type.');
  }
}

function outcomeText(ending: StepRow | undefined): string {
  if (!ending) return noTest;
  return ending.step.startsWith('maintenance_expect') ? 'The test has not ended yet.' : 'The test has ended otherwise.';
}
