import type { texts as English } from '../../texts/policy-tests.ts';
import { atMoment, plural } from './words.ts';

/** `what`, `everySite` and `noDevice` are sent as SMS: only characters of the 7-bit SMS alphabet. */
export const texts: typeof English = {
  isRunning: 'Un test de cette politique est déjà en cours.',
  isOver: 'Ce test est terminé.',
  what: (policy) => `Test de la politique d'escalade "${policy}"`,
  everySite: 'Tous les sites',
  noDevice: 'Aucun, ceci est un test',

  title: 'Tests réels',
  titleOf: (policy) => `Tests réels de « ${policy} »`,
  about:
    'Les étapes se déroulent comme pour une alarme, et chaque message est marqué comme test. Rien n’est écrit dans le journal.',
  never: 'Jamais testée',
  tested: 'Testée',
  due: 'Test à faire',
  running: 'Test en cours',
  open: 'Tests',
  openOf: (policy) => `Tests de « ${policy} »`,
  start: 'Démarrer un test',
  starting: (people) => `Démarrer un test de cette politique ? ${people}`,
  notifies: (steps) =>
    steps === 1
      ? 'Son étape prévient des personnes maintenant.'
      : `Ses ${steps} étapes préviennent des personnes jusqu’à ce que quelqu’un acquitte.`,
  started: 'Test démarré',
  cancelTest: 'Annuler le test',
  cancelled: 'Test annulé',
  failed: 'Les tests n’ont pas pu être chargés.',
  none: 'Aucun test encore.',
  noRight: 'Les responsables démarrent les tests.',
  states: {
    running: 'En cours',
    acknowledged: 'Acquitté',
    unanswered: 'Personne n’a acquitté',
    cancelled: 'Annulé',
  },
  startedBy: (name) => `démarré par ${name}`,
  acknowledgedBy: (name, after) => `par ${name} après ${after}`,
  cancelledBy: (name) => `par ${name}`,
  policyRemoved: 'la politique a été retirée',
  details: 'Qui a été prévenu',
  close: 'Fermer',
  more: (count) =>
    plural(count, {
      one: `${count} test plus ancien n’est pas affiché.`,
      other: `${count} tests plus anciens ne sont pas affichés.`,
    }),

  reminder: {
    subject: (count) =>
      count === 1 ? 'Une politique d’escalade est à tester' : `${count} politiques d’escalade sont à tester`,
    text: 'Une politique que personne n’a testée depuis trois mois ne joint peut-être personne. Un test prend quelques minutes : il prévient les personnes de la politique, et chaque message dit que c’est un test.',
    never: 'jamais testée',
    last: (day) => `dernier test ${atMoment(day)}`,
    button: 'Ouvrir Astreinte',
    foot: 'Vous recevez cet e-mail parce que vous êtes responsable de ces sites.',
  },
};
