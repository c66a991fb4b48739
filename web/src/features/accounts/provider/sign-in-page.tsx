import { Link, useParams } from '@tanstack/react-router';
import { ClientId } from '@tocsin/contract/ids';
import { texts } from '@tocsin/contract/texts/providers';
import { Button } from '../../../ui/button.tsx';
import { Failed } from '../../../ui/states.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { serverText } from '../queries.ts';
import '../components/components.css';
import { beginPending, leaveTo } from '../../../domain/provider-sign-in.ts';
import { useAction } from '../../../ui/use-action.ts';
import { startSignIn } from './queries.ts';

const t = texts.signIn;

/** The page of a client at which its users sign in by its provider. */
export const ProviderSignInPage = () => {
  const { id } = useParams({ from: '/sign-in/client/$id' });
  const { run, busy, failure } = useAction(() => startSignIn(ClientId.parse(Number(id)), beginPending(false)), {
    fails: 'here',
    failureText: (error) => serverText(error) ?? t.failed,
    onDone: leaveTo,
  });
  return (
    <PublicPage title={t.title} about={t.about}>
      {failure !== null && <Failed text={failure} />}
      <Button look="primary" busy={busy} onClick={run}>
        {t.button}
      </Button>
      <div className="acc-foot">
        <Link to="/">{t.password}</Link>
      </div>
    </PublicPage>
  );
};
