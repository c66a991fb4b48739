import type { texts as English } from '../../texts/historical.ts';
import { counted, ofName, plural } from './words.ts';

const grouped = (n: number): string => n.toLocaleString('fr-FR');

export const texts: typeof English = {
  banner: 'Ceci est un instantané du passé, les données ne sont pas en direct',
  back: 'Retour au direct',
  snapshotOf: 'Instantané du',
  toGraph: (name) => `Courbe ${ofName(name)} autour de cet instant`,
  none: 'Rien n’est conservé à cet instant ni après.',
  failed: 'Une erreur est survenue, veuillez réessayer !',
  notAllowed: 'Vous n’avez pas accès à cet appareil.',
  title: 'Recherche dans l’historique',
  empty: 'L’historique est vide !',
  records: 'États conservés à partir de là',
  hint: 'Tous les états conservés à partir de l’heure choisie. Choisissez-en un pour voir le tableau de bord tel qu’il était.',
  count: (n) => counted(n, { one: 'enregistrement', other: 'enregistrements' }),
  firstOf: (n) => plural(n, { one: 'Premier enregistrement', other: `${grouped(n)} premiers enregistrements` }),
  calendar: 'Alarmes et avertissements par jour',
  weekdays: ['Lun', 'Mar', 'Mer', 'Jeu', 'Ven', 'Sam', 'Dim'],
  month: (month) =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  monthBefore: 'Mois précédent',
  monthAfter: 'Mois suivant',
  dayCounts: (day, counts) =>
    counts === undefined
      ? day
      : [
          day,
          counts.alarm > 0 ? counted(counts.alarm, { one: 'alarme', other: 'alarmes' }) : '',
          counts.warning > 0 ? counted(counts.warning, { one: 'avertissement', other: 'avertissements' }) : '',
          counts.offline > 0 ? `${counts.offline} fois hors ligne` : '',
        ]
          .filter((text) => text !== '')
          .join(', '),
  day: 'Événements du jour',
  sameSecond: (ms) => `+${ms} ms`,
  dayCount: (n) => (n === 0 ? 'rien ne s’est passé' : counted(n, { one: 'événement', other: 'événements' })),
  quietDay: 'Aucune alarme, aucun avertissement et aucun temps hors ligne ce jour-là.',
  wholeDay: 'Toute la journée',
  hoursOnly: 'Seulement les heures avec événements',
  alike: (n, until) => `${n} autres identiques jusqu’à ${until}`,
  moreOfDay: (n) => `${grouped(n)} ${plural(n, { one: 'autre', other: 'autres' })} : voir le journal.`,
  goTo: (time) => `Aller à ${time}`,
  lastAlarm: 'Dernière alarme',
  noEvents: 'Les événements de ce mois n’ont pas pu être chargés.',
  cutMonth: 'Seuls les 1000 événements les plus récents de ce mois sont affichés.',
  player: 'Lecture',
  slider: 'Instant',
  hourBack: 'Une heure en arrière',
  hourOn: 'Une heure en avant',
  stepBack: 'Trame précédente',
  stepOn: 'Trame suivante',
  play: 'Lire',
  pause: 'Pause',
  speed: 'Vitesse',
  speeds: (n) => `${n}x`,
  newest: 'C’est l’enregistrement le plus récent.',
};
