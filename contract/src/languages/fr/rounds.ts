import type { texts as English } from '../../texts/rounds.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (site) => `Rondes quotidiennes, ${site}`,
  entry: 'Rondes quotidiennes',
  back: 'Appareils',
  about:
    'Pour les machines inspectées à l’œil chaque jour (29 CFR 1910.272 (q)(7)). Les enregistrements ne peuvent pas être modifiés.',
  today: 'Aujourd’hui',
  done: 'Ronde quotidienne faite',
  confirm: (machine) => `Confirmer la ronde : ${machine}`,
  undo: 'Annuler la ronde',
  recordedIn: (seconds) => `Enregistré dans ${seconds} s`,
  recordedBy: 'Enregistré quand vous confirmez',
  note: 'Note (facultatif)',
  recorded: (machine) => `Ronde enregistrée : ${machine}.`,
  doneBy: (name, when) => `Faite par ${name}, ${when}`,
  notYet: 'Pas encore faite aujourd’hui',
  again: 'Enregistrer une autre ronde',
  log: 'Journal',
  from: 'Du',
  to: 'Au',
  gap: 'Ronde manquante',
  gaps: (n) => counted(n, { one: 'ronde manquante', other: 'rondes manquantes' }),
  noGaps: 'Aucune manquante',
  columns: { day: 'Jour', machine: 'Machine', at: 'Heure', by: 'Par', note: 'Note' },
  csv: 'CSV',
  empty: 'Aucune ronde n’a été enregistrée sur cette période.',
  noMachines: 'Ce site n’a pas encore de machines.',
  noRight: 'Vous n’avez pas le droit d’enregistrer des rondes sur ce site.',
  failed: 'Le fichier n’a pas pu être créé. Veuillez réessayer.',
};
