import type { texts as English } from '../../texts/running-escalations.ts';
import { atMoment } from './words.ts';

export const texts: typeof English = {
  title: 'Escalades en cours',
  methods: {
    email: 'e-mail',
    push: 'notification',
    sms: 'SMS',
    webhook: 'webhook',
  },
  became: {
    pending: 'à envoyer',
    sending: 'en cours d’envoi',
    sent: 'envoyé',
    delivered: 'remis',
    opened: 'ouvert, non acquitté',
    acknowledged: 'acquitté',
    failed: 'non envoyé',
    cancelled: 'annulé',
  },
  failed: 'Les escalades en cours n’ont pas pu être chargées.',
  states: (state) => {
    if (state === 'used_up') return 'Personne n’a acquitté, et tous les passages sont terminés';
    return state === 'others' ? 'Acquittée, pas encore par tous' : 'Personne n’a encore acquitté';
  },
  showAll: 'Tout afficher',
  since: (since, span) => `${since} (${span})`,
  cleared: 'Terminée',
  clearedAfter: (since, span) => `${since}, terminée après ${span}`,
  steps: (title) => `Étapes de « ${title} »`,
  policy: (title) => `Politique « ${title} »`,
  nobodyReached: 'Aucune personne',
  sparedBy: (policy) => `déjà averti par ${policy}`,
  notBegun: 'pas encore commencée',
  nextIn: (names) => `${names} dans`,
  now: 'maintenant',
  place: (step, steps) => `étape ${step} sur ${steps}`,
  round: (round, rounds) => `passage ${round} sur ${rounds}`,
  overAt: (time) => `fin ${atMoment(time)}`,
  acknowledge: 'Acquitter',
  notifyNow: (names) => `Prévenir ${names} maintenant`,
  notifyNobody: 'Lancer l’étape maintenant',
  notified: (names) => `${names} : l’étape est lancée`,
  isOver: 'Cette étape a été exécutée, ou l’escalade est terminée.',
  earlier: (count) => (count === 1 ? '1 étape précédente' : `${count} étapes précédentes`),
  more: (count) => (count === 1 ? '1 autre en cours' : `${count} autres en cours`),
  fewer: 'Afficher moins',
  and: (names) => (names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`),
};
