import { Link, useParams } from '@tanstack/react-router';
import { ClientId } from '@tocsin/contract/ids';
import { texts } from '@tocsin/contract/texts/providers';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { serverText } from '../queries.ts';
import '../components/components.css';
import { beginPending } from './pending.ts';
import { startSignIn } from './queries.ts';

const t = texts.signIn;

/** The page of a client at which its users sign in by its provider. */
export const ProviderSignInPage = () => {
  const { id } = useParams({ from: '/sign-in/client/$id' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { url } = await startSignIn(ClientId.parse(Number(id)), beginPending(false));
      window.location.assign(url);
    } catch (error) {
      setFailure(serverText(error) ?? t.failed);
      setBusy(false);
    }
  };
  return (
    <PublicPage title={t.title} about={t.about}>
      {failure !== null && <Failed text={failure} />}
      <Button look="primary" busy={busy} onClick={() => void go()}>
        {t.button}
      </Button>
      <div className="acc-foot">
        <Link to="/">{t.password}</Link>
      </div>
    </PublicPage>
  );
};
