import { useEffect, useState } from 'react';

/** True once the delay has passed: avoids flicker if things are fast. */
export const useAfterDelay = (ms: number): boolean => {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
};
