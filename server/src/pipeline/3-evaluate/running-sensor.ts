import { isMoving, runnerOf } from '@tocsin/contract/layout';
import type { AcceptedFrame } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import type { Plan } from './evaluation-plan.ts';

type Known = Pick<AcceptedFrame, 'values' | 'state'>;

/**
 * The name of the sensor that says that the machine runs: a state text 'Running', or a value of the surest unit of
 * speed that is more than noise. Null: none says so. Sensors of `isExcepted` are not asked.
 */
export function sensorThatRuns(
  plan: Plan,
  texts: readonly string[],
  known: Known,
  isExcepted: (path: string) => boolean = () => false,
): string | null {
  const sensors = plan.layout.sensors.map(({ type }, index) => ({
    index,
    isNumeric: type === 'NUMERIC',
    unit: plan.shown[index]?.unit ?? '',
  }));
  const runner = runnerOf(sensors);
  for (const { index, unit } of sensors) {
    const says = texts[known.state[index] ?? 0]?.toLowerCase() === 'running';
    const speed = runner?.index === index ? convertedValue(plan.shown[index], known.values[index] ?? Number.NaN) : 0;
    if (!says && !isMoving(speed, unit)) continue;
    if (!isExcepted(plan.layout.paths[index] ?? '')) return plan.names[index] ?? '';
  }
  return null;
}
