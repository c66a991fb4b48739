import { Link, useParams } from '@tanstack/react-router';
import { endpoints, type LinkedMessage } from '@tocsin/contract/messages';
import { texts as t } from '@tocsin/contract/texts/message-link';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { LinkPage } from '../../domain/link-page.tsx';
import { PriorityTag } from '../../domain/priority-tag.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { exactText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import css from './link-page.module.css';

const longest = 1_500;

/** The page of a message's one-time link: shows the alarm, with a button that acknowledges it. */
export const MessageLinkPage = () => {
  const { token } = useParams({ from: '/acknowledge/$token' });
  return (
    <LinkPage
      queryKey={['messages', 'link', token]}
      read={(signal) => call(endpoints.linked, { body: { token }, signal })}
      t={t}
      elsewhere={<Link to="/">{t.signIn}</Link>}
    >
      {(message) => <Message message={message} token={token} />}
    </LinkPage>
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
      <Row as="p" gap={8} weight={600} className={css.state} data-active={event.is_active && !shown.is_test}>
        <Icon name={event.is_active && !shown.is_test ? 'bellSolid' : 'bell'} size={16} />
        {shown.is_test ? t.test : event.is_active ? t.active : t.cleared}
        {event.priority && <PriorityTag priority={event.priority} />}
      </Row>
      <h1>{event.what}</h1>
      <Stack as="dl" gap={6} margin={0}>
        {facts.map(([name, value]) => (
          <Grid columns="72px 1fr" gap={12} key={name}>
            <Text as="dt" tone="faint">
              {name}
            </Text>
            <Text as="dd" margin={0} overflowWrap="anywhere">
              {value}
            </Text>
          </Grid>
        ))}
      </Stack>
      {acknowledged && (
        <Row
          as="p"
          gap={8}
          padding="8px 12px"
          borderLeft="3px solid var(--brand)"
          background="var(--sunken)"
          role="status"
        >
          <Icon name="tick" size={16} /> {t.by(acknowledged.by, exactText(Date.parse(acknowledged.at), event.timezone))}
        </Row>
      )}
      {shown.state === 'open' ? (
        <Stack
          as="form"
          gap={10}
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
            <Text as="p" tone="alarm" role="alert">
              {failure}
            </Text>
          )}
          <Button look="primary" type="submit" busy={busy} className={css.act}>
            {t.button}
          </Button>
          <Text as="p" tone="faint">
            {t.help}
          </Text>
        </Stack>
      ) : (
        <Text as="p" tone="faint">
          {shown.state === 'used' ? t.used : shown.state === 'expired' ? t.expired : t.late}{' '}
          <Link to="/">{t.signIn}</Link>
        </Text>
      )}
      <Text as="p" tone="faint">
        {t.to(shown.to)}
      </Text>
    </>
  );
};
