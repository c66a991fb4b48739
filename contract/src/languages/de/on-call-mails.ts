import type { texts as English } from '../../texts/on-call-mails.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title}: ${name} kann keine Bereitschaft mehr haben`,
  soonSubject: (title, from) => `${title}: niemand in Bereitschaft ab ${from}`,
  nobodySubject: (title) => `${title}: jetzt ist niemand in Bereitschaft`,
  mailOnlySubject: (title: string, name: string): string => `${title}: ${name} ist nur noch per E-Mail erreichbar`,
  mailOnly: (name: string, title: string, from: string, to: string): string =>
    `Push, SMS und Webhooks von ${name} sind beendet oder warten auf eine Bestätigung. ${name} hat Dienst (${title}) von ${from} bis ${to}.`,
  mailOnlyAsk:
    'Bitten Sie die Person, eine Kontaktmethode zu bestätigen oder hinzuzufügen, oder setzen Sie jemand anderen ein.',
  turns: (count) =>
    count === 1
      ? 'Ein Dienst der nächsten vier Wochen ist unbesetzt.'
      : `${count} Dienste der nächsten vier Wochen sind unbesetzt.`,
  span: (title, from, to) => `${title}, ${from} bis ${to}: niemand in Bereitschaft.`,
  button: 'Lücke füllen',
  footManagers: 'Sie erhalten diese E-Mail, weil Sie den Standort oder den Kunden dieses Bereitschaftsplans verwalten.',
  footEmergency: 'Sie erhalten diese E-Mail als Notfallkontakt dieses Kunden.',
};
