import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/ui';
import { useCallback, useEffect } from 'react';
import { failureText } from './page-error.ts';
import { Empty, Failed } from './states.tsx';
import { usePageTitle } from './tab-sign.ts';

/** Replaces a page that threw or could not be loaded; retries when the network is back. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const again = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  return <Failed text={failureText(error)} again={again} />;
};

/** The page of an unknown address. */
export const NotFound = () => {
  usePageTitle(texts.noSuchPage);
  return (
    <Empty icon="search" title={texts.noSuchPage}>
      <Link to="/">{texts.toStart}</Link>
    </Empty>
  );
};
