import { useState } from 'react';

/** True once the value has been true: dialogs are mounted when first opened, and stay mounted for their closing animation. */
export const useLatched = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};
