import type { texts as English } from '../../texts/film.ts';
import { atMoment } from './words.ts';

export const texts: typeof English = {
  title: 'Remonter le temps',
  open: 'Remonter le temps',
  show: 'Montrer sur le dessin',
  page: (schema) => `Remonter le temps : ${schema}`,
  toLive: 'Vue en direct',
  past: (when) => `L’installation telle qu’elle était ${atMoment(when)}`,
  drawing: (when) => `Schéma publié ${atMoment(when)}`,
  later: (when) =>
    `Aucun schéma n’était encore publié à cet instant : voici celui d’aujourd’hui, publié ${atMoment(when)}. Des machines étaient peut-être ailleurs.`,
  notNormal: 'Anormal à cet instant',
  none: 'Aucun schéma de ce site n’a été publié.',
  noTabs: 'Ce schéma n’a pas d’onglets.',
  failed: 'L’historique n’a pas pu être chargé. Veuillez réessayer.',
  player: 'Film',
  date: 'Date',
  time: 'Heure',
  tenBack: '-10 min',
  tenOn: '+10 min',
  play: 'Lire',
  pause: 'Pause',
  speed: 'Vitesse',
  speeds: (times) => `${times}x`,
  slider: 'Instant',
  events: 'Ce qui s’est passé',
  event: (when, what) => `${when} : ${what}`,
  tabs: 'Onglets du schéma',
  onTab: (tab) => `sur ${tab}`,
  notDrawn: 'pas dessiné',
};
