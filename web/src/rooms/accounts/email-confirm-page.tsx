import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Loading } from '../../kit/states.tsx';
import { parseResetKey } from './model.ts';
import { PublicPage } from './parts/public-page.tsx';
import { tell } from './parts/tell.ts';
import { confirmEmail, serverText } from './queries.ts';
import { texts } from './texts.ts';

/** Opening the mailed link is the confirmation; then one goes on where one is at home. */
export const EmailConfirmPage = () => {
  const { key } = useParams({ from: '/email/confirm/$key' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const once = useRef(false);
  useEffect(() => {
    // The link works once: a second effect of the same page must not use it up in vain.
    if (once.current) return;
    once.current = true;
    const confirm = async (): Promise<void> => {
      const link = parseResetKey(key);
      try {
        if (link === null) throw new Error('no link');
        await confirmEmail(link);
        tell('email-changed');
      } catch (error) {
        tell('email-change-error', serverText(error));
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
