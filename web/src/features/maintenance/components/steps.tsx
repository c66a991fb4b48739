import type { MaintenanceRecord } from '@tocsin/contract/maintenance';
import { texts } from '@tocsin/contract/texts/maintenance';
import { Icon } from '../../../ui/icon.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { zonedClockText } from '../../../ui/time.ts';
import type { Stage } from '../model.ts';
import css from './steps.module.css';

const t = texts.page.steps;

interface Step {
  readonly key: string;
  readonly text: string;
  readonly state: 'done' | 'now' | 'next';
  readonly at: number | null;
}

const order: readonly Stage[] = ['ready', 'cause', 'clear', 'comment'];

/** The steps of a test: done with their times, current, and next. */
const stepsOf = (
  stage: Stage,
  startedAt: number | null,
  alarmAt: number | null,
  endedAt: number | null,
): readonly Step[] => {
  const here = order.indexOf(stage);
  const all: readonly (readonly [string, string, number | null])[] = [
    [t.start, t.started, startedAt],
    [t.cause, t.detected, alarmAt],
    [t.clear, t.cleared, endedAt],
    [t.comment, t.comment, null],
  ];
  return all.map(([doing, done, at], index) => ({
    key: doing,
    text: index < here ? done : doing,
    state: index < here ? 'done' : index === here ? 'now' : 'next',
    at: index < here ? at : null,
  }));
};

interface Props {
  readonly stage: Stage;
  readonly current: MaintenanceRecord | null;
  readonly waiting: MaintenanceRecord | undefined;
  /** When the sensor's current alarm began. */
  readonly since: number | null;
  readonly zone: string;
}

export const Steps = ({ stage, current, waiting, since, zone }: Props) => {
  const record = stage === 'comment' ? waiting : (current ?? undefined);
  const at = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));
  const steps = stepsOf(
    stage,
    stage === 'ready' ? null : at(record?.started_at),
    stage === 'clear' ? since : null,
    stage === 'comment' ? at(record?.maintenance_time) : null,
  );
  return (
    <Stack as="ol" gap={4} className={css.steps}>
      {steps.map((step, index) => (
        <li key={step.key} className={css[step.state]} aria-current={step.state === 'now' ? 'step' : undefined}>
          <Text
            width={20}
            height={20}
            border="1px solid var(--line2)"
            borderRadius="50%"
            size={12}
            weight={600}
            className={css.mark}
          >
            {step.state === 'done' ? <Icon name="tick" size={16} /> : index + 1}
          </Text>
          <Text flex={1}>{step.text}</Text>
          <small>{step.state === 'now' ? t.now : step.at === null ? '' : zonedClockText(step.at, zone)}</small>
        </li>
      ))}
    </Stack>
  );
};
