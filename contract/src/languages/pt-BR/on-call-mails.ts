import type { texts as English } from '../../texts/on-call-mails.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title}: ${name} não pode mais ficar de plantão`,
  soonSubject: (title, from) => `${title}: ninguém de plantão a partir de ${from}`,
  nobodySubject: (title) => `${title}: ninguém está de plantão agora`,
  turns: (count) =>
    plural(count, {
      one: `${count} plantão das próximas quatro semanas está sem ninguém.`,
      other: `${count} plantões das próximas quatro semanas estão sem ninguém.`,
    }),
  span: (title, from, to) => `${title}, ${from} a ${to}: ninguém de plantão.`,
  button: 'Preencher a lacuna',
  footManagers: 'Você recebe este e-mail porque gerencia o local ou o cliente desta escala.',
  footEmergency: 'Você recebe este e-mail porque é o contato de emergência deste cliente.',
};
