import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { DeviceStore, type Head, type Reading } from './device-store.ts';
import { watchDevice } from './live-feed.ts';
import type { SocketState } from './socket.ts';

const nothing = new DeviceStore();
/** Provides the device store of a page; by default an empty one. */
export const DeviceStoreContext = createContext<DeviceStore>(nothing);
/** The device store of the surrounding page. */
export const useDeviceStore = (): DeviceStore => useContext(DeviceStoreContext);

/** Opens the live feed of a device while mounted; returns its store, or an empty one for null. */
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

/** A sensor's reading with a possibly outdated value: does not re-render when only the value changes. */
export const useReadingDetails = (path: string): Reading | undefined => {
  const store = useDeviceStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeSensor(path, listener), [store, path]);
  return useSyncExternalStore(subscribe, () => store.about(path));
};

/** The device's data without its readings; re-renders only when something in it changes. */
export const useHead = (): Head | null => {
  const store = useDeviceStore();
  return useSyncExternalStore(store.subscribe, store.device);
};

/** The connection state of the device store's socket. */
export const useSocketState = (): SocketState => {
  const store = useDeviceStore();
  return useSyncExternalStore(store.subscribe, store.state);
};
