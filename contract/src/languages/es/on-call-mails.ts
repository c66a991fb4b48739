import type { texts as English } from '../../texts/on-call-mails.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title}: ${name} ya no puede estar de guardia`,
  soonSubject: (title, from) => `${title}: nadie de guardia desde ${from}`,
  nobodySubject: (title) => `${title}: nadie está de guardia ahora`,
  mailOnlySubject: (title: string, name: string): string => `${title}: ${name} ya solo recibe correos electrónicos`,
  mailOnly: (name: string, title: string, from: string, to: string): string =>
    `Las notificaciones push, los SMS y los webhooks de ${name} terminaron o esperan una confirmación. ${name} está de guardia (${title}) de ${from} a ${to}.`,
  mailOnlyAsk: 'Pídale que confirme o añada un método de contacto, o ponga a otra persona de guardia.',
  turns: (count) =>
    count === 1
      ? 'Una guardia de las próximas cuatro semanas no tiene a nadie.'
      : `${count} guardias de las próximas cuatro semanas no tienen a nadie.`,
  span: (title, from, to) => `${title}, ${from} a ${to}: nadie de guardia.`,
  button: 'Cubrir el hueco',
  footManagers: 'Recibe este correo porque usted es gerente del sitio o del cliente de esta rotación.',
  footEmergency: 'Recibe este correo porque usted es el contacto de emergencia de este cliente.',
};
