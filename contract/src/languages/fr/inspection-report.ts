import type { texts as English } from '../../texts/inspection-report.ts';
import { atMoment, capitalized, spanOf } from './words.ts';

export const texts: typeof English = {
  documentTitle: (site) => `Inspection, ${site}`,
  title: 'Rapport d’inspection',
  period: (from, to, zone) => `${capitalized(spanOf(from, to))}. Les heures sont celles de ${zone}.`,
  made: (time, by) => `Établi ${atMoment(time)} par ${by}.`,
  chainHolds: (records) => `La chaîne des ${records} enregistrements d’essai tient : aucun n’a été modifié ni ôté.`,
  chainBroken: (places) =>
    `LA CHAÎNE DES ENREGISTREMENTS D’ESSAI EST ROMPUE : ${places}. Des enregistrements ont été modifiés ou ôtés.`,
  chainPlace: (device, record) => `${device}, ${record === 'the end' ? 'à la fin' : `enregistrement ${record}`}`,
  section: (title, count) => `${title} (${count})`,
  cut: (printed, all) => `Les ${printed} premiers sont imprimés ; le CSV les contient tous (${all}).`,
  none: 'Aucun sur cette période.',
  devices: {
    title: 'Appareils',
    none: 'Le site n’avait pas d’appareils sur cette période.',
    columns: {
      device: 'Appareil',
      serialNumber: 'Numéro de série',
      unmonitored: 'Entièrement non surveillé',
      share: 'Du temps',
    },
  },
  unmonitored: {
    title: 'Temps sans surveillance',
    columns: {
      from: 'Du',
      to: 'Au',
      length: 'Durée',
      device: 'Appareil',
      sensor: 'Capteur',
      reason: 'Motif',
      detail: 'Détail',
    },
    goesOn: (to) => `${to}, continue`,
    allDevices: 'Tous les appareils',
  },
  tests: {
    title: 'Essais périodiques',
    none: 'Aucun capteur n’a été testé sur cette période.',
    columns: {
      started: 'Début',
      ended: 'Fin',
      device: 'Appareil',
      serialNumber: 'Numéro de série',
      sensor: 'Capteur',
      outcome: 'Résultat',
      by: 'Par',
      comment: 'Commentaire',
    },
    outcomes: { passed: 'Réussi', failed: 'Échoué', canceled: 'Annulé', running: 'En cours' },
  },
  events: {
    title: 'Alarmes et avertissements',
    columns: {
      on: 'Début',
      off: 'Fin',
      length: 'Durée',
      device: 'Appareil',
      sensor: 'Capteur',
      kind: 'Type',
      content: 'Contenu',
      acknowledged: 'Acquittement',
      comment: 'Commentaire',
    },
    isActive: 'active',
    noEnd: 'fin inconnue',
    kind: (isAlarm, isTest, isLate) =>
      `${isAlarm ? 'Alarme' : 'Avertissement'}${isTest ? ', essai' : ''}${isLate ? `, ${isAlarm ? 'tardive' : 'tardif'}` : ''}`,
  },
  changes: {
    title: 'Modifications de règles, paramètres et noms de capteurs',
    columns: { time: 'Heure', by: 'Par', what: 'Quoi', before: 'Avant', after: 'Après' },
  },
};
