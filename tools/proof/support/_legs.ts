import type { NewDevice } from '@tocsin/e2e/plant';

/** Devices of a plant, one for each leg. */
export const legs = (count: number): readonly NewDevice[] =>
  Array.from({ length: count }, (_, i) => ({ title: `Leg ${i + 1}`, type: '0300' }));
