import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useRef } from 'react';
import { Loading } from '../../ui/states.tsx';
import { announce } from './components/announce.ts';
import { PublicPage } from './components/public-page.tsx';
import { parseResetKey } from './model.ts';
import { confirmEmail, serverText } from './queries.ts';

/** Confirms the new address of an e-mailed link, then redirects to the signed-in start page. */
export const EmailConfirmPage = () => {
  const { key } = useParams({ from: '/email/confirm/$key' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const once = useRef(false);
  useEffect(() => {
    // The link works once: a repeated effect must not use it again.
    if (once.current) return;
    once.current = true;
    const confirm = async (): Promise<void> => {
      const link = parseResetKey(key);
      try {
        if (link === null) throw new Error('The address contains no confirmation link');
        await confirmEmail(link);
        announce('email-changed');
      } catch (error) {
        announce('email-change-error', serverText(error));
      }
      await queries.invalidateQueries({ queryKey: ['me'] });
      await navigate({ to: '/', replace: true });
    };
    void confirm();
  }, [key, navigate, queries]);
  return (
    <PublicPage title={texts.email.confirmTitle}>
      <Loading />
    </PublicPage>
  );
};
