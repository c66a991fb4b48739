import type { texts as English } from '../../texts/on-call-mails.ts';
import { spanOf, startingAt } from './words.ts';

export const texts: typeof English = {
  leftSubject: (title, name) => `${title} : ${name} ne peut plus être d’astreinte`,
  soonSubject: (title, from) => `${title} : aucune personne d’astreinte ${startingAt(from)}`,
  nobodySubject: (title) => `${title} : aucune personne d’astreinte maintenant`,
  mailOnlySubject: (title: string, name: string): string => `${title} : seul l’e-mail atteint encore ${name}`,
  mailOnly: (name: string, title: string, from: string, to: string): string =>
    `Les notifications push, SMS et webhooks de ${name} ont pris fin ou attendent une confirmation. ${name} est d’astreinte (${title}) du ${from} au ${to}.`,
  mailOnlyAsk:
    'Demandez-lui de confirmer ou d’ajouter un moyen de contact, ou confiez l’astreinte à une autre personne.',
  turns: (count) =>
    count === 1
      ? 'Un tour des quatre prochaines semaines n’est pris par personne.'
      : `${count} tours des quatre prochaines semaines ne sont pris par personne.`,
  span: (title, from, to) => `${title}, ${spanOf(from, to)} : aucune personne d’astreinte.`,
  button: 'Combler le trou',
  footManagers: 'Vous recevez cet e-mail parce que vous êtes responsable du site ou du client de cette rotation.',
  footEmergency: 'Vous recevez cet e-mail parce que vous êtes le contact d’urgence de ce client.',
};
