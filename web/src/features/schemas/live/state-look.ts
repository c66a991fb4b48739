import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/status';
import type { MachineState } from '@tocsin/machines/palette';

const words = texts.severities;

/** The severity of a machine state, which decides colour, icon and word. */
export const severityOf: Readonly<Record<MachineState, Severity>> = {
  alarm: 'alarm',
  warning: 'warning',
  no_info: 'no-data',
  ok: 'ok',
  stopped: 'disabled',
};

export const wordOfState: Readonly<Record<MachineState, string>> = {
  alarm: words.alarm,
  warning: words.warning,
  no_info: 'No info',
  ok: words.ok,
  stopped: 'Stopped',
};
