import { useEffect, useState } from 'react';
import { usePhone } from '../../../ui/use-media.ts';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import type { Tab } from '../canvas/tab.ts';
import { makeBeginning } from './beginning.ts';
import { useNotNormal, useOfStore, usePlantStore } from './feed.tsx';
import { useView, type ViewCommands } from './view.tsx';

/** Begins at the machine of the worst alarm or warning on a phone, where the whole plant is too small to read. */
export const BeginAtWorst = ({ tab, begin }: { readonly tab: Tab } & Pick<ViewCommands, 'begin'>): null => {
  const store = usePlantStore();
  const isPhone = usePhone();
  const [worst] = useNotNormal();
  const version = useOfStore((one) => one.statusVersion());
  const isLaidOut = useView().box !== null;
  const [beginning] = useState(makeBeginning);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states are read again at each version of them.
  useEffect(() => {
    if (!isPhone || !isLaidOut) return;
    const states = new Map(tab.machines.map(({ id }) => [id, store.status(id).state]));
    const id = beginning(worst, states);
    const machine = tab.machines.find((one) => one.id === id);
    if (machine) begin(boxOfMachine(machine));
  }, [isPhone, isLaidOut, tab, worst, version, store, begin, beginning]);
  return null;
};
