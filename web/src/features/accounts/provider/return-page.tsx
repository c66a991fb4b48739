import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/providers';
import { useEffect, useRef, useState } from 'react';
import { signIn, signOut, token } from '../../../api/session.ts';
import { takePending } from '../../../domain/provider-sign-in.ts';
import { Failed, Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { logout, serverText } from '../queries.ts';
import { finishLink, finishSignIn } from './queries.ts';

const t = texts.signIn;

/** Returns the query, and removes it from the address first because it contains the code. */
const takeQuery = (): string => {
  const query = window.location.search;
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return query;
};

/** The provider's redirect target: finishes the sign-in or the linking that this tab started. */
export const ProviderReturnPage = () => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const once = useRef(false);
  useEffect(() => {
    if (once.current) return;
    once.current = true;
    const finish = async (): Promise<void> => {
      const query = takeQuery();
      const pending = takePending();
      if (pending === null) return setFailure(t.unknownReturn);
      if (pending.isLink) {
        await finishLink(query, pending.browser);
        await queries.invalidateQueries({ queryKey: ['provider-links'] });
        showToast('success', texts.account.nowLinked);
        return await navigate({ to: '/user/setting', replace: true });
      }
      const session = await finishSignIn(query, pending.browser);
      if (token() !== null) {
        await logout().catch(() => undefined);
        signOut();
      }
      signIn(session.token);
      return await navigate({ to: pending.path, replace: true });
    };
    finish().catch((error: unknown) => setFailure(serverText(error) ?? t.failed));
  }, [navigate, queries]);
  return (
    <PublicPage title={t.title}>
      {failure === null ? <Loading text={t.returning} /> : <Failed text={failure} />}
      {failure !== null && (
        <p>
          <Link to="/">{t.password}</Link>
        </p>
      )}
    </PublicPage>
  );
};
