import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useRef, useState } from 'react';
import { signIn, signOut, token } from '../../../api/session.ts';
import { writeStored } from '../../../api/storage.ts';
import { Failed, Loading } from '../../../ui/states.tsx';
import { PublicPage } from '../components/public-page.tsx';
import { logout, openWall } from '../queries.ts';

const t = texts.wall;

/** Returns the token and removes it from the address. It is in the fragment, which reaches no server and no log. */
const takeToken = (): string => {
  const key = window.location.hash.slice(1);
  if (window.location.search === '?hours') writeStored('wallHours', 'true');
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return key;
};

export const WallOpenPage = () => {
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const once = useRef(false);
  useEffect(() => {
    if (once.current) return;
    once.current = true;
    const open = async (): Promise<void> => {
      const key = takeToken();
      try {
        const wall = await openWall(key);
        if (token() !== null) {
          await logout().catch(() => undefined);
          signOut();
        }
        signIn(wall);
        await navigate({ to: '/', replace: true });
      } catch {
        setFailed(true);
      }
    };
    void open();
  }, [navigate]);
  return (
    <PublicPage title={t.heading}>{failed ? <Failed text={t.invalid} /> : <Loading text={t.opening} />}</PublicPage>
  );
};
