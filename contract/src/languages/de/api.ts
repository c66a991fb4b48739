import type { texts as English } from '../../texts/api.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  tryLater: 'Bitte versuchen Sie es später erneut',
  tryIn: (text, time) => `${text}. Bitte versuchen Sie es in ${time} erneut.`,
  minutes: (count) => plural(count, { one: 'einer Minute', other: `${count} Minuten` }),
  hours: (count) => plural(count, { one: 'einer Stunde', other: `${count} Stunden` }),
};
