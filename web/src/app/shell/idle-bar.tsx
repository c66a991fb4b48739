import { endpoints } from '@tocsin/contract/accounts';
import { texts } from '@tocsin/contract/texts/shell';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { msWithoutUse, secondsWithoutInput } from '../../api/http.ts';
import { useMe } from '../../domain/me.ts';
import { Button } from '../../ui/button.tsx';
import { Text } from '../../ui/layout.tsx';
import { useTicking } from '../../ui/tick.ts';
import { TopLine } from '../../ui/top-line.tsx';

/** Begin of the warning before the end; the server counts the idle time from up to a minute earlier than the page. */
const warnMs = 3 * 60_000;

/** Any call with input begins the idle time anew. */
const stay = (): void => void call(endpoints.me).catch(() => undefined);

/** Warns before a session ends that a client limits to an idle time, and keeps it at a press. */
export const IdleBar = () => {
  const minutes = useMe()?.session_idle_minutes ?? null;
  const state = useTicking(() => {
    if (minutes === null || msWithoutUse() <= minutes * 60_000 - warnMs) return null;
    return secondsWithoutInput() < 60 ? 'there' : 'away';
  });
  // Somebody is there, but the page had no call to make.
  useEffect(() => {
    if (state !== 'there') return;
    stay();
    const timer = setInterval(stay, 60_000);
    return () => clearInterval(timer);
  }, [state]);
  if (state !== 'away') return null;
  return (
    <TopLine icon="clock" role="alert">
      <Text flex={1}>{texts.idle.ends}</Text>
      <Button size="bar" onClick={stay}>
        {texts.idle.stay}
      </Button>
    </TopLine>
  );
};
