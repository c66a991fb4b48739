import type { texts as English } from '../../texts/responses.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (device) => `${device} - Modifier les priorités et consignes`,
  hint: 'Ce que l’on lit quand ce capteur déclenche une alarme. Une règle d’avertissement peut avoir son propre texte sous Plus.',
  more: 'Plus : priorité et consigne',
  priority: 'Priorité',
  usualPriority: 'Habituelle',
  ofSensor: (word) => `Comme son capteur : ${word}`,
  likelyCause: 'Cause probable',
  consequence: 'Conséquence',
  whatToDo: 'Que faire',
  respondWithin: 'Réagir sous (min)',
  respondWithinText: (count) => `Réagir sous ${counted(count, { one: 'minute', other: 'minutes' })}`,
  inherit: 'Comme son capteur',
  wrongMinutes: 'Saisissez un nombre entier de minutes de 1 à 10080.',
  empty: 'Il n’y a pas encore de capteurs.',
  gone: 'l’appareil ne le signale plus',
  set: 'Priorité et consigne',
  alsoFor: (count) => `Utiliser pour ${counted(count, { one: 'capteur', other: 'capteurs' })} sans texte`,
  alsoForAbout: 'Ceux affichés ici ; la recherche les restreint. Rien ne change avant l’enregistrement.',
  exportCsv: 'Exporter le CSV du site',
  importCsv: 'Importer le CSV du site',
  imported: (count) =>
    count === 0
      ? 'Rien ne diffère dans le fichier.'
      : counted(count, { one: 'entrée modifiée', other: 'entrées modifiées' }),
  button: 'Que faire',
  none: 'Personne n’a écrit de consigne pour cette alarme.',
  loading: 'Chargement',
  failed: 'La consigne n’a pas pu être chargée.',
  writeOne: 'L’écrire',
  details: 'Détails',
  detailsOf: (what) => `Que faire : ${what}`,
  register: 'Registre des alarmes',
};
