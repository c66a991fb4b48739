import type { texts as English } from '../../texts/proof-test-pdfs.ts';
import { atMoment, plural } from './words.ts';

export const texts: typeof English = {
  ledger: {
    documentTitle: (site) => `Essais périodiques, ${site}`,
    title: 'Registre des essais périodiques',
    states: { never: 'Jamais testé', overdue: 'En retard', ok: 'OK' },
    outOfService: 'hors service',
    suspectedDead: 'présumé défaillant',
    columns: {
      sensor: 'Capteur',
      group: 'Groupe',
      state: 'État',
      lastPassed: 'Dernier réussi',
      age: 'Âge, jours',
      due: 'Échéance',
      by: 'Par',
      comment: 'Commentaire',
    },
    made: (time, zone, days) =>
      `Établi ${atMoment(time)}, ${zone}. Un capteur est en retard quand son dernier essai réussi date de plus de ${days} jours.`,
    coverage: (percent, ok, all, overdue) =>
      `Couverture ${percent} % : ${ok} ${plural(ok, { one: 'capteur', other: 'capteurs' })} sur ${all} ` +
      `${plural(ok, { one: 'a', other: 'ont' })} réussi un essai à temps, ` +
      `${overdue} en retard, ${all - ok - overdue} jamais ${plural(all - ok - overdue, { one: 'testé', other: 'testés' })}.`,
    device: (title, serialNumber, percent) => `${title}, numéro de série ${serialNumber} : ${percent} %`,
  },
  codes: {
    documentTitle: (device) => `Codes d’essai, ${device}`,
    title: (device, serialNumber) => `${device}, numéro de série ${serialNumber} : essais de maintenance`,
    scan: (site) => `${site}. Scannez pour ouvrir.`,
  },
  noSensors: 'Cet appareil n’a pas encore signalé ses capteurs.',
};
