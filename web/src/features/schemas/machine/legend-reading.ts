import { texts } from '@tocsin/contract/texts/schemas';
import { nearest } from '../../../ui/chart/columns.ts';
import { valueText } from '../../../ui/value.ts';
import { type MachineLine, slotMs } from './graph-model.ts';

export interface LegendReading {
  readonly text: string;
  readonly alarm: boolean;
}

/**
 * The legend at the cursor: for numbers the mean of the 12-minute slot, labelled as such, and whether it was in alarm.
 * Empty without a cursor, because the newest slot is not live; live values are shown above.
 */
export const readingOf = (
  line: Pick<MachineLine, 'columns' | 'gaps' | 'contact' | 'unit' | 'decimals'>,
  at: number | null,
): LegendReading => {
  if (at === null) return { text: '', alarm: false };
  const { columns } = line;
  const index = nearest(columns.times, at, 1.5 * slotMs);
  const value = columns.values[index];
  const inGap = line.gaps.some((gap) => at > gap.from && at < gap.to);
  if (value === undefined || inGap) return { text: texts.noData, alarm: false };
  const alarm = columns.flags[index] === 1;
  const state = columns.texts[columns.states[index] ?? 0] ?? '';
  if (line.contact) return { text: state || (alarm ? texts.contactAlarm : texts.contactOk), alarm };
  return { text: texts.slotMean(valueText(value, line.unit, line.decimals), alarm), alarm };
};
