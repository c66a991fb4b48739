import type { Machine } from '../canvas/tab.ts';
import type { Watched } from './machine-status.ts';

/** The parts of a machine that decide its status. */
export const watchedOf = (machine: Machine): Watched => ({
  id: machine.id,
  sensors: machine.bindings.map((binding) => binding.sensor),
  stateSensor: machine.stateSensor,
});
