import type { texts as English } from '../../texts/on-call-mails.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title}: ${name} kann keine Bereitschaft mehr haben`,
  soonSubject: (title, from) => `${title}: niemand in Bereitschaft ab ${from}`,
  nobodySubject: (title) => `${title}: jetzt ist niemand in Bereitschaft`,
  turns: (count) =>
    count === 1
      ? 'Ein Dienst der nächsten vier Wochen ist unbesetzt.'
      : `${count} Dienste der nächsten vier Wochen sind unbesetzt.`,
  span: (title, from, to) => `${title}, ${from} bis ${to}: niemand in Bereitschaft.`,
  button: 'Lücke füllen',
  footManagers: 'Sie erhalten diese E-Mail, weil Sie den Standort oder den Kunden dieses Bereitschaftsplans verwalten.',
  footEmergency: 'Sie erhalten diese E-Mail als Notfallkontakt dieses Kunden.',
};
