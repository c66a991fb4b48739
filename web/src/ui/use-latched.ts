import { useState } from 'react';

/** True once the value has been true: dialogs are mounted when first opened, and stay mounted for their closing animation. */
export const useLatched = (now: boolean): boolean => {
  const [latched, setLatched] = useState(now);
  if (now && !latched) setLatched(true);
  return latched || now;
};
