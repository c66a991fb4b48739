import type { texts as English } from '../../texts/who-knows.ts';
import { atMoment, counted, sinceMoment } from './words.ts';

const gaps: Readonly<Record<Parameters<typeof English.gap>[1], string>> = {
  not_started: 'aucune personne d’astreinte encore',
  removed: 'n’existe plus',
  deactivated: 'compte désactivé',
  no_access: 'n’a pas accès à l’appareil',
};

export const texts: typeof English = {
  title: 'Qui est prévenu',
  loading: 'Recherche de qui a été prévenu',
  failed: 'La liste des personnes prévenues n’a pas pu être chargée.',
  nobody: 'Aucune politique d’escalade ne concerne cet événement. Les règles d’e-mail envoient leurs propres e-mails.',
  methods: { email: 'e-mail', push: 'notification', sms: 'SMS', webhook: 'webhook' },
  stale: 'Trop tard, non envoyé',
  states: {
    pending: 'À envoyer',
    sending: 'En cours d’envoi',
    sent: 'Envoyé',
    delivered: 'Remis',
    opened: 'Ouvert, non acquitté',
    acknowledged: 'Acquitté',
    failed: 'N’a pas pu être envoyé',
    cancelled: 'Non envoyé : acquitté ou terminé avant',
  },
  ends: {
    others: 'Acquittée ; l’étape est répétée aux autres',
    used_up: 'Personne n’a acquitté : tous les passages sont terminés',
    acknowledged: 'Acquittée',
    cleared: 'Arrêtée à la fin de l’alarme',
    shelved: 'Arrêtée par une mise en attente',
    suspended: 'Arrêtée : l’appareil ne notifie pas',
    moved: 'Arrêtée : l’appareil a été déplacé',
    removed: 'Arrêtée : l’appareil a été retiré',
  },
  at: (time) => atMoment(time),
  test: 'Test',
  next: (names, when) => `Ensuite : ${names}, ${when}`,
  inMinutes: (minutes) => (minutes <= 0 ? 'maintenant' : `dans ${minutes} min`),
  gap: (name, gap) => `${name} n’a pas été joint : ${gaps[gap]}`,
  unanswered: 'Personne n’a acquitté',
  unansweredAbout: (place, policy, since) => `${place}, ${policy}, ${sinceMoment(since)}`,
  more: (count) => `et ${counted(count, { one: 'autre', other: 'autres' })}`,
  show: 'Afficher',
};
