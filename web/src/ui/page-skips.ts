import { useEffect } from 'react';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** A part of the open page that the keyboard may go to at once. */
export interface PageSkip {
  /** The id of an element that takes the focus. */
  readonly id: string;
  /** 'Skip to the content'. */
  readonly label: string;
}

const added = createStore<readonly PageSkip[]>([]);

/** While mounted, offers a link to the part as the first one of the page; null: the part is not shown. */
export const usePageSkip = (skip: PageSkip | null): void => {
  const { id, label } = skip ?? {};
  useEffect(() => {
    if (id === undefined || label === undefined) return undefined;
    const one = { id, label };
    added.set([...added.get(), one]);
    return () => added.set(added.get().filter((each) => each !== one));
  }, [id, label]);
};

/** The parts of the open page, in the order of their mounting. */
export const usePageSkips = (): readonly PageSkip[] => useStore(added);
