import { useState } from 'react';

/** True once the value has been true. For dialogs, which are mounted when first opened and stay for their animation. */
export const useLatched = (now: boolean): boolean => {
  const [latched, setLatched] = useState(now);
  if (now && !latched) setLatched(true);
  return latched || now;
};
