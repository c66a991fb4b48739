import type { texts as English } from '../../texts/telemetry.ts';

export const texts: typeof English = {
  search: 'SUCHEN',
  date: 'Datum',
  time: 'Zeit',
  pickTime: 'Bitte zuerst eine Zeit wählen!',
  pickDate: 'Bitte zuerst ein Datum wählen!',
  setting: 'Einstellung',
};
