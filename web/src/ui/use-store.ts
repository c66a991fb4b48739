import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The value of a store; re-renders when it is replaced. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get);
