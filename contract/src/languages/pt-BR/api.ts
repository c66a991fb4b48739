import type { texts as English } from '../../texts/api.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  failed: 'Ocorreu um erro. Tente novamente.',
  tryLater: 'Tente novamente mais tarde',
  tryIn: (text, time) => `${text}. Tente novamente em ${time}.`,
  minutes: (count) => counted(count, { one: 'minuto', other: 'minutos' }),
  hours: (count) => counted(count, { one: 'hora', other: 'horas' }),
};
