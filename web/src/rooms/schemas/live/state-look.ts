import type { MachineState } from '@tocsin/contract/machines/palette';
import type { Severity } from '../../../kit/severity.ts';

/** The severity that a machine's state is shown as: colour, icon and word come from there. */
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
