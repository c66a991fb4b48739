import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { endpoints, type LinkedMessage } from '@tocsin/contract/messages';
import { texts as product } from '@tocsin/contract/texts/accounts';
import { texts as t } from '@tocsin/contract/texts/message-link';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/http.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PriorityTag } from '../../ui/priority-tag.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { usePageTitle } from '../../ui/tab-sign.ts';
import { exactText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import css from './link-page.module.css';

const longest = 1_500;

/** The page of a message's one-time link: shows the alarm, with a button that acknowledges it. */
export const MessageLinkPage = () => {
  const { token } = useParams({ from: '/acknowledge/$token' });
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', 'link', token],
    queryFn: ({ signal }) => call(endpoints.linked, { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isUnknown = error instanceof CallError && error.status === 404;
  usePageTitle(isUnknown ? t.unknownTitle : t.title);
  return (
    <div className={css.page}>
      <header className={css.header}>
        <Link to="/" className={css.logo} aria-label={product.landing.header.home}>
          <Logo size={28} />
          <span>{product.product}</span>
        </Link>
      </header>
      <main className={css.card}>
        {data ? (
          <Message message={data} token={token} />
        ) : error === null ? (
          <Loading text={t.loading} />
        ) : isUnknown ? (
          <>
            <h1>{t.unknownTitle}</h1>
            <p>{t.unknown}</p>
            <Link to="/">{t.signIn}</Link>
          </>
        ) : (
          <Failed text={t.failed} again={() => void refetch()} />
        )}
      </main>
    </div>
  );
};

const Message = ({ message, token }: { readonly message: LinkedMessage; readonly token: string }) => {
  const [comment, setComment] = useState('');
  const [data, setData] = useState<LinkedMessage | null>(null);
  const { run, busy, failure } = useAction(
    () => call(endpoints.acknowledgeLinked, { body: { token, comment: comment.trim() } }),
    { fails: 'here', onDone: setData },
  );
  const shown = data ?? message;
  const { event, acknowledged } = shown;
  const facts: readonly (readonly [string, string])[] = [
    [t.facts.site, `${event.site}, ${event.client}`],
    [t.facts.device, event.device],
    ...(event.sensor === null ? [] : [[t.facts.sensor, event.sensor] as const]),
    [t.facts.since, exactText(Date.parse(event.at), event.timezone)],
  ];
  return (
    <>
      <p className={css.state} data-active={event.is_active && !shown.is_test}>
        <Icon name={event.is_active && !shown.is_test ? 'bellSolid' : 'bell'} size={16} />
        {shown.is_test ? t.test : event.is_active ? t.active : t.cleared}
        {event.priority && <PriorityTag priority={event.priority} />}
      </p>
      <h1>{event.what}</h1>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {acknowledged && (
        <p className={css.done} role="status">
          <Icon name="tick" size={16} /> {t.by(acknowledged.by, exactText(Date.parse(acknowledged.at), event.timezone))}
        </p>
      )}
      {shown.state === 'open' ? (
        <form
          className={css.form}
          onSubmit={(submit) => {
            submit.preventDefault();
            run();
          }}
        >
          <label htmlFor="acknowledge-comment">{t.comment}</label>
          <Input.TextArea
            id="acknowledge-comment"
            value={comment}
            maxLength={longest}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(change) => setComment(change.target.value)}
          />
          {failure && (
            <p className={css.failure} role="alert">
              {failure}
            </p>
          )}
          <Button look="primary" type="submit" busy={busy} className={css.act}>
            {t.button}
          </Button>
          <p className={css.quiet}>{t.help}</p>
        </form>
      ) : (
        <p className={css.quiet}>
          {shown.state === 'used' ? t.used : shown.state === 'expired' ? t.expired : t.late}{' '}
          <Link to="/">{t.signIn}</Link>
        </p>
      )}
      <p className={css.quiet}>{t.to(shown.to)}</p>
    </>
  );
};
