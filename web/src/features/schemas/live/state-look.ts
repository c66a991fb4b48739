import type { Severity } from '@tocsin/contract/status';
import { severityWords } from '@tocsin/contract/status';
import type { MachineState } from '@tocsin/machines/palette';

/** The severity of a machine state, which decides colour, icon and word. */
export const severityOf: Readonly<Record<MachineState, Severity>> = {
  alarm: 'alarm',
  warning: 'warning',
  no_info: 'no-data',
  ok: 'ok',
  stopped: 'disabled',
};

export const wordOfState: Readonly<Record<MachineState, string>> = {
  alarm: severityWords.alarm,
  warning: severityWords.warning,
  no_info: 'No info',
  ok: severityWords.ok,
  stopped: 'Stopped',
};
