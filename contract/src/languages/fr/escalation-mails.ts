import type { texts as English } from '../../texts/escalation-mails.ts';

const list = (names: readonly string[]): string => names.join(', ');

export const texts: typeof English = {
  why: (policy, names) =>
    `Personne n’a encore acquitté. La politique d’escalade « ${policy} » prévient maintenant ${list(names)}.`,
  whyTest: (policy, names) =>
    `Personne n’a encore acquitté ce test. La politique d’escalade « ${policy} » prévient maintenant ${list(names)}.`,
  testSubject: (policy) => `TEST : politique d’escalade « ${policy} »`,
  testNotice:
    'Ceci est un test de la politique d’escalade. Il ne s’est rien passé dans votre installation. Acquittez-le comme vous le feriez pour une alarme.',
  subject: (policy) => `Non acquitté : politique d’escalade « ${policy} »`,
  notWritten: 'Ce qui s’est passé n’a pas pu être écrit dans cet e-mail. Ouvrez Tocsin pour le voir.',
  notReached: (names) => `N’ont pas pu être prévenus : ${list(names)}.`,
  next: (minutes) =>
    minutes === 1
      ? 'Si personne n’acquitte, l’étape suivante part dans 1 minute.'
      : `Si personne n’acquitte, l’étape suivante part dans ${minutes} minutes.`,
  button: 'Acquitter',
  linkNote:
    'La page qui s’ouvre a un seul bouton, et rien n’est acquitté avant que vous n’appuyiez dessus. Elle ne demande pas de connexion, ne sert qu’une fois, pour ce message seulement et pendant 24 heures au plus. Ne la transmettez pas.',
  sentBy: (policy, url) => `Envoyé par la politique d’escalade « ${policy} » : ${url}`,
  nobodyAcknowledged: (policy) =>
    `Toutes les étapes de la politique d’escalade « ${policy} » ont été exécutées, et personne n’a acquitté. Vous recevez cet e-mail parce que vous êtes le contact d’urgence de ce client.`,
  gathered: (count) =>
    `${count === 1 ? 'Cet événement doit encore être acquitté' : `Ces ${count} événements doivent encore être acquittés`}. Vous recevez un seul e-mail pour le tout, car les politiques d’escalade vous en ont envoyé dix en dix minutes.`,
  openLog: 'Ouvrir ce qui est à acquitter',
  sentByPolicies: (url) => `Envoyé par des politiques d’escalade : ${url}`,
  nobodySubject: (subject) => `Personne n’a acquitté : ${subject}`,
};
