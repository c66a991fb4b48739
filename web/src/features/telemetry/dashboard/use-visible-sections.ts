import { useMemo, useRef } from 'react';
import { useDerived } from '../../../live/use-derived.ts';
import type { Filter } from './model.ts';
import { type VisibleSection, visibleSections } from './visible-sections.ts';

/** The visible sections; re-renders only when one of them changes. */
export const useVisibleSections = (filter: Filter, alarmedFirst: boolean): readonly VisibleSection[] => {
  const text = useDerived((store, now) => {
    const head = store.device();
    return head === null ? '[]' : JSON.stringify(visibleSections(store, head, filter, alarmedFirst, now));
  });
  return useMemo(() => JSON.parse(text) as readonly VisibleSection[], [text]);
};

/** A sensor counts as in alarm for this time after it cleared, so that a chattering alarm does not move the cards. */
const calmForMs = 30_000;

/** Whether a sensor is in alarm, or was within the last 30 seconds. */
export const useIsInAlarm = (): boolean => {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useDerived((store, now) => {
    if ([...store.all().values()].some((reading) => reading.alarm)) last.current = now;
    return Math.abs(now - last.current) < calmForMs;
  });
};
