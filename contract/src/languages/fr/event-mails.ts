import type { texts as English } from '../../texts/event-mails.ts';
import { atMoment, plural } from './words.ts';

export const texts: typeof English = {
  words: {
    alarm_on: 'ALARME',
    alarm_off: 'Fin d’alarme',
    warning_on: 'AVERTISSEMENT',
    warning_off: 'Fin d’avertissement',
    device_offline: 'HORS LIGNE',
    device_online: 'De nouveau en ligne',
  },
  test: (word) => `TEST : ${word}`,
  acknowledgedBy: (who) => `acquitté par ${who}`,
  late: 'reçu tardivement',
  chattering: (first, more, last) =>
    `${first} · et ${plural(more, { one: `${more} autre`, other: `${more} autres` })} du même capteur, le dernier : ${last}`,
  at: (word, moment) => `${word} ${atMoment(moment)}`,
  facts: {
    client: 'Client',
    site: 'Site',
    device: 'Appareil',
    sensor: 'Capteur',
    value: 'Valeur',
    state: 'État',
    time: 'Heure',
    priority: 'Priorité',
    respondWithin: 'Réagir sous',
    lasted: 'Durée',
    acknowledgedBy: 'Acquitté par',
    note: 'Remarque',
  },
  minutes: (count) => `${count} min`,
  todo: (place, text) => `${place} : ${text}`,
  lateNote: 'Reçu tardivement : cela s’est passé avant que l’appareil ne l’envoie.',
  reasons: {
    now: '',
    still: 'Toujours en cours.',
    reminder: 'Rappel : toujours en cours.',
    held: 'Ces événements ont été retenus par la limite de cette règle (e-mails par heure et par capteur).',
  },
  heading: (isStillOn, count, head) =>
    `${isStillOn ? 'Toujours en cours : ' : ''}${count > 1 ? `${count} notifications, dont ` : ''}${head}`,
  subject: (heading, site) => `${heading} (${site})`,
  nothingOn: 'Aucun de ces événements n’est encore en cours.',
  stillOn: (places) => `Toujours en cours : ${places}`,
  button: 'Ouvrir cet instant',
  emergencyContact: 'Contact d’urgence',
  support: 'Assistance',
  sentBy: (url) => `Envoyé par votre règle d’e-mail : ${url}`,
  testMail: {
    subject: 'E-mail de test de Tocsin',
    heading: 'E-mail de test',
    text: (by) => `${by} a demandé ce test. Les e-mails de cette règle d’e-mail arrivent ici.`,
    button: 'Ouvrir la règle',
  },
};
