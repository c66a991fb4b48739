import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Loading } from '../../kit/states.tsx';
import { signOut, token } from '../../wire/session.ts';
import { alerts } from './alerts.ts';
import { parseResetKey } from './model.ts';
import { NewPasswordForm } from './parts/new-password-form.tsx';
import { PublicPage } from './parts/public-page.tsx';
import { confirmReset, isOwnLink, logout, serverText } from './queries.ts';
import { texts } from './texts.ts';

const t = texts.activation;

/** Whoever is signed in and opens somebody else's link is signed out first (decisions.md 2). */
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
    await confirmReset(link, first, second);
    // A reset by link ends every session of the person, this browser's too.
    signOut();
    alerts.show('change-password-success');
    await navigate({ to: '/', replace: true });
  };
  return (
    <PublicPage title={t.resetTitle}>
      {ready ? <NewPasswordForm submit={t.resetSubmit} onSend={send} onFailed={fail} /> : <Loading />}
    </PublicPage>
  );
};
