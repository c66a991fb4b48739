import type { texts as English } from '../../texts/device-templates.ts';
import { counted, plural } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'appareil', other: 'appareils' });

export const texts: typeof English = {
  title: 'Types d’appareil',
  about:
    'Un appareil suit tant que tous ses réglages sont ceux de son type, et diffère là où il en a un à lui, qu’un déploiement ne change pas.',
  owners: { shipped: 'Il est fourni avec Tocsin.', operator: 'Il est pour tous.', client: 'Il est de ce client.' },
  entries: { push: 'Ses appareils envoient leurs données.', modbus: 'Ses appareils sont lus par Modbus.' },
  used: (count, sites) => `Utilisé par ${devices(count)} sur ${counted(sites, { one: 'site', other: 'sites' })}`,
  shipped:
    'Les types fournis avec Tocsin n’ont pas de modèle : chaque appareil garde ses propres réglages. Copiez-les de l’un à l’autre.',
  add: 'Type d’un nouvel appareil',
  unused: 'Aucun appareil ne l’utilise encore.',
  import: 'Importer',
  imported: 'Le type d’appareil est importé',
  file: 'Exporter',
  brings: 'Ce qu’un nouveau apporte',
  bringsAbout:
    'Noms, images, unités, priorités, règles habituelles et textes. Chaque site peut différer là où il le doit.',
  version: (n, from, by) => `Version ${n}, reprise de ${from} par ${by}`,
  none: 'Pas encore de modèle',
  noneAbout: 'Réglez un appareil comme tous doivent l’être, puis reprenez ses réglages comme modèle.',
  groups: (n) => plural(n, { one: 'groupe', other: 'groupes' }),
  sensors: (n) => plural(n, { one: 'capteur', other: 'capteurs' }),
  rules: (n) => plural(n, { one: 'règle habituelle', other: 'règles habituelles' }),
  texts: (n) => plural(n, { one: 'texte', other: 'textes' }),
  sensor: 'Capteur',
  unit: 'Unité',
  priority: 'Priorité',
  rule: 'Règle habituelle',
  todo: 'Que faire',
  noRule: 'aucune',
  take: (version) => `Reprendre comme version ${version}`,
  takeFrom: 'Appareil dont les réglages deviennent le modèle',
  taken: (version) => `La version ${version} est en vigueur. Aucun appareil n’a changé.`,
  outdated: 'Quelqu’un a enregistré une autre version entre-temps. Regardez-la d’abord.',
  notAnnounced: 'Cet appareil n’a pas encore annoncé ses capteurs.',
  wrongType: 'Cet appareil est d’un autre type.',
  follow: (n) => counted(n, { one: 'suit', other: 'suivent' }),
  differ: (n) => counted(n, { one: 'diffère', other: 'diffèrent' }),
  behind: (n) => `${n} pas à cette version`,
  differs: (n) => counted(n, { one: 'réglage propre', other: 'réglages propres' }),
  differsIn: (what, here, type) => `diffère pour ${what} : ${here}, type ${type}`,
  named: (type, code) => `${type} (${code})`,
  ownHeads: { old: 'Modèle', new: 'Ici' },
  unknown: 'Ce type d’appareil n’existe pas.',
  onVersion: (n) => `version ${n}`,
  neverTaken: 'pas encore appliqué',
  rollOut: (version) => `Appliquer la version ${version}`,
  rollOutAbout: 'Ce qui diffère sur un appareil lui reste propre. Rien ne change avant que vous l’ayez regardé.',
  look: (n) => `Regarder les ${n} et appliquer`,
  tried: (days, after, before) =>
    `${counted(after, { one: 'avertissement', other: 'avertissements' })} au cours des ${days} derniers jours${before === null ? '' : `, jusqu’ici ${before}`}`,
  triedEmpty: (days) => `aucune mesure au cours des ${days} derniers jours`,
  withOpen: 'Aussi là où une règle qui change a un avertissement ouvert',
  oneFirst: 'D’abord un seul',
  doIt: (n) => `Appliquer à ${devices(n)}`,
  done: (changed, proposed) =>
    proposed === 0
      ? `Appliqué à ${devices(changed)}`
      : `Appliqué à ${devices(changed)} ; les règles de ${devices(proposed)} attendent une approbation`,
  undo: 'Annuler',
  undoable: (by, n) => `${by} l’a appliqué à ${devices(n)}. Cela peut être annulé pendant 24 heures.`,
  undone: 'L’application est annulée.',
  late: 'Une application peut être annulée pendant 24 heures.',
  waits: 'Un changement de ses règles attend une approbation.',
  inWalk: 'Une tournée d’essai est en cours.',
  openWarning: 'Une règle qui changerait a un avertissement ouvert.',
  cannot: (titles) => `Ces appareils ne peuvent pas recevoir le modèle : ${titles}`,
  anotherDifference: 'Les réglages ont changé depuis. Regardez de nouveau la différence.',
};
