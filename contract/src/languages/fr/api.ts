import type { texts as English } from '../../texts/api.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  failed: 'Une erreur est survenue, veuillez réessayer !',
  tryLater: 'Veuillez réessayer plus tard',
  tryIn: (text, time) => `${text}. Veuillez réessayer dans ${time}.`,
  minutes: (count) => plural(count, { one: 'une minute', other: `${count} minutes` }),
  hours: (count) => plural(count, { one: 'une heure', other: `${count} heures` }),
};
