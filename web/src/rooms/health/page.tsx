import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Health } from '@tocsin/contract/health';
import { Age } from '../../kit/age.tsx';
import { Notice } from '../../kit/notice.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { serverNow } from '../../wire/clock.ts';
import css from './health.module.css';
import { severityOf } from './model.ts';
import { AliveForm } from './parts/alive-form.tsx';
import { PartCard } from './parts/part-card.tsx';
import { healthQuery } from './queries.ts';
import { texts } from './texts.ts';

const Summary = ({ health }: { readonly health: Health }) => {
  const wrong = health.parts.filter((part) => part.standing !== 'ok').map((part) => texts.parts[part.part].title);
  return (
    <div className={css.summary} role="status">
      <StatusTag severity={severityOf[health.standing]} word={texts.words[health.standing]} />
      <strong>{wrong.length === 0 ? texts.allWell : texts.wrong(wrong)}</strong>
      <span>
        {texts.updated} <Age at={Date.parse(health.at)} now={serverNow} />
      </span>
    </div>
  );
};

const DeadMan = ({ isOn }: { readonly isOn: boolean }) => (
  <section className={css.card} aria-labelledby="dead-man-title">
    <header>
      <h2 id="dead-man-title">{texts.deadMan.title}</h2>
      <StatusTag severity={isOn ? 'ok' : 'disabled'} word={isOn ? 'On' : 'Off'} />
    </header>
    <p className={css.help}>{isOn ? texts.deadMan.on : texts.deadMan.off}</p>
  </section>
);

/** How the server stands, for operators: each part by word and icon, its figures, thresholds, and what to do. */
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
          <div className={css.cards}>
            {data.parts.map((part) => (
              <PartCard key={part.part} part={part} />
            ))}
            <DeadMan isOn={data.dead_man} />
            <AliveForm />
          </div>
        </>
      )}
    </>
  );
};
