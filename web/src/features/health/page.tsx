import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Health } from '@tocsin/contract/health';
import { texts } from '@tocsin/contract/texts/health';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { AliveForm } from './components/alive-form.tsx';
import { HealthCard } from './components/health-card.tsx';
import { PartCard } from './components/part-card.tsx';
import { ScheduledCard } from './components/scheduled-card.tsx';
import css from './health.module.css';
import { severityOf } from './model.ts';
import { healthQuery } from './queries.ts';

const Summary = ({ health }: { readonly health: Health }) => {
  const wrong = health.parts.filter((part) => part.standing !== 'ok').map((part) => texts.parts[part.part].title);
  return (
    <Row wrap gap="8px 12px" padding="0 var(--page-pad) 16px" className={css.summary} role="status">
      <StatusTag severity={severityOf[health.standing]} word={texts.words[health.standing]} />
      <strong>{wrong.length === 0 ? texts.allWell : texts.wrong(wrong)}</strong>
      <span>
        {texts.updated} <Age at={Date.parse(health.at)} now={serverNow} />
      </span>
    </Row>
  );
};

const Heartbeat = ({ isOn }: { readonly isOn: boolean }) => (
  <HealthCard
    id="heartbeat-title"
    title={texts.heartbeat.title}
    tag={<StatusTag severity={isOn ? 'ok' : 'disabled'} word={isOn ? 'On' : 'Off'} />}
  >
    <Text as="p" tone="quiet">
      {isOn ? texts.heartbeat.on : texts.heartbeat.off}
    </Text>
  </HealthCard>
);

/** Server health for operators: status, metrics, limits and advice for each part. */
export const HealthPage = () => {
  const { data, error, refetch } = useQuery(healthQuery());
  return (
    <>
      <PageHeader
        title={texts.title}
        about={data && texts.about(data.version, data.roles)}
        back={<Link to="/oem/setting">{texts.back}</Link>}
      />
      {error && data && <Notice tone="alarm">{texts.old}</Notice>}
      {error && !data && <Failed text={texts.failed} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Summary health={data} />
          {data.newer && (
            <Notice tone={data.newer.is_security ? 'alarm' : 'warning'}>
              {(data.newer.is_security ? texts.securityUpdate : texts.newer)(data.newer.version)} {data.newer.advice}{' '}
              <a href={data.newer.advisory}>{texts.advisory}</a>
            </Notice>
          )}
          <div className={css.cards}>
            {data.parts.map((part) => (
              <PartCard key={part.part} part={part} />
            ))}
            {data.scheduled && <ScheduledCard jobs={data.scheduled} />}
            <Heartbeat isOn={data.dead_man} />
            <AliveForm />
          </div>
        </>
      )}
    </>
  );
};
