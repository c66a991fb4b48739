import type { texts as English } from '../../texts/inspection.ts';
import { counted, ofName } from './words.ts';

export const texts: typeof English = {
  toLedger: 'Essais périodiques',
  title: (site) => `Rapport d’inspection ${ofName(site)}`,
  about: 'Tout ce qu’un inspecteur demande, pour un site et une période, en un seul fichier.',
  from: 'Du',
  to: 'Au',
  zip: 'Télécharger le ZIP',
  pdf: 'Rapport en PDF',
  tests: 'Essais périodiques',
  testsText: (passed, failed, canceled) =>
    `${counted(passed, { one: 'réussi', other: 'réussis' })}, ${counted(failed, { one: 'échoué', other: 'échoués' })}, ${counted(canceled, { one: 'annulé', other: 'annulés' })}`,
  alarms: 'Alarmes et avertissements',
  changes: 'Modifications de règles, paramètres et noms',
  chain: 'Chaîne des enregistrements d’essai',
  chainOk: (records) =>
    `Intacte : ${counted(records, { one: 'enregistrement inchangé', other: 'enregistrements inchangés' })}`,
  chainBroken: (where) => `ROMPUE : des enregistrements ont été modifiés ou retirés (${where})`,
  chainPlace: (device, record) =>
    record === 'the end' ? `${device}, à la fin` : `${device}, enregistrement ${record}`,
  unwatched: 'Périodes sans surveillance',
  none: 'Aucune sur cette période.',
  goesOn: 'en cours',
  allDevices: 'Tous les appareils',
  columns: {
    from: 'Du',
    length: 'Durée',
    device: 'Appareil',
    sensor: 'Capteur',
    reason: 'Motif',
    detail: 'Détail',
    serial: 'Numéro de série',
    unwatched: 'Appareil entier non surveillé',
    share: 'Part de la période',
  },
  devices: 'Appareils',
  badRange: 'Veuillez d’abord choisir une date !',
  reading: 'Lecture de l’historique de cette période. Une longue période prend un moment.',
};
