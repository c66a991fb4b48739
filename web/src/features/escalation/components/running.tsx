import { useQuery } from '@tanstack/react-query';
import { may } from '@tocsin/contract/permissions';
import type { NextStep, RunningEscalation } from '@tocsin/contract/running-escalations';
import { texts } from '@tocsin/contract/texts/running-escalations';
import { useState } from 'react';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { shownNow } from '../../../live/clock.ts';
import { askAcknowledge } from '../../../live/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { Failed } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { clockText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { notifyNext, runningQuery } from '../queries.ts';
import { activeText, countdownText, severityOfType, shownSteps, stepNumberText } from '../running-model.ts';
import { gapText } from './preview-steps.tsx';
import css from './running.module.css';
import { Step, Steps } from './steps.tsx';

const atFirst = 3;

interface Props {
  readonly client: number | null;
  readonly site: number | null;
}

/** Running escalations, most urgent first: who was notified how, who is next and when. Nothing if none is running. */
export const Running = ({ client, site }: Props) => {
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery(runningQuery(client, site));
  if (error && !data) return <Failed text={texts.failed} again={() => void refetch()} />;
  if (!data || data.results.length === 0) return null;
  const shown = all ? data.results : data.results.slice(0, atFirst);
  const hidden = data.count - shown.length;
  return (
    <Stack as="section" gap={12} margin="0 var(--page-pad) 16px" aria-label={texts.title}>
      {shown.map((running) => (
        <Card key={running.escalation.id} running={running} />
      ))}
      {data.count > atFirst && (
        <Row as="p" gap={8} className={css.more}>
          {hidden > 0 && texts.more(hidden)}{' '}
          {data.results.length > atFirst && (
            <Button look="quiet" size="bar" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? texts.fewer : texts.showAll}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
};

const Card = ({ running }: { readonly running: RunningEscalation }) => {
  const { event, escalation, next } = running;
  const zone = event.location_timezone;
  const activeFor = useTicking(() => activeText(event, shownNow()));
  const place = [event.device, event.sensor_name].filter(Boolean).join(', ');
  return (
    <Grid
      as="article"
      columns="minmax(220px, 1.2fr) minmax(0, 2.4fr) minmax(130px, auto) auto"
      gap="8px 24px"
      align="center"
      padding="12px 16px"
      // Red is for what stands; what has cleared waits without an alarm's colour.
      border={event.is_active ? '2px solid var(--alarm)' : '1px solid var(--line2)'}
      borderRadius="var(--r-card)"
      background="var(--surface)"
      className={css.card}
      aria-label={place}
      data-state={escalation.state}
    >
      <Stack gap={4} minWidth={0} overflowWrap="anywhere" className={css.what}>
        <h2>{place}</h2>
        <Row as="p" wrap gap={8}>
          <State event={event} /> <b>{texts.states(escalation.state)}</b>
        </Row>
        <p className={css.quiet}>
          {event.priority && <PriorityTag priority={event.priority} />} {activeFor}
        </p>
        <p className={css.quiet}>
          {event.location}, {texts.policy(escalation.title)}
        </p>
      </Stack>
      <RunSteps running={running} zone={zone} />
      <Next running={running} next={next} zone={zone} />
    </Grid>
  );
};

/** Filled while the condition is active, outlined once it has cleared. */
const State = ({ event }: Pick<RunningEscalation, 'event'>) => {
  const severity = severityOfType(event.event_type);
  if (event.is_active) return <StatusTag severity={severity} />;
  return (
    <Text
      height={20}
      padding="0 6px"
      border="1px solid var(--line2)"
      borderRadius="var(--r-pill)"
      tone="quiet"
      size={12}
      weight={600}
    >
      <Icon name={severity === 'warning' ? 'warning' : 'bell'} size={12} />
      {texts.cleared}
    </Text>
  );
};

/** The newest completed steps and the next one. */
const RunSteps = ({ running, zone }: { readonly running: RunningEscalation; readonly zone: string }) => {
  const { shown, earlier } = shownSteps(running);
  const { next, escalation } = running;
  return (
    <div className={css.steps}>
      <Steps label={texts.steps(escalation.title)} least={120}>
        {earlier > 0 && <Step at="">{texts.earlier(earlier)}</Step>}
        {shown.map(({ step, at, people }) => (
          <Step key={step} at={clockText(at, zone)}>
            {people.length === 0 && <b className={css.nobody}>{texts.nobodyReached}</b>}
            {people.map(({ name, became }) => (
              <div key={name}>
                <b>{name}</b> <small>{became}</small>
              </div>
            ))}
          </Step>
        ))}
        {next && (
          <Step at={clockText(Date.parse(next.at), zone)} isNext>
            <b>{namesOf(next) || texts.nobodyReached}</b>
            <small>{texts.notBegun}</small>
            {next.gaps.map((gap) => (
              <small key={`${gap.kind} ${gap.id}`} className={css.nobody}>
                <Icon name="warning" size={14} /> {gapText(gap)}
              </small>
            ))}
          </Step>
        )}
      </Steps>
    </div>
  );
};

/** Names of the people and webhooks that a step would notify; '': nobody. */
const namesOf = ({ people, webhooks }: NextStep): string => texts.and([...people, ...webhooks]);

interface NextProps {
  readonly running: RunningEscalation;
  readonly next: NextStep | null;
  readonly zone: string;
}

/** The countdown to the next step, with the actions on the escalation. */
const Next = ({ running, next, zone }: NextProps) => {
  const at = next === null ? 0 : Date.parse(next.at);
  const left = useTicking(() => countdownText(at - shownNow()));
  const { event, escalation } = running;
  const mayAct = may(running, 'notification.acknowledge');
  const names = next === null ? '' : namesOf(next);
  const { run: notifyNow, busy } = useAction(
    ({ step }: NextStep) => notifyNext(event.id, { escalation: escalation.id, step }),
    {
      toast: () => texts.notified(names || texts.nobodyReached),
      refetches: [['on-call', 'running']],
      refetchesAnyway: true,
    },
  );
  return (
    <>
      <Stack gap={2} minWidth={0} className={css.next}>
        {next && (
          <>
            <span>{texts.nextIn(names || texts.nobodyReached)}</span>
            <Text
              as="strong"
              tone="plain"
              size={event.is_active ? 28 : 16}
              line={event.is_active ? 32 : 24}
              role="timer"
            >
              {left ?? texts.now}
            </Text>
            <small>{stepNumberText(next.step, running)}</small>
          </>
        )}
        {escalation.state === 'running' && <small>{texts.overAt(clockText(Date.parse(running.over_at), zone))}</small>}
      </Stack>
      {mayAct && (
        <Stack gap={8} className={css.acts}>
          <Button look={event.is_active ? 'primary' : 'plain'} onClick={() => askAcknowledge([event])}>
            {texts.acknowledge}
          </Button>
          {next && (
            <Button busy={busy} onClick={() => notifyNow(next)}>
              {names === '' ? texts.notifyNobody : texts.notifyNow(names)}
            </Button>
          )}
        </Stack>
      )}
    </>
  );
};
