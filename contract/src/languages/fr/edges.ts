import type { texts as English } from '../../texts/edges.ts';
import { counted, ofName, plural, spanOf, untilMoment } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minute', other: 'minutes' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: (site) => `${site} - Edges`,
  heading: 'Edges',
  about:
    'Un edge est un programme à côté des appareils. Il conserve leurs données tant que la liaison au portail est coupée, et les envoie ensuite.',
  pickSite: 'Choisissez un site pour voir ses edges',
  toSites: 'Sites',
  notAllowed: 'Les ingénieurs et les responsables du site voient ses edges.',
  none: 'Aucun edge',
  noneAbout:
    'Sans edge, les appareils envoient eux-mêmes au portail. Ce qu’ils ne peuvent pas conserver est perdu tant que la liaison est coupée.',
  loadFailed: 'Les edges n’ont pas pu être chargés.',
  add: 'Ajouter un edge',
  addTitle: 'Ajouter un edge',
  name: 'Nom',
  nameHelp: 'Où il se trouve, comme Tour de travail.',
  noName: 'Veuillez saisir un nom',
  create: 'Créer le code',
  cancel: 'Annuler',
  close: 'Fermer',
  freshTitle: (edge) => `Déclarer ${edge}`,
  once: 'Démarrez l’edge avec cette commande dans les 24 heures. Le code n’est affiché qu’une fois et ne sert qu’une fois.',
  code: 'Code',
  command: 'Commande',
  copy: 'Copier',
  copied: 'Copié',
  notCopied: 'La copie a échoué. Sélectionnez le texte et copiez-le à la main.',
  states: {
    waiting: 'Pas encore déclaré',
    online: 'En ligne',
    behind: 'Rattrape son retard',
    full: 'File pleine',
    silent: 'Muet',
  },
  stateAbout: {
    full: 'Il ne peut rien conserver de plus. Les appareils ne reçoivent pas d’accusé de réception, et des interrogations manquent.',
    silent:
      'Le portail n’a pas de contact avec lui. Ce qu’envoient ses appareils arrivera à son retour. Les indications ci-dessous datent du dernier contact.',
    behind: 'Des enregistrements antérieurs sont en cours d’envoi.',
  },
  waitsUntil: (time) => `Son code est valable ${untilMoment(time)}.`,
  codeOver: 'Son code a expiré. Créez-en un nouveau.',
  madeBy: (name, time) => `Ajouté par ${name === '' ? 'un programme' : name}, ${time}`,
  claimed: (time) => `déclaré ${time}`,
  facts: {
    seen: 'Dernier contact',
    queue: 'File',
    oldest: 'Le plus ancien en file',
    clock: 'Écart d’horloge',
    version: 'Version',
    memory: 'Mémoire',
    adapters: 'Adaptateurs',
    maps: 'Correspondances',
    refused: 'Refusés',
    notItsOwn: 'Hors périmètre',
    damaged: 'Endommagés',
    missed: 'Interrogations manquées',
    started: 'Démarré',
    notifies: 'Messages propres',
  },
  mapVersion: (name, version) => `${name}, version ${version}`,
  asksFor: (version) =>
    `Ses appareils demandent l’edge ${version} : mettez-le à jour. D’ici là, il refuse ce que lit une correspondance.`,
  notItsOwnAbout: 'Enregistrements d’appareils qui ne lui appartenaient pas à leur date. Rien n’a été stocké.',
  never: 'jamais',
  nothing: 'aucun',
  records: (count) => counted(count, { one: 'enregistrement', other: 'enregistrements' }),
  share: (share, bound) => `${share} sur ${bound}`,
  queueFilled: 'Part utilisée de la file',
  clockText: (seconds) => `${seconds} s`,
  clockUnknown: 'pas encore mesuré',
  clockAbout: 'Heure du portail moins horloge système de l’edge. L’edge le corrige de lui-même.',
  configuration: (number) => `configuration ${number}`,
  adapterTexts: {
    http: (port) => `HTTP sur le port ${port}`,
    mqtt: (port, sessions) =>
      `MQTT et Sparkplug sur le port ${port}, ${counted(sessions, { one: 'session', other: 'sessions' })}`,
    noMqtt: 'MQTT désactivé',
    modbus: (count) => `Modbus, ${counted(count, { one: 'appareil interrogé', other: 'appareils interrogés' })}`,
    noModbus: 'Modbus, aucun appareil interrogé',
  },
  notifies: 'activés',
  notifiesNot: 'désactivés',
  notifiesHow: 'définissez EDGE_NOTIFY_URL',
  sinceStart: 'depuis son démarrage',
  devices: 'Appareils',
  noDevices: 'Aucun appareil. Affectez ceux qui envoient à cet edge.',
  assign: 'Affecter des appareils',
  assignTitle: (edge) => `Appareils ${ofName(edge)}`,
  assignAbout:
    'Les appareils affectés n’envoient qu’à cet edge. Ce qu’ils envoient directement au portail est refusé désormais.',
  ofOther: (edge) => `appartient à ${edge}`,
  noneToAssign: 'Le site n’a pas d’appareils.',
  save: 'Enregistrer',
  saved: 'Edge modifié',
  events: 'Événements des 30 derniers jours',
  noEvents: 'Aucune coupure et aucune interrogation manquée.',
  outage: (from, to, minutes) => `Sans contact ${spanOf(from, to)} (${minutesOf(minutes)})`,
  outageComing: 'Ses données arrivent encore.',
  outageOver: (late) =>
    late === 0
      ? 'Aucune alarme tardive ni aucun avertissement tardif.'
      : `${counted(late, { one: 'événement tardif', other: 'événements tardifs' })} dans le journal.`,
  gap: (device, from, to, polls) =>
    `${device} : ${counted(polls, { one: 'interrogation manquée', other: 'interrogations manquées' })} ${spanOf(from, to)}`,
  gapAbout: 'La file de l’edge était pleine.',
  newCode: 'Nouveau code',
  newCodeAsk: (edge) => `Créer un nouveau code pour ${edge} ?`,
  newCodeAbout: 'L’edge qui l’utilise prend la place de l’actuel, qui est alors coupé.',
  rename: 'Renommer',
  renameTitle: 'Renommer l’edge',
  remove: 'Révoquer',
  removeAsk: (name) => `Révoquer l’edge ${name} ?`,
  removeAbout:
    'Sa clé cesse aussitôt de fonctionner, et ses appareils doivent envoyer eux-mêmes au portail. Ce qui reste dans sa file n’arrivera jamais au portail.',
  removed: 'Edge révoqué',
  failed: 'Une erreur est survenue, veuillez réessayer !',
  mail: {
    subject: (edge, late) =>
      `L’edge ${edge} est de retour : ${late === 0 ? 'aucun événement tardif' : counted(late, { one: 'événement tardif', other: 'événements tardifs' })}`,
    text: (edge, site, minutes) =>
      `L’edge ${edge} ${ofName(site)} n’a pas pu joindre le portail pendant ${minutesOf(minutes)}. Ses données sont maintenant complètes. Personne n’a été prévenu de ce qui s’est passé entre-temps.`,
    nothing: 'Aucune alarme et aucun avertissement ne sont apparus pendant ce temps.',
    more: (count) =>
      `et ${count} ${plural(count, { one: 'autre', other: 'autres' })} dans le journal, avec la mention « Reçue tardivement »`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(' : '),
    button: 'Ouvrir le journal',
    foot: (site) => `Vous recevez cet e-mail parce que vous êtes responsable ${ofName(site)}.`,
  },
};
