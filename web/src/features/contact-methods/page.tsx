import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContactMethod } from '@tocsin/contract/contact-methods';
import { texts as accountTexts } from '@tocsin/contract/texts/accounts';
import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { AskOwnProof } from '../../domain/ask-own-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading, NotAllowed } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { AddDialog } from './add-dialog.tsx';
import { LastConfirmed, MethodRow } from './method-row.tsx';
import { Part } from './part.tsx';
import { ProviderProof } from './provider-proof.tsx';
import {
  changeMethod,
  contactMethodsKey,
  contactMethodsQuery,
  keepMethod,
  removeMethod,
  sendCode,
  testEmail,
  testMethod,
} from './queries.ts';
import { QuietHours } from './quiet-hours.tsx';
import { ThisBrowser } from './this-browser.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

type Sent = Awaited<ReturnType<typeof testMethod>>;

interface Verifying {
  readonly id: number;
  readonly title: string;
  readonly failure: string | null;
  readonly secret: string | null;
}

/** How the signed-in user is notified: contact methods, each with a test, this browser, and quiet hours. */
export const MyNotificationsPage = () => {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(contactMethodsQuery());
  // A session of a client's provider may add a method within minutes of a sign-in there; others prove themselves at once.
  const client = data?.only_client ?? null;
  const isForbidden = error instanceof CallError && error.status === 403;
  const mayAdd = client === null || data?.proven_until != null;
  const [adding, setAdding] = useState<'sms' | 'webhook' | null>(null);
  const [verifying, setVerifying] = useState<Verifying | null>(null);
  const [keeping, setKeeping] = useState<ContactMethod | null>(null);
  const { ask, dialog } = useConfirm();
  const changed = () => queries.invalidateQueries({ queryKey: contactMethodsKey });
  const options = { refetches: [contactMethodsKey], refetchesAnyway: true };
  const showSent = (sent: Sent, text: string): void =>
    sent.is_sent ? showToast('success', text) : showToast('error', t.notSent(sent.error ?? ''));
  const { run: test } = useAction(({ id }: ContactMethod) => testMethod(id), {
    ...options,
    onDone: (sent) => showSent(sent, t.testSent),
  });
  const { run: changeLeast } = useAction(
    ({ id }: ContactMethod, least_priority: ContactMethod['least_priority']) => changeMethod(id, { least_priority }),
    { ...options, toast: t.saved },
  );
  const { run: mailTest } = useAction(() => testEmail(), { ...options, toast: t.mailQueued });
  const { run: verify } = useAction(({ id }: ContactMethod) => sendCode(id), {
    ...options,
    onDone: (sent, { id, title, kind }) => {
      if (kind === 'push') showSent(sent, t.browserCheck);
      else setVerifying({ id, title, failure: sent.error, secret: null });
    },
  });
  const remove = ({ id, title }: ContactMethod): void =>
    ask({
      title: t.removeTitle(title),
      body: t.removeBody,
      yes: t.remove,
      danger: true,
      act: async () => {
        await removeMethod(id);
        showToast('success', t.removed);
        await changed();
      },
    });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      {error && !data && !isForbidden && <Failed text={t.failed} again={() => void refetch()} />}
      {isForbidden && <NotAllowed text={accountTexts.settings.ownSignInOnly} />}
      {!data && !error && <Loading />}
      {data && (
        <Stack gap={16} maxWidth={900} padding="0 var(--page-pad) 32px">
          {client !== null && <ProviderProof client={client} until={data.proven_until} />}
          <Part id="methods" title={t.methods}>
            {data.results.some((method) => method.held_at != null) && <p role="note">{t.heldNote}</p>}
            <ul>
              <Row as="li" wrap gap={12} padding="12px 0" borderTop="1px solid var(--line)">
                <Icon name="mail" size={20} />
                <Stack flex={1} gap={2} minWidth={180} overflowWrap="anywhere">
                  <b>{data.email}</b>
                  <small>{t.email}</small>
                  <small>{t.always}</small>
                  <LastConfirmed at={data.email_confirmed_at} />
                </Stack>
                <StatusTag severity="ok" word={t.verified} />
                {client === null && (
                  <Row as="span" wrap gap={8}>
                    <Button size="bar" onClick={mailTest} aria-label={t.testOf(data.email)}>
                      {t.test}
                    </Button>
                  </Row>
                )}
              </Row>
              {data.results.map((method) => (
                <MethodRow
                  key={method.id}
                  method={method}
                  onLeast={(least_priority) => changeLeast(method, least_priority)}
                  onTest={() => test(method)}
                  onVerify={() => verify(method)}
                  onKeep={() => setKeeping(method)}
                  onRemove={() => remove(method)}
                />
              ))}
            </ul>
            <Row wrap gap={8}>
              {data.has_sms && (
                <Button icon="plus" disabled={!mayAdd} onClick={() => setAdding('sms')}>
                  {t.addNumber}
                </Button>
              )}
              <Button icon="plus" disabled={!mayAdd} onClick={() => setAdding('webhook')}>
                {t.addWebhook}
              </Button>
            </Row>
            {!data.has_sms && <small>{t.noSms}</small>}
          </Part>
          <ThisBrowser
            pushKey={data.push_key}
            mayAdd={mayAdd}
            isProven={client !== null}
            hasBrowser={data.results.some(({ kind, state }) => kind === 'push' && state !== 'ended')}
          />
          {client === null && <QuietHours key={JSON.stringify(data.quiet_hours)} stored={data.quiet_hours} />}
        </Stack>
      )}
      {adding !== null && (
        <AddDialog
          isProven={client !== null}
          kind={adding}
          onClose={() => setAdding(null)}
          onAdded={(method) => {
            setAdding(null);
            void changed();
            const { id, title, sent, secret } = method;
            if (method.state === 'unverified') setVerifying({ id, title, failure: sent.error, secret: secret ?? null });
          }}
        />
      )}
      {verifying && (
        <VerifyDialog
          {...verifying}
          onClose={() => setVerifying(null)}
          onVerified={() => {
            setVerifying(null);
            showToast('success', t.verified);
            void changed();
          }}
        />
      )}
      {keeping && (
        <AskOwnProof
          title={t.keepOf(keeping.title)}
          about={t.keepAbout}
          submit={t.keep}
          onSend={async (proof) => {
            await keepMethod(keeping.id, proof);
            setKeeping(null);
            showToast('success', t.saved);
            await changed();
          }}
          onClose={() => setKeeping(null)}
        />
      )}
      {dialog}
    </>
  );
};
