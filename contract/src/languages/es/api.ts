import type { texts as English } from '../../texts/api.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  failed: 'Ocurrió un error. Intente de nuevo.',
  /** English as in the replies of the API, in which it is looked for. */
  tryLater: 'Please try again later',
  tryIn: (text, time) => `${text}. Intente de nuevo en ${time}.`,
  minutes: (count) => plural(count, { one: 'un minuto', other: `${count} minutos` }),
  hours: (count) => plural(count, { one: 'una hora', other: `${count} horas` }),
};
