import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '@tocsin/contract/sign-ins';
import { texts } from '@tocsin/contract/texts/accounts';
import { serverNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { agentText } from '../model.ts';
import { endOtherSessions, endSession, serverText, sessionsQuery } from '../queries.ts';
import css from './page.module.css';

const t = texts.settings;

const Row = ({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) => (
  <li>
    <div>
      <strong>{agentText(session.agent)}</strong>
      <p>
        {session.is_current ? t.thisSession : session.address}, {t.lastUse}{' '}
        <Age at={Date.parse(session.used_at)} now={serverNow} />
      </p>
    </div>
    {session.is_current ? null : (
      <Button size="bar" onClick={onEnd} aria-label={`${t.end}: ${agentText(session.agent)}, ${session.address}`}>
        {t.end}
      </Button>
    )}
  </li>
);

/** The user's active sessions, with a button to end each. */
export const Sessions = () => {
  const { data, error, refetch } = useQuery(sessionsQuery());
  const { run: end } = useAction((what: () => Promise<unknown>) => what(), {
    toast: t.ended,
    failureText: (failure) => serverText(failure) ?? t.failed,
    refetches: [['sessions']],
    refetchesAnyway: true,
  });
  const others = data?.results.some((session) => !session.is_current) ?? false;
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t.sessions}</h2>
      <p>{t.sessionsAbout}</p>
      {error ? <Failed text={t.failed} again={() => void refetch()} /> : null}
      {data === undefined && !error ? <Loading /> : null}
      <Stack as="ul" className={css.sessions}>
        {data?.results.map((session) => (
          <Row key={session.id} session={session} onEnd={() => end(() => endSession(session.id))} />
        ))}
      </Stack>
      {others ? (
        <Button look="danger" className={css.all} onClick={() => end(endOtherSessions)}>
          {t.endOthers}
        </Button>
      ) : null}
    </section>
  );
};
