import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** A target of a skip link. */
export interface PageSkip {
  /** The id of an element that takes the focus. */
  readonly id: string;
  /** 'Skip to the content'. */
  readonly label: string;
}

const added = createStore<readonly PageSkip[]>([]);

/** Adds a skip link to the top of the page while mounted; null: none. */
export const usePageSkip = (skip: PageSkip | null): void => {
  const { id, label } = skip ?? {};
  useEffect(() => {
    if (id === undefined || label === undefined) return undefined;
    const one = { id, label };
    added.set([...added.get(), one]);
    return () => added.set(added.get().filter((each) => each !== one));
  }, [id, label]);
};

/** The targets of the current skip links, in the order of mounting. */
export const usePageSkips = (): readonly PageSkip[] => useStore(added);
