import type { texts as English } from '../../texts/on-call-calendar.ts';

export const texts: typeof English = {
  name: 'Astreinte',
  summary: (rotation) => `D’astreinte : ${rotation}`,
  turn: 'Votre tour dans la rotation.',
  override: 'Votre remplacement.',
  heading: 'Calendrier de vos astreintes',
  about:
    'Une adresse secrète par laquelle un programme de calendrier lit quand vous êtes d’astreinte. Qui la connaît peut lire vos astreintes.',
  make: 'Créer une adresse',
  again: 'Créer une nouvelle adresse',
  revoke: 'Révoquer',
  revoked: 'L’adresse est révoquée.',
  made: (at) => `Créée : ${at}`,
  used: (at) => `dernière lecture : ${at}`,
  unused: 'pas encore lue',
  once: 'Copiez-la maintenant : elle n’est affichée qu’une fois. Elle remplace l’adresse précédente.',
  address: 'Adresse de votre calendrier',
  copy: 'Copier',
  copied: 'Copié',
};
