import { Link, useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { signIn, signOut, token } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { logout, serverText } from '../queries.ts';
import '../components/components.css';
import { signInByPasskey } from './queries.ts';
import { whyNoPasskeysHere } from './why-not.ts';

const t = texts.signIn;

/** Sign-in with a passkey and nothing else. */
export const PasskeySignInPage = () => {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const whyNot = whyNoPasskeysHere(undefined);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const fresh = await signInByPasskey();
      if (token() !== null) {
        await logout().catch(() => undefined);
        signOut();
      }
      signIn(fresh);
      await navigate({ to: '/', replace: true });
    } catch (error) {
      setFailure(serverText(error) ?? texts.failed);
      setBusy(false);
    }
  };
  return (
    <PublicPage title={t.title} about={t.about}>
      {(failure ?? whyNot) !== null && <Failed text={failure ?? whyNot ?? ''} />}
      {whyNot === null && (
        <Button look="primary" size="large" icon="lock" busy={busy} onClick={() => void go()}>
          {t.button}
        </Button>
      )}
      <div className="acc-foot">
        <Link to="/">{t.password}</Link>
      </div>
    </PublicPage>
  );
};
