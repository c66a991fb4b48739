import { useNavigate, useParams } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useState } from 'react';
import { signIn, signOut, token } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { announce } from './components/announce.ts';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { PublicPage } from './components/public-page.tsx';
import { Terms } from './components/terms.tsx';
import { InvitedByProvider } from './provider/invited-by-provider.tsx';
import { acceptTerms, activationState, logout, serverText, setFirstPassword } from './queries.ts';

const t = texts.activation;
type Stage = 'loading' | 'terms' | 'password';

const stageOf = (stage: number): Stage => (stage === 0 ? 'terms' : 'password');

/** Signs out whoever is signed in: the link belongs to a user without a password, so it is somebody else. */
const leaveSession = async (): Promise<void> => {
  if (token() === null) return;
  await logout().catch(() => undefined);
  signOut();
};

const TermsStage = ({ onAccept }: { readonly onAccept: () => Promise<void> }) => {
  const [agreed, setAgreed] = useState(false);
  const { run, busy } = useAction(onAccept);
  return (
    <div className="acc-form">
      <Terms />
      <label className="acc-agree">
        <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
        {t.agree}
      </label>
      <div className="acc-actions">
        <Button look="primary" size="large" disabled={!agreed} busy={busy} onClick={run}>
          {t.accept}
        </Button>
      </div>
    </div>
  );
};

export const ActivationPage = () => {
  const { token: key } = useParams({ from: '/register/activate/$token' });
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>('loading');

  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      await leaveSession();
      try {
        const state = await activationState(key);
        if (!gone) setStage(stageOf(state.stage));
      } catch {
        if (gone) return;
        announce('activation-error');
        await navigate({ to: '/', replace: true });
      }
    };
    void load();
    return () => {
      gone = true;
    };
  }, [key, navigate]);

  const reportFailure = async (error: unknown): Promise<void> => {
    announce('confirm-activation-error', serverText(error));
    await navigate({ to: '/', replace: true });
  };
  const accept = async (): Promise<void> => {
    try {
      setStage(stageOf((await acceptTerms(key)).stage));
    } catch (error) {
      await reportFailure(error);
    }
  };
  const setPassword = async (first: string, second: string): Promise<void> => {
    signIn(await setFirstPassword(key, first, second));
    announce('activation-success');
    await navigate({ to: '/sites', replace: true });
  };

  const title = stage === 'password' ? t.passwordTitle : stage === 'terms' ? texts.terms.title : t.title;
  return (
    <PublicPage title={title} about={stage === 'loading' ? undefined : t.about} wide={stage === 'terms'}>
      {stage === 'loading' ? <Loading /> : null}
      {stage === 'terms' ? <TermsStage onAccept={accept} /> : null}
      {stage === 'password' ? (
        <>
          <NewPasswordForm submit={t.submit} onSend={setPassword} onFailed={(error) => void reportFailure(error)} />
          <InvitedByProvider token={key} />
        </>
      ) : null}
    </PublicPage>
  );
};
