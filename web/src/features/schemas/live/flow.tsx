import { machineType } from '@tocsin/machines/library';
import { Text } from '../../../ui/layout.tsx';
import type { Machine } from '../canvas/tab.ts';
import css from './flow.module.css';
import type { Flow as FlowState } from './machine-status.ts';

/** Keys of machine types that convey along their width. */
const conveyors: ReadonlySet<string> = new Set(['belt-conveyor', 'drag-conveyor', 'screw-conveyor']);

/** Dashes above a running conveyor that move in the direction of flow; none while it is stopped. */
export const Flow = ({ machine, flow }: { readonly machine: Machine; readonly flow: FlowState }) => {
  if (flow !== 'running' || !conveyors.has(machineType(machine.type)?.key ?? '')) return null;
  return (
    <Text
      position="absolute"
      right="6%"
      left="6%"
      overflow="hidden"
      className={css.flow}
      data-flow={machine.flip ? 'left' : 'right'}
      aria-hidden="true"
    >
      <span />
    </Text>
  );
};
