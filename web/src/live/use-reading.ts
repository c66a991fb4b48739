import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { DeviceStore, type Head, type Reading } from './device-store.ts';
import { watchDevice } from './live-feed.ts';
import type { SocketState } from './socket.ts';

const nothing = new DeviceStore();
/** The device store of the page; an empty one if there is none. */
export const DeviceStoreContext = createContext<DeviceStore>(nothing);
/** The device store of the surrounding page. */
export const useDeviceStore = (): DeviceStore => useContext(DeviceStoreContext);

/** Opens the live feed while mounted. */
export const useLiveDevice = (address: string | null): DeviceStore => {
  const [store, setStore] = useState(nothing);
  useEffect(() => {
    if (address === null) return;
    const watched = watchDevice(address);
    setStore(watched.store);
    return () => {
      setStore(nothing);
      watched.leave();
    };
  }, [address]);
  return store;
};

/** One sensor: the component re-renders only when this sensor changes. */
export const useReading = (path: string): Reading | undefined => {
  const store = useDeviceStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeSensor(path, listener), [store, path]);
  return useSyncExternalStore(subscribe, () => store.reading(path));
};

/** The details around a sensor's number: no re-render when only the number changes. */
export const useReadingDetails = (path: string): Reading | undefined => {
  const store = useDeviceStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeSensor(path, listener), [store, path]);
  return useSyncExternalStore(subscribe, () => store.about(path));
};

/** The device's data apart from its readings; the same object until something in it changes. */
export const useHead = (): Head | null => {
  const store = useDeviceStore();
  return useSyncExternalStore(store.subscribe, store.device);
};

/** The connection state of the store's channel. */
export const useSocketState = (): SocketState => {
  const store = useDeviceStore();
  return useSyncExternalStore(store.subscribe, store.state);
};
