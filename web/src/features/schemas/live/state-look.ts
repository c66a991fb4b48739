import type { MachineState } from '@tocsin/machines/palette';
import type { Severity } from '../../../ui/severity.ts';

/** The severity of a machine state, which decides colour, icon and word. */
export const severityOf: Readonly<Record<MachineState, Severity>> = {
  alarm: 'alarm',
  warning: 'warning',
  no_info: 'no-data',
  ok: 'ok',
  stopped: 'disabled',
};

export const wordOfState: Readonly<Record<MachineState, string>> = {
  alarm: 'Alarm',
  warning: 'Warning',
  no_info: 'No info',
  ok: 'OK',
  stopped: 'Stopped',
};
