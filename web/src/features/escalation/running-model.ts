import type { EscalatedType, Receipt } from '@tocsin/contract/escalation';
import type { RunningEscalation } from '@tocsin/contract/running-escalations';
import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/running-escalations';
import { sinceText, spanText } from '../../ui/time.ts';

/** Maximum number of completed steps on a card. */
const maxDone = 2;

const severityByType: Readonly<Record<EscalatedType, Severity>> = {
  alarm_on: 'alarm',
  warning_on: 'warning',
  device_offline: 'offline',
  sensor_disappeared: 'lost',
};
/** The severity of the event type with which a condition began. */
export const severityOfType = (type: string): Severity =>
  Object.entries(severityByType).find(([name]) => name === type)?.[1] ?? 'alarm';

/** Text that says since when the condition has been active; once cleared, how long it was. */
export const activeText = (
  {
    date_created,
    is_active,
    duration,
    location_timezone,
  }: Pick<RunningEscalation['event'], 'date_created' | 'is_active' | 'duration' | 'location_timezone'>,
  now: number,
): string => {
  const began = Date.parse(date_created);
  const since = sinceText(began, now, location_timezone);
  return is_active || duration === null
    ? texts.since(since, spanText(now - began))
    : texts.clearedAfter(since, spanText(duration * 1_000));
};

/** A completed step: whom it notified, and the delivery state of each message. */
export interface DoneStep {
  /** Index over all rounds, from 0. */
  readonly step: number;
  readonly at: number;
  readonly people: readonly { readonly name: string; readonly became: string }[];
}

/** Delivery states of a person's messages: 'e-mail sent, SMS delivered'; only the acknowledged one if there is one. */
const deliveryText = (receipts: readonly Receipt[]): string => {
  const isDone = receipts.some(({ state }) => state === 'acknowledged');
  if (isDone) return texts.became.acknowledged;
  return receipts.map(({ method, state }) => `${texts.methods[method]} ${texts.became[state]}`).join(', ');
};

/** The completed steps, oldest first. */
export const doneSteps = ({ escalation, receipts }: RunningEscalation): readonly DoneStep[] =>
  escalation.steps.map(({ step, at, spared = [] }) => {
    const byName = Map.groupBy(
      receipts.filter((receipt) => receipt.step === step),
      ({ name }) => name,
    );
    return {
      step,
      at: Date.parse(at),
      people: [
        ...[...byName].map(([name, theirs]) => ({ name, became: deliveryText(theirs) })),
        ...spared
          .filter(({ name }) => !byName.has(name))
          .map(({ name, policy }) => ({ name, became: texts.sparedBy(policy) })),
      ],
    };
  });

/** The newest completed steps, and the number of earlier ones. */
export const shownSteps = (
  running: RunningEscalation,
): { readonly shown: readonly DoneStep[]; readonly earlier: number } => {
  const done = doneSteps(running);
  return { shown: done.slice(-maxDone), earlier: Math.max(0, done.length - maxDone) };
};

/** '2:45', above an hour '1:02:45'; null if no time is left. */
export const countdownText = (ms: number): string | null => {
  if (ms <= 0) return null;
  const seconds = Math.ceil(ms / 1_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};

/** 'step 3 of 3', with the round if there are several. */
export const stepNumberText = (step: number, { steps_in_round: steps, rounds }: RunningEscalation): string => {
  const place = texts.place((step % steps) + 1, steps);
  return rounds === 1 ? place : `${place}, ${texts.round(Math.floor(step / steps) + 1, rounds)}`;
};
