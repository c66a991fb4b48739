import { useEffect, useRef } from 'react';
import { usePhone } from '../../../ui/use-media.ts';
import type { Tab } from '../canvas/tab.ts';
import { pointOf } from './callout-place.ts';
import { useCounts, useNotNormal, usePlantStore } from './feed.tsx';
import { unknownStatus } from './machine-status.ts';
import { useView, type ViewCommands } from './view.tsx';

/** What a phone shows at first around a sensor, in tab units: the end of a leg, readable without zooming. */
const near = { width: 400, height: 300 } as const;

/** Begins at the sensor of the worst alarm or warning on a phone, where the whole plant is too small to read. */
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
    const { state, sensor } = machine ? store.status(machine.id) : unknownStatus;
    const isUrgent = state === 'alarm' || state === 'warning';
    // What begins later does not move a view that somebody reads.
    isDone.current = isUrgent || reading === 0;
    if (!machine || !isUrgent) return;
    const { x, y } = pointOf(machine, sensor);
    begin({ x: x - near.width / 2, y: y - near.height / 2, ...near });
  }, [isPhone, isLaidOut, tab, worst, reading, store, begin]);
  return null;
};
