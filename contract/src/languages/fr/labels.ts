import type { texts as English } from '../../texts/labels.ts';

export const texts: typeof English = {
  print: 'Étiquettes QR',
  title: 'Étiquettes QR',
  about: 'Le code contient une adresse et aucun secret. Qui le scanne se connecte d’abord.',
  what: 'Appareils et machines',
  all: 'Tous',
  kinds: { device: 'appareil', machine: 'machine' },
  format: 'Planche ou étiquette',
  make: 'Créer le PDF',
  notScanned: (n) =>
    n === 1 ? '1 n’a pas été scannée depuis l’impression' : `${n} n’ont pas été scannées depuis l’impression`,
  scanned: (when, who) => `scannée ${when}, ${who}`,
  notYet: 'pas encore scannée',
  neverPrinted: 'jamais imprimée',
  example: 'Telle qu’elle sera imprimée, chacune avec son propre code.',
  opens: 'Valeurs en direct, ronde, test, hors service',
  danger: 'Danger ? Appuyez sur l’arrêt.',
  page: {
    place: (site) => `${site}, par étiquette`,
    gone: 'Cette étiquette n’ouvre rien. Ce pour quoi elle a été imprimée a été supprimé, ou vous n’y avez pas accès.',
    noValues: 'Rien n’a encore été envoyé.',
    offline: 'L’appareil est hors ligne.',
    asOf: (when) => `À ${when}`,
    allOk: (n) => `Les ${n} capteurs OK`,
    others: (n) => `${n} autres valeurs`,
    test: 'Essai',
    note: 'Note',
    notePlaceholder: 'Ce que la personne suivante doit savoir',
    addNote: 'Ajouter la note',
    noteAdded: 'Note ajoutée.',
    needsServer:
      'Les rondes, les notes et la clôture des tâches fonctionnent sans réseau. Les tests, la mise hors service, l’acquittement et la mise en attente ont besoin du serveur.',
  },
};
