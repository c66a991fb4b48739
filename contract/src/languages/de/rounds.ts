import type { texts as English } from '../../texts/rounds.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (site) => `Tägliche Rundgänge an ${site}`,
  entry: 'Tägliche Rundgänge',
  back: 'Geräte',
  about:
    'Für Maschinen, die jeden Tag mit dem Auge geprüft werden (29 CFR 1910.272 (q)(7)). Nachweise können nicht geändert werden.',
  today: 'Heute',
  done: 'Rundgang erledigt',
  confirm: (machine) => `Rundgang an ${machine} bestätigen`,
  undo: 'Rückgängig',
  recordedIn: (seconds) => `Wird in ${seconds} s aufgezeichnet`,
  recordedBy: 'Wird aufgezeichnet, wenn Sie bestätigen',
  note: 'Notiz (optional)',
  recorded: (machine) => `Rundgang an ${machine} aufgezeichnet.`,
  doneBy: (name, when) => `Erledigt von ${name}, ${when}`,
  notYet: 'Heute noch nicht erledigt',
  again: 'Weiteren Rundgang aufzeichnen',
  log: 'Protokoll',
  from: 'Von',
  to: 'Bis',
  gap: 'Kein Rundgang',
  gaps: (n) => counted(n, { one: 'Lücke', other: 'Lücken' }),
  noGaps: 'Keine Lücken',
  columns: { day: 'Tag', machine: 'Maschine', at: 'Zeit', by: 'Von', note: 'Notiz' },
  csv: 'CSV',
  empty: 'In diesem Zeitraum wurde kein Rundgang aufgezeichnet.',
  noMachines: 'Dieser Standort hat noch keine Maschinen.',
  noRight: 'Sie dürfen an diesem Standort keine Rundgänge aufzeichnen.',
  failed: 'Die Datei konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',
};
