import { useEffect, useState } from 'react';

/** True once the value has been true for `ms` without interruption, for example to ignore short disconnections. */
export const useSustained = (now: boolean, ms: number): boolean => {
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
