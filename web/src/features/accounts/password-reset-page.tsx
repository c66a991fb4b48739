import { useNavigate, useParams } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { texts as methods } from '@tocsin/contract/texts/contact-methods';
import { useEffect, useState } from 'react';
import { signOut, token } from '../../api/session.ts';
import { Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { alerts } from './alerts.ts';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { PublicPage } from './components/public-page.tsx';
import { parseResetKey } from './model.ts';
import { confirmReset, isOwnLink, logout, serverText } from './queries.ts';

const t = texts.activation;

/** Signs out the signed-in user if the link belongs to somebody else. */
const leaveOthersSession = async (uid: string): Promise<void> => {
  if (token() === null || (await isOwnLink(uid))) return;
  await logout().catch(() => undefined);
  signOut();
};

export const PasswordResetPage = () => {
  const { id } = useParams({ from: '/password/reset/key/$id' });
  const navigate = useNavigate();
  const link = parseResetKey(id);
  const uid = link?.uid ?? '';
  const [ready, setReady] = useState(false);

  useEffect(() => {
    let gone = false;
    void leaveOthersSession(uid).then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [uid]);

  const fail = (error: unknown): void => alerts.show('change-password-error', serverText(error));
  const send = async (first: string, second: string): Promise<void> => {
    if (link === null) return fail(null);
    const { held = 0 } = await confirmReset(link, first, second);
    // A reset by link ends all sessions of the user, including one in this browser.
    signOut();
    alerts.show('change-password-success');
    if (held > 0) showToast('warning', methods.heldNote);
    await navigate({ to: '/', replace: true });
  };
  return (
    <PublicPage title={t.resetTitle}>
      {ready ? <NewPasswordForm submit={t.resetSubmit} onSend={send} onFailed={fail} /> : <Loading />}
    </PublicPage>
  );
};
