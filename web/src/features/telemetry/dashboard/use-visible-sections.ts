import { useMemo, useRef } from 'react';
import { useDerived } from '../../../live/use-derived.ts';
import type { Filter } from './model.ts';
import { type VisibleSection, visibleSections } from './visible-sections.ts';

/** The sections, re-rendered only when one of them changes. */
export const useVisibleSections = (filter: Filter, alarmedFirst: boolean): readonly VisibleSection[] => {
  const text = useDerived((store, now) => {
    const head = store.device();
    return head === null ? '[]' : JSON.stringify(visibleSections(store, head, filter, alarmedFirst, now));
  });
  return useMemo(() => JSON.parse(text) as readonly VisibleSection[], [text]);
};

/** A chattering alarm must not move the cards each time that it clears. */
const calmForMs = 30_000;

/** Whether a sensor is in alarm, or was within the last 30 seconds. */
export const useIsInAlarm = (): boolean => {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useDerived((store, now) => {
    if ([...store.all().values()].some((reading) => reading.alarm)) last.current = now;
    return Math.abs(now - last.current) < calmForMs;
  });
};
