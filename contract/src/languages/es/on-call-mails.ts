import type { texts as English } from '../../texts/on-call-mails.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title}: ${name} ya no puede estar de guardia`,
  soonSubject: (title, from) => `${title}: nadie de guardia desde ${from}`,
  nobodySubject: (title) => `${title}: nadie está de guardia ahora`,
  turns: (count) =>
    count === 1
      ? 'Una guardia de las próximas cuatro semanas no tiene a nadie.'
      : `${count} guardias de las próximas cuatro semanas no tienen a nadie.`,
  span: (title, from, to) => `${title}, ${from} a ${to}: nadie de guardia.`,
  button: 'Cubrir el hueco',
  footManagers: 'Recibe este correo porque usted es gerente del sitio o del cliente de esta rotación.',
  footEmergency: 'Recibe este correo porque usted es el contacto de emergencia de este cliente.',
};
