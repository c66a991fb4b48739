import type { texts as English } from '../../texts/telemetry.ts';

export const texts: typeof English = {
  search: 'CHERCHER',
  date: 'Date',
  time: 'Heure',
  pickTime: 'Veuillez d’abord choisir une heure !',
  pickDate: 'Veuillez d’abord choisir une date !',
  setting: 'Paramètres',
};
