import type { texts as English } from '../../texts/on-call-mails.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title}: ${name} não pode mais ficar de plantão`,
  soonSubject: (title, from) => `${title}: ninguém de plantão a partir de ${from}`,
  nobodySubject: (title) => `${title}: ninguém está de plantão agora`,
  mailOnlySubject: (title: string, name: string): string => `${title}: só o e-mail ainda chega a ${name}`,
  mailOnly: (name: string, title: string, from: string, to: string): string =>
    `Push, SMS e webhooks de ${name} terminaram ou aguardam confirmação. ${name} está de plantão (${title}) de ${from} a ${to}.`,
  mailOnlyAsk: 'Peça que confirme ou adicione uma forma de contato, ou coloque outra pessoa de plantão.',
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
