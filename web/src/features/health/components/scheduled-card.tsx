import type { ScheduledJobHealth } from '@tocsin/contract/health';
import { texts } from '@tocsin/contract/texts/health';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { spanText } from '../../../ui/time.ts';
import css from '../health.module.css';
import { severityOf } from '../model.ts';

const Job = ({ job }: { readonly job: ScheduledJobHealth }) => (
  <Row
    align="baseline"
    justify="space-between"
    gap={16}
    padding="6px 0"
    borderTop="1px solid var(--line)"
    className={css.figure}
  >
    <dt>
      {texts.scheduled.names[job.task] ?? job.task}
      <small>{texts.scheduled.every(spanText(job.every_seconds * 1_000))}</small>
      {job.failures > 0 && <small>{texts.scheduled.failed(job.failures, job.error)}</small>}
      {job.late_seconds > 0 && job.standing !== 'ok' && (
        <small>{texts.scheduled.late(spanText(job.late_seconds * 1_000))}</small>
      )}
    </dt>
    <dd>
      {job.standing !== 'ok' && <StatusTag severity={severityOf[job.standing]} word={texts.words[job.standing]} />}
      {job.succeeded_at === null ? texts.scheduled.never : <Age at={Date.parse(job.succeeded_at)} now={serverNow} />}
    </dd>
  </Row>
);

/** The jobs that run at fixed intervals: when each last succeeded, and what is wrong with it. */
export const ScheduledCard = ({ jobs }: { readonly jobs: readonly ScheduledJobHealth[] }) => (
  <Stack
    as="section"
    surface
    minWidth={0}
    marginBottom="var(--grid-gap)"
    className={css.card}
    aria-labelledby="scheduled-title"
  >
    <header>
      <h2 id="scheduled-title">{texts.scheduled.title}</h2>
    </header>
    <Text as="p" tone="quiet">
      {texts.scheduled.help}
    </Text>
    <dl>
      {jobs.map((job) => (
        <Job key={job.task} job={job} />
      ))}
    </dl>
  </Stack>
);
