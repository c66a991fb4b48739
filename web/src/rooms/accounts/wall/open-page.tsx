import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Failed, Loading } from '../../../kit/states.tsx';
import { signIn, signOut, token } from '../../../wire/session.ts';
import { PublicPage } from '../parts/public-page.tsx';
import { logout, openWall } from '../queries.ts';
import { texts } from '../texts.ts';

const t = texts.wall;

/** The link's token stands in the fragment, so it never reached a server or a log; it is taken out of the address first. */
const takeToken = (): string => {
  const key = window.location.hash.slice(1);
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
