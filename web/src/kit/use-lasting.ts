import { useEffect, useState } from 'react';

/** Whether something has been so for a time: what is over sooner was not worth a word. */
export const useLasting = (now: boolean, ms: number): boolean => {
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
