import type { texts as English } from '../../texts/edge-page.ts';
import { counted, sinceMoment } from './words.ts';

const minutesText = (count: number): string => counted(count, { one: 'minute', other: 'minutes' });

/** The messages (`…Message`, `activeNow`, `noneActive`) are sent as SMS: only characters of the 7-bit SMS alphabet. */
export const texts: typeof English = {
  title: (edge) => `${edge} · edge Tocsin`,
  unclaimed: 'Edge non déclaré',
  own: 'Ceci est la vue de l’edge lui-même : ce que signalent les appareils d’ici. Il n’évalue pas les avertissements, et rien ne peut être acquitté ici.',
  portalUp: 'Le portail répond.',
  portalDown: (since) => `Le portail ne répond plus ${sinceMoment(since)}. Là-bas, personne ne voit ces valeurs.`,
  portalNever: 'Le portail n’a pas répondu depuis le démarrage de ce programme. Là-bas, personne ne voit ces valeurs.',
  notClaimed: 'Cet edge n’est pas encore déclaré : démarrez-le avec EDGE_CODE.',
  noDevices: 'Aucun appareil n’appartient encore à cet edge. Affectez-les dans le portail, sur la page Edges du site.',
  alarms: (count) => counted(count, { one: 'alarme', other: 'alarmes' }),
  noAlarms: 'Aucune alarme',
  alarm: 'Alarme',
  since: (time) => sinceMoment(time),
  online: 'En ligne',
  offline: 'Hors ligne',
  silent: 'Rien reçu encore',
  lastFrame: (time) => `Dernière trame ${time}`,
  queue: (records, used, bound) =>
    `${counted(records, { one: 'enregistrement', other: 'enregistrements' })} à envoyer · file ${used} sur ${bound}`,
  full: 'La file est pleine : les appareils ne reçoivent pas d’accusé de réception, et des interrogations manquent.',
  stale: 'Cette page a perdu sa connexion à l’edge. Les valeurs sont anciennes.',
  noValue: 'Aucune valeur',
  skip: 'Aller aux appareils',
  version: (version, number) => `Version ${version} · configuration ${number}`,
  downMessage: (edge, site, since, alarms) =>
    `${site}: le portail n'est plus joignable par l'edge ${edge} depuis ${since}. ${alarms}`,
  alarmMessage: (edge, site, what) =>
    `${site}: ALARME ${what}. Envoyé par l'edge ${edge}, car le portail n'est pas joignable.`,
  backMessage: (edge, site, minutes) =>
    `${site}: le portail est de nouveau joignable par l'edge ${edge}, après ${minutesText(minutes)}.`,
  activeNow: (list) => `En alarme maintenant: ${list}.`,
  noneActive: 'Aucune alarme active.',
};
