import { useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/offline';
import { useEffect } from 'react';
import { onSent, sendWaiting, waiting } from '../../api/offline-queue.ts';
import { useMe } from '../../domain/me.ts';
import { Text } from '../../ui/layout.tsx';
import { TopLine } from '../../ui/top-line.tsx';
import { useStore } from '../../ui/use-store.ts';

const againMs = 30_000;

/** Sends what waits as soon as there is a network, on whatever page, and says above it how much still waits. */
export const WaitingBar = () => {
  const queries = useQueryClient();
  const isSignedIn = useMe()?.kind === 'person';
  const count = useStore(waiting).entries.length;
  useEffect(() => onSent(() => void queries.invalidateQueries()), [queries]);
  useEffect(() => {
    if (!isSignedIn) return;
    const send = (): void => void sendWaiting().catch(() => undefined);
    send();
    window.addEventListener('online', send);
    const timer = setInterval(() => waiting.get().entries.length > 0 && send(), againMs);
    return () => {
      window.removeEventListener('online', send);
      clearInterval(timer);
    };
  }, [isSignedIn]);
  if (count === 0) return null;
  return (
    <TopLine icon="upload">
      <Text flex={1}>{texts.bar(count)}</Text>
      {/* A whole load: only then is the page served without a network. */}
      <a href="/rounds">{texts.show}</a>
    </TopLine>
  );
};
