import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { LinkedInvitation } from '@tocsin/contract/invitations';
import { texts } from '@tocsin/contract/texts/invitations';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { token as session, signOut } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { pageLocale } from '../../../ui/locale.ts';
import { Failed, Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { NewPasswordForm } from '../components/new-password-form.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { Terms } from '../components/terms.tsx';
import { InvitedByProvider } from '../provider/invited-by-provider.tsx';
import { serverText } from '../queries.ts';
import { acceptLinked, declineLinked, linkedInvitationQuery } from './queries.ts';

const t = texts.page;
const dayOf = (iso: string): string => new Date(iso).toLocaleDateString(pageLocale('en-US'), { dateStyle: 'long' });

interface Props {
  readonly token: string;
  readonly invitation: LinkedInvitation;
  readonly onDone: (text: string) => void;
}

/** Accepts or declines an e-mailed invitation; asks for a new password if the mailbox has never been confirmed. */
const Answer = ({ token, invitation, onDone }: Props) => {
  const [agreed, setAgreed] = useState(!invitation.needs_terms);
  const fail = (error: unknown): void => showToast('error', serverText(error) ?? texts.failed);
  const { run: answer, busy } = useAction(
    (isAccepted: boolean) => (isAccepted ? acceptLinked(token, {}) : declineLinked(token)),
    {
      failureText: (error) => serverText(error) ?? texts.failed,
      onDone: (_, isAccepted) => onDone(isAccepted ? accepted : t.declined),
    },
  );
  const accepted = session() === null ? t.acceptedSignIn : t.accepted;
  const withPassword = async (password1: string, password2: string): Promise<void> => {
    await acceptLinked(token, { password1, password2, terms: agreed });
    // The new password ends all sessions of the account, including one in this browser.
    signOut();
    onDone(t.acceptedSignIn);
  };
  return (
    <div className="acc-form">
      <p>{t.about(invitation.invited_by, invitation.company, invitation.email)}</p>
      <p className="acc-about">
        {t.privacy} {t.expires(dayOf(invitation.expires_at))}
      </p>
      {invitation.needs_password && <p className="acc-about">{t.password}</p>}
      {invitation.needs_terms && (
        <>
          <Terms />
          <label className="acc-agree">
            <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
            {t.agree}
          </label>
        </>
      )}
      {invitation.needs_password && agreed && (
        <NewPasswordForm submit={t.acceptWithPassword} onSend={withPassword} onFailed={fail} />
      )}
      <div className="acc-actions">
        {!invitation.needs_password && (
          <Button look="primary" size="large" busy={busy} onClick={() => answer(true)}>
            {texts.accept}
          </Button>
        )}
        <Button size="large" disabled={busy} onClick={() => answer(false)}>
          {texts.decline}
        </Button>
      </div>
      {!invitation.needs_password && <InvitedByProvider token={token} />}
    </div>
  );
};

export const InvitationLinkPage = () => {
  const { token } = useParams({ from: '/invitation/link/$token' });
  const queries = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ ...linkedInvitationQuery(token), enabled: done === null });
  const isGone = error instanceof CallError && error.status === 404;
  const finish = (text: string): void => {
    setDone(text);
    void queries.invalidateQueries();
  };
  const ended = done ?? (isGone ? t.gone : null);
  return (
    <PublicPage title={data ? t.to(data.company) : t.title} wide={data?.needs_terms ?? false}>
      {ended !== null && (
        <div className="acc-form">
          <p role="status">{ended}</p>
          <Link to="/">{t.home}</Link>
        </div>
      )}
      {ended === null && error !== null && <Failed text={error.message} again={() => void refetch()} />}
      {ended === null && data && <Answer token={token} invitation={data} onDone={finish} />}
      {ended === null && !data && !error && <Loading />}
    </PublicPage>
  );
};
