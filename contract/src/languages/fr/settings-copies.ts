import type { texts as English } from '../../texts/settings-copies.ts';
import { counted, plural } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'appareil', other: 'appareils' });
const toApprove = (count: number): string => `les règles de ${devices(count)} sont à approuver`;

export const texts: typeof English = {
  title: (device) => `${device} - Copier les paramètres`,
  hint: 'Les appareils reçoivent les mêmes paramètres que celui-ci, en une étape qui peut être annulée. Vous voyez d’abord chaque différence.',
  kinds: {
    names: 'Noms des capteurs',
    images: 'Images des capteurs',
    types: 'Types des capteurs',
    rules: 'Règles d’avertissement',
    priorities: 'Priorités',
    responses: 'Consignes',
    roles: 'Capteurs d’écran, de marche et requis',
  },
  whatTitle: 'Quoi copier',
  toTitle: 'Vers quels appareils',
  find: 'Chercher un appareil',
  all: 'Choisir tous ceux qui conviennent',
  noTargets: 'Vous ne pouvez modifier aucun autre appareil de ce type.',
  noTargetsHint: 'Les paramètres se copient entre appareils d’un même client qui ont les mêmes capteurs.',
  show: 'Afficher la différence',
  difference: (count) =>
    `Différence : ${devices(count)} ${plural(count, { one: 'changerait', other: 'changeraient' })}`,
  nothing: 'Rien ne diffère. Ces appareils ont déjà les mêmes paramètres.',
  same: 'Déjà identique',
  refused: 'Ne peut pas être copié',
  refusedSome: (count) =>
    `${devices(count)} ne ${plural(count, { one: 'peut', other: 'peuvent' })} pas recevoir ces paramètres. Exceptez-les, ou changez ce qui est copié.`,
  leaveOut: 'Les excepter',
  loosens: 'Assouplit ou retire une règle',
  needsApproval:
    'Les règles assouplies de ce client sont à approuver par une autre personne. Tout le reste est copié aussitôt.',
  sensor: 'Capteur',
  field: 'Paramètre',
  old: 'Maintenant',
  new: 'Après',
  none: 'aucun',
  fields: {
    name: 'Nom',
    image: 'Image',
    type: 'Type',
    rule: 'Règle d’avertissement',
    priority: 'Priorité',
    likely_cause: 'Cause probable',
    consequence: 'Conséquence',
    what_to_do: 'Que faire',
    respond_within_minutes: 'Réagir sous (min)',
    wall_sensor: 'Capteur sur les écrans',
    running_sensor: 'Capteur de marche',
    running_above: 'En marche au-dessus de',
    required: 'Requis',
  },
  device: 'Appareil',
  ofRule: (field, rule) => `${field} de la règle : ${rule}`,
  more: 'Afficher plus d’appareils',
  copy: (count) => `Copier vers ${devices(count)}`,
  copied: (changed, proposed) =>
    proposed === 0 ? `Copié vers ${devices(changed)}` : `Copié vers ${devices(changed)} ; ${toApprove(proposed)}`,
  history: 'Copies faites',
  noHistory: 'Rien n’a encore été copié de cet appareil.',
  copyOf: (what, to) => `${what} vers ${to}`,
  made: (by, at) => `${by}, ${at}`,
  undone: (by, at) => `Annulée par ${by}, ${at}`,
  undo: 'Annuler',
  undoTitle: 'Annuler cette copie ?',
  undoBody: (count) =>
    `${devices(count)} ${plural(count, { one: 'retrouve', other: 'retrouvent' })} ce qu’il y avait avant.`,
  undoDone: (changed, proposed) =>
    proposed === 0 ? `Annulé sur ${devices(changed)}` : `Annulé sur ${devices(changed)} ; ${toApprove(proposed)}`,
  back: 'Retour au choix',
  self: 'C’est l’appareil d’où l’on copie.',
  unknown: 'Ce client n’a pas un tel appareil que vous puissiez modifier.',
  notAnnounced: 'Il n’a pas encore annoncé ses capteurs.',
  sourceNotAnnounced: 'Cet appareil n’a pas encore annoncé ses capteurs.',
  otherType: (type) => `C’est un autre type d’appareil : ${type}.`,
  missing: (sensor) => `Autre composition : il n’a pas de capteur ${sensor}.`,
  additional: (sensor) => `Autre composition : il a en plus le capteur ${sensor}.`,
  different: (sensor) =>
    `Autre composition : son capteur ${sensor} a un autre type, une autre unité ou d’autres états.`,
  typesFirst: (sensor) =>
    `Son capteur ${sensor} a un autre type, une autre unité ou une autre échelle. Copiez aussi les types des capteurs.`,
  rulesToo: (sensor) =>
    `Son capteur ${sensor} change d’échelle et a des règles d’avertissement. Copiez aussi les règles d’avertissement.`,
  onlyNodes: 'Seuls ETH-NODE-1 et ETH-NODE-2 ont des types de capteurs à copier.',
  approvalOfScale:
    'Son échelle change en même temps que des règles qui demandent une seconde personne. Réglez d’abord ses types de capteurs.',
  badRule: (rule, problem) => `La règle « ${rule} » ne convient pas : ${problem}`,
  anotherDifference: 'Les paramètres ont été modifiés entre-temps. Regardez de nouveau la différence.',
  cannot: (titles) => `Ces appareils ne peuvent pas recevoir les paramètres : ${titles}`,
  undoneAlready: 'Cette copie a déjà été annulée.',
  changedSince: (titles) =>
    `Les paramètres copiés ont été modifiés depuis, sur ${titles}. Rétablissez-les à la main, ou gardez-les.`,
  gone: 'Un appareil de cette copie a été retiré, ou vous ne pouvez pas le modifier.',
};
