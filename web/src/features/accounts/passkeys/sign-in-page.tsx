import { Link, useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/passkeys';
import { signIn, signOut, token } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { logout, serverText } from '../queries.ts';
import '../components/components.css';
import { useAction } from '../../../ui/use-action.ts';
import { signInByPasskey } from './queries.ts';
import { whyNoPasskeysHere } from './why-not.ts';

const t = texts.signIn;

/** Sign-in with a passkey and nothing else. */
export const PasskeySignInPage = () => {
  const navigate = useNavigate();
  const whyNot = whyNoPasskeysHere(undefined);
  const enter = async (): Promise<void> => {
    const fresh = await signInByPasskey();
    if (token() !== null) {
      await logout().catch(() => undefined);
      signOut();
    }
    signIn(fresh);
  };
  const { run, busy, failure } = useAction(enter, {
    fails: 'here',
    failureText: (error) => serverText(error) ?? texts.failed,
    onDone: () => navigate({ to: '/', replace: true }),
  });
  return (
    <PublicPage title={t.title} about={t.about}>
      {(failure ?? whyNot) !== null && <Failed text={failure ?? whyNot ?? ''} />}
      {whyNot === null && (
        <Button look="primary" size="large" icon="lock" busy={busy} onClick={run}>
          {t.button}
        </Button>
      )}
      <div className="acc-foot">
        <Link to="/">{t.password}</Link>
      </div>
    </PublicPage>
  );
};
