import { useParams } from '@tanstack/react-router';
import { endpoints, type Unsubscription } from '@tocsin/contract/email-rules';
import { texts } from '@tocsin/contract/texts/email-rules';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { LinkPage } from '../../domain/link-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';

const t = texts.unsubscribe;

/** The page of the link that ends a rule's mails, for mail programs without a button of their own for it. */
export const UnsubscribePage = () => {
  const { token } = useParams({ from: '/unsubscribe/$token' });
  return (
    <LinkPage
      queryKey={['email-rules', 'unsubscribe', token]}
      read={(signal) => call(endpoints.unsubscription, { params: { token }, signal })}
      t={t}
    >
      {(rule) => <Rule rule={rule} token={token} />}
    </LinkPage>
  );
};

const Rule = ({ rule, token }: { readonly rule: Unsubscription; readonly token: string }) => {
  const [ended, setEnded] = useState(rule);
  const { run, busy, failure } = useAction(() => call(endpoints.unsubscribe, { params: { token }, body: {} }), {
    fails: 'here',
    onDone: setEnded,
  });
  return (
    <>
      <h1>{t.title}</h1>
      <p>
        <b>{t.what(texts.events[rule.event_type], rule.client)}</b>
      </p>
      <Text as="p" tone="faint">
        {t.to(rule.to)}
      </Text>
      {ended.is_active ? (
        <>
          <p>{t.meaning}</p>
          {failure && (
            <Text as="p" tone="alarm" role="alert">
              {failure}
            </Text>
          )}
          <Button look="primary" busy={busy} onClick={() => run()}>
            {t.button}
          </Button>
        </>
      ) : (
        <p role="status">{t.ended}</p>
      )}
    </>
  );
};
