import { useEffect, useRef } from 'react';
import { usePhone } from '../../../ui/use-media.ts';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import type { Tab } from '../canvas/tab.ts';
import { useCounts, useNotNormal, usePlantStore } from './feed.tsx';
import { unknownStatus } from './machine-status.ts';
import { useView, type ViewCommands } from './view.tsx';

/** Begins at the machine of the worst alarm or warning on a phone, where the whole plant is too small to read. */
export const BeginAtWorst = ({ tab, begin }: { readonly tab: Tab } & Pick<ViewCommands, 'begin'>): null => {
  const store = usePlantStore();
  const isPhone = usePhone();
  const [worst] = useNotNormal();
  const { reading } = useCounts();
  const isLaidOut = useView().box !== null;
  const isDone = useRef(false);
  useEffect(() => {
    if (!isPhone || !isLaidOut || isDone.current) return;
    const machine = tab.machines.find(({ id }) => id === worst);
    const { state } = machine ? store.status(machine.id) : unknownStatus;
    const isUrgent = state === 'alarm' || state === 'warning';
    // What begins later does not move a view that somebody reads.
    isDone.current = isUrgent || reading === 0;
    if (!machine || !isUrgent) return;
    begin(boxOfMachine(machine));
  }, [isPhone, isLaidOut, tab, worst, reading, store, begin]);
  return null;
};
