import { sensorsThatRun } from '@tocsin/contract/layout';
import { useSyncExternalStore } from 'react';
import { useDeviceStore } from '../live/use-reading.ts';

/** The name of the sensor that says that the machine runs now, as the server asks before it arms; null: none, or not known. */
export const useRunningSensor = (): string | null => {
  const store = useDeviceStore();
  return useSyncExternalStore(store.subscribe, () => {
    const sensors = [...store.all().values()].map((one) => ({ ...one, isNumeric: one.type === 'NUMERIC' }));
    return store.device()?.online ? (sensorsThatRun(sensors)[0]?.name ?? null) : null;
  });
};
