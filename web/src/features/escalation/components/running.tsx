import { useQuery } from '@tanstack/react-query';
import { may } from '@tocsin/contract/permissions';
import type { NextStep, RunningEscalation } from '@tocsin/contract/running-escalations';
import { texts } from '@tocsin/contract/texts/running-escalations';
import { useState } from 'react';
import { shownNow } from '../../../live/clock.ts';
import { askAcknowledge } from '../../../live/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PriorityTag } from '../../../ui/priority-tag.tsx';
import { Failed } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { clockText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { notifyNext, runningQuery } from '../queries.ts';
import { activeText, countdownText, severityOfType, shownSteps, stepNumberText } from '../running-model.ts';
import { gapText } from './preview-steps.tsx';
import css from './running.module.css';

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
    <section className={css.running} aria-label={texts.title}>
      {shown.map((running) => (
        <Card key={running.escalation.id} running={running} />
      ))}
      {data.count > atFirst && (
        <p className={css.more}>
          {hidden > 0 && texts.more(hidden)}{' '}
          {data.results.length > atFirst && (
            <Button look="quiet" size="bar" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? texts.fewer : texts.showAll}
            </Button>
          )}
        </p>
      )}
    </section>
  );
};

const Card = ({ running }: { readonly running: RunningEscalation }) => {
  const { event, escalation, next } = running;
  const zone = event.location_timezone;
  const activeFor = useTicking(() => activeText(event, shownNow()));
  const place = [event.device, event.sensor_name].filter(Boolean).join(', ');
  return (
    <article className={css.card} aria-label={place} data-state={escalation.state}>
      <div className={css.what}>
        <p className={css.head}>
          <State event={event} /> <b>{texts.states(escalation.state)}</b>
        </p>
        <h2>{place}</h2>
        <p className={css.quiet}>
          {event.priority && <PriorityTag priority={event.priority} />} {activeFor}
        </p>
        <p className={css.quiet}>
          {event.location}, {texts.policy(escalation.title)}
        </p>
      </div>
      <Steps running={running} zone={zone} />
      <Next running={running} next={next} zone={zone} />
    </article>
  );
};

/** Filled while the condition is active, outlined once it has cleared. */
const State = ({ event }: Pick<RunningEscalation, 'event'>) => {
  const severity = severityOfType(event.event_type);
  if (event.is_active) return <StatusTag severity={severity} />;
  return (
    <span className={css.cleared} data-severity={severity}>
      <Icon name={severity === 'warning' ? 'warning' : 'bell'} size={12} />
      {texts.cleared}
    </span>
  );
};

/** A timeline of the newest completed steps and the next one. */
const Steps = ({ running, zone }: { readonly running: RunningEscalation; readonly zone: string }) => {
  const { shown, earlier } = shownSteps(running);
  const { next, escalation } = running;
  return (
    <ol className={css.steps} aria-label={texts.steps(escalation.title)}>
      {earlier > 0 && <li className={css.earlier}>{texts.earlier(earlier)}</li>}
      {shown.map(({ step, at, people }) => (
        <li key={step} className={css.done}>
          <time dateTime={new Date(at).toISOString()}>{clockText(at, zone)}</time>
          {people.length === 0 && <b className={css.nobody}>{texts.nobodyReached}</b>}
          {people.map(({ name, became }) => (
            <span key={name}>
              <b>{name}</b> <small>{became}</small>
            </span>
          ))}
        </li>
      ))}
      {next && (
        <li className={css.coming}>
          <time dateTime={next.at}>{clockText(Date.parse(next.at), zone)}</time>
          <b>{namesOf(next) || texts.nobodyReached}</b>
          <small>{texts.notBegun}</small>
          {next.gaps.map((gap) => (
            <small key={`${gap.kind} ${gap.id}`} className={css.nobody}>
              <Icon name="warning" size={14} /> {gapText(gap)}
            </small>
          ))}
        </li>
      )}
    </ol>
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
      <div className={css.next}>
        {next && (
          <>
            <span>{texts.nextIn(names || texts.nobodyReached)}</span>
            <strong role="timer">{left ?? texts.now}</strong>
            <small>{stepNumberText(next.step, running)}</small>
          </>
        )}
        {escalation.state === 'running' && <small>{texts.overAt(clockText(Date.parse(running.over_at), zone))}</small>}
      </div>
      {mayAct && (
        <div className={css.acts}>
          <Button look="primary" onClick={() => askAcknowledge([event])}>
            {texts.acknowledge}
          </Button>
          {next && (
            <Button busy={busy} onClick={() => notifyNow(next)}>
              {names === '' ? texts.notifyNobody : texts.notifyNow(names)}
            </Button>
          )}
        </div>
      )}
    </>
  );
};
