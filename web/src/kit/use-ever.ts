import { useState } from 'react';

/** Whether something has been so since the page stands: dialogs are made when they are first opened, and stay to close softly. */
export const useEver = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};
