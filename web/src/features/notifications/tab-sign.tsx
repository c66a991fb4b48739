import { useEffect, useState } from 'react';
import { useNotifications } from '../../live/notifications.ts';
import { useTabSign } from '../../ui/tab-sign.ts';
import { loudCounts, tabStateOf } from './model.ts';

/** True once the value has been true for `ms` without interruption, for example to ignore short disconnections. */
const useSustained = (now: boolean, ms: number): boolean => {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [now, ms]);
  return now && lasting;
};

/** A lost connection is shown after this time, as above the page. */
const graceMs = 1_500;

/** Shows the banner's message in the title and favicon of the browser tab, for tabs in the background. */
export const AlarmTab = () => {
  const { rows, socket } = useNotifications();
  const isLost = useSustained(socket === 'down', graceMs);
  const { sign, text } = tabStateOf(loudCounts(rows), isLost);
  useTabSign(sign, text);
  return null;
};
