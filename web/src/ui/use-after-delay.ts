import { useEffect, useState } from 'react';

/** True once the delay in ms has passed since mounting, for example to show a loading text only if loading is slow. */
export const useAfterDelay = (ms: number): boolean => {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
};
