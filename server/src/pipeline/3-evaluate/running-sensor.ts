import { sensorsThatRun } from '@tocsin/contract/layout';
import type { AcceptedFrame } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import type { Plan } from './evaluation-plan.ts';

type Known = Pick<AcceptedFrame, 'values' | 'state'>;

/** The name of the sensor that says that the machine runs; null: none. Sensors of `isExcepted` are not asked. */
export function sensorThatRuns(
  plan: Plan,
  texts: readonly string[],
  known: Known,
  isExcepted: (path: string) => boolean = () => false,
): string | null {
  const sensors = plan.layout.sensors.map(({ type }, index) => ({
    index,
    name: plan.names[index],
    isNumeric: type === 'NUMERIC',
    unit: plan.shown[index]?.unit ?? '',
    value: convertedValue(plan.shown[index], known.values[index] ?? Number.NaN),
    state: texts[known.state[index] ?? 0],
  }));
  const found = sensorsThatRun(sensors).find(({ index }) => !isExcepted(plan.layout.paths[index] ?? ''));
  return found === undefined ? null : (found.name ?? '');
}
