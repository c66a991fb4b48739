import type { Machine } from '../canvas/tab.ts';
import type { Watched } from './machine-status.ts';

/** Ids of sensor points that measure a machine's speed. */
const speedPoints: ReadonlySet<string> = new Set(['speed', 'chain']);

/** The sensors of a machine that decide its status. */
export const watchedOf = (machine: Machine): Watched => ({
  id: machine.id,
  sensors: machine.bindings.map((binding) => binding.sensor),
  stateSensor: machine.stateSensor,
  speedSensor: machine.bindings.find((binding) => speedPoints.has(binding.point))?.sensor ?? null,
});
