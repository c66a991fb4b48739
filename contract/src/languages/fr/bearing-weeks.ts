import type { texts as English } from '../../texts/bearing-weeks.ts';
import { spanOf, untilMoment } from './words.ts';

export const texts: typeof English = {
  title: 'Paliers par semaine',
  back: 'Tableau de bord',
  upTo: (when) => `Cinq semaines ${untilMoment(when)}`,
  overAmbient: (ambient) => `Température au-dessus de l’ambiante (${ambient}), seulement quand la machine tourne`,
  noAmbient:
    'Le nom d’aucun capteur de cet appareil ne contient « ambient » : la température elle-même est affichée, la météo compte donc aussi',
  running: (sensor) =>
    `La machine est considérée en marche tant que ${sensor} dépasse la moitié de sa plus haute valeur, à partir d’une demi-heure après le démarrage.`,
  notKnown: 'Aucun capteur ne dit quand la machine tourne : toutes les heures comptent.',
  none: 'Cet appareil n’a pas de paliers.',
  noneAbout:
    'Un palier est un capteur de température dont le nom contient « bearing ». Les noms se changent sous Paramètres.',
  cut: (shown, all) => `Les ${shown} premiers paliers sur ${all} sont affichés.`,
  bearings: 'Paliers',
  thisWeek: 'Cette semaine',
  notRun: 'n’a pas tourné',
  figure: (value, error) => `${value} ± ${error}`,
  noChange: 'Rien à comparer dans les quatre semaines précédentes',
  sister: (figure, name) => `${figure} par rapport à ${name}`,
  trend: (figure) => `${figure} par semaine sur les cinq semaines`,
  limit: (value) => `Règle d’avertissement au-dessus de ${value}`,
  noLimit: 'Aucune règle d’avertissement avec un seuil supérieur',
  reached: 'La droite est au seuil maintenant',
  toLimit: (days, span) => `Environ ${days} jours jusqu’au seuil (${span}) si cela continue en ligne droite`,
  span: (earliest, latest) => `${earliest} à ${latest} jours`,
  openSpan: (earliest) => `${earliest} jours ou plus`,
  week: (from, to) => spanOf(from, to),
  verdicts: { hotter: 'Plus chaud qu’avant', cooler: 'Plus froid qu’avant', steady: 'Pas de changement net' },
  hotter: (count, all) =>
    count === 0
      ? 'Aucun palier n’est nettement plus chaud que les semaines précédentes.'
      : `${count} paliers sur ${all} plus chauds que les semaines précédentes`,
  next: { hotter: 'Vérifier le palier, ouvrir son graphique', other: 'Ouvrir son graphique' },
  task: 'Créer une tâche',
  todo: (bearing, change) => `Vérifier ${bearing} : ${change} par rapport aux semaines précédentes`,
  weeksOf: (bearing) => `${bearing} par semaine`,
  reading: (week, figure, hours) => `${week} : ${figure}, marche ${hours} h`,
  level: (figure) => `Semaines précédentes : ${figure} en moyenne`,
};
