import { toUnit } from '@tocsin/contract/convertible-units';
import { fullSensorId } from '@tocsin/contract/layout';
import type { Warning } from '@tocsin/contract/sensors';
import { useMemo, useRef } from 'react';
import { shortNumber } from '../../../domain/limits.ts';
import type { EventSpan } from './event-spans.ts';
import { type LimitLine, type Marks, marksOf } from './marks.ts';
import type { GraphName } from './queries.ts';

/** The marks of each graph on the page, from log events and the device's warning rules. */
export const useMarks = (
  device: number,
  names: readonly GraphName[],
  events: readonly EventSpan[],
  rules: readonly Warning[] | undefined,
): ReadonlyMap<string, Marks> => {
  const before = useRef<ReadonlyMap<string, Marks>>(new Map());
  return useMemo(() => {
    const limits = (rules ?? []).flatMap((rule): LimitLine[] => {
      const shown = toUnit(rule.unit, rule.sensor_unit ?? rule.unit);
      if (!shown || rule.kind !== 'value') return [];
      const value = shown.k * rule.value + shown.c;
      return [{ path: fullSensorId(device, rule.sensor_id), sign: rule.sign, value, text: shortNumber(value), rule }];
    });
    before.current = marksOf(names, events, limits, before.current);
    return before.current;
  }, [device, names, events, rules]);
};
