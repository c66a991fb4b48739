import { useEffect, useState } from 'react';

/** True once the time has passed: for what must not flicker when things are quick. */
export const useLater = (ms: number): boolean => {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return later;
};
