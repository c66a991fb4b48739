import type { Severity } from '@tocsin/contract/status';
import { texts as schemas } from '@tocsin/contract/texts/schemas';
import { texts } from '@tocsin/contract/texts/status';
import type { ShownState } from './machine-status.ts';

const words = texts.severities;

/** The severity of a machine state, which decides colour, icon and word. */
export const severityOf: Readonly<Record<ShownState, Severity>> = {
  alarm: 'alarm',
  warning: 'warning',
  no_info: 'no-data',
  ok: 'ok',
  stopped: 'disabled',
  reading: 'disabled',
};

export const wordOfState: Readonly<Record<ShownState, string>> = {
  alarm: words.alarm,
  warning: words.warning,
  no_info: 'No info',
  ok: words.ok,
  stopped: 'Stopped',
  reading: schemas.reading,
};
