import type { ScheduledJobHealth } from '@tocsin/contract/health';
import { texts } from '@tocsin/contract/texts/health';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { spanText } from '../../../ui/time.ts';
import { severityOf } from '../model.ts';
import { FigureRow, HealthCard } from './health-card.tsx';

const Job = ({ job }: { readonly job: ScheduledJobHealth }) => (
  <FigureRow>
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
  </FigureRow>
);

/** The jobs that run at fixed intervals: when each last succeeded, and what is wrong with it. */
export const ScheduledCard = ({ jobs }: { readonly jobs: readonly ScheduledJobHealth[] }) => (
  <HealthCard id="scheduled-title" title={texts.scheduled.title}>
    <Text as="p" tone="quiet">
      {texts.scheduled.help}
    </Text>
    <dl>
      {jobs.map((job) => (
        <Job key={job.task} job={job} />
      ))}
    </dl>
  </HealthCard>
);
