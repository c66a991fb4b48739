import { useState } from 'react';
import { readStored, writeStored } from '../../../../api/storage.ts';
import { useMedia } from '../../../../ui/use-media.ts';

/** Whether the values panel is open, and a setter; by default it is open if it has space beside the graphs. */
export const useValuesOpen = (): readonly [boolean, (isOpen: boolean) => void] => {
  const isWide = useMedia('(min-width: 1360px)');
  const [chosen, setChosen] = useState(() => readStored('graphValues'));
  const set = (isOpen: boolean): void => {
    const next = isOpen ? 'open' : 'closed';
    writeStored('graphValues', next);
    setChosen(next);
  };
  return [chosen === null ? isWide : chosen === 'open', set];
};
