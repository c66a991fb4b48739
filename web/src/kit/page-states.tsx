import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { Empty, Failed } from './states.tsx';
import { usePageTitle } from './tab-sign.ts';

/** monitoring.md 8. */
const wentWrong = 'Something went wrong. Please try to refresh the page';
const noSuchPage = 'There is no such page';

/** A page that threw, or whose code could not be fetched: said plainly, with a way on; tried again when the network is back. */
export const PageFailed = ({ reset }: ErrorComponentProps) => {
  const router = useRouter();
  const again = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  return <Failed text={wentWrong} again={again} />;
};

/** An address that leads nowhere. */
export const NotFound = () => {
  usePageTitle(noSuchPage);
  return (
    <Empty icon="search" title={noSuchPage}>
      <Link to="/">Go to the start</Link>
    </Empty>
  );
};
