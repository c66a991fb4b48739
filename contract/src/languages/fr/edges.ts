import type { texts as English } from '../../texts/edges.ts';
import { counted, ofName, plural, spanOf, untilMoment } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minute', other: 'minutes' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: 'Edges',
  about: (site) =>
    `Un edge est un programme à côté des appareils ${ofName(site)}. Il conserve leurs données tant que la liaison au portail est coupée, et les envoie ensuite.`,
  none: 'Aucun edge',
  noneAbout:
    'Sans edge, les appareils envoient eux-mêmes au portail. Ce qu’ils ne peuvent pas conserver est perdu tant que la liaison est coupée.',
  add: 'Ajouter un edge',
  name: 'Nom',
  cancel: 'Annuler',
  once: 'Démarrez l’edge avec ce code dans les 24 heures. Le code n’est affiché qu’une fois et ne sert qu’une fois.',
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
  waitsUntil: (time) => `Son code est valable ${untilMoment(time)}.`,
  codeOver: 'Son code a expiré. Créez-en un nouveau.',
  seen: (time) => `Dernier contact ${time}`,
  neverSeen: 'Aucun contact encore',
  queue: (records, share) =>
    `${counted(records, { one: 'enregistrement', other: 'enregistrements' })} à envoyer, file pleine à ${share} %`,
  oldest: (time) => `le plus ancien : ${time}`,
  memory: (megabytes) => `${megabytes} Mo de mémoire`,
  version: (version) => `version ${version}`,
  clock: (seconds) => `horloge décalée de ${seconds} s`,
  refused: (count) => counted(count, { one: 'enregistrement refusé', other: 'enregistrements refusés' }),
  damaged: (count) => counted(count, { one: 'enregistrement endommagé', other: 'enregistrements endommagés' }),
  devices: 'Appareils',
  noDevices: 'Aucun appareil. Affectez ceux qui envoient à cet edge.',
  assign: 'Affecter des appareils',
  assignAbout:
    'Les appareils affectés n’envoient qu’à cet edge. Ce qu’ils envoient directement au portail est refusé désormais.',
  save: 'Enregistrer',
  saved: 'Edge modifié',
  gaps: 'Interrogations manquées',
  gap: (device, from, to, polls) =>
    `${device} : ${counted(polls, { one: 'interrogation manquée', other: 'interrogations manquées' })} ${spanOf(from, to)}, car l’edge n’avait plus de place`,
  newCode: 'Nouveau code',
  newCodeAsk: 'Créer un nouveau code ?',
  newCodeAbout: 'L’edge qui l’utilise prend la place de l’actuel, qui est alors coupé.',
  rename: 'Renommer',
  remove: 'Retirer l’edge',
  removeAsk: (name) => `Retirer l’edge ${name} ?`,
  removeAbout:
    'Sa clé prend fin aussitôt, et ses appareils doivent envoyer eux-mêmes au portail. Le contenu de sa file est perdu.',
  removed: 'Edge retiré',
  failed: 'Une erreur est survenue, veuillez réessayer !',
  mail: {
    subject: (edge, late) =>
      `L’edge ${edge} est de retour : ${late === 0 ? 'aucun événement tardif' : counted(late, { one: 'événement tardif', other: 'événements tardifs' })}`,
    text: (edge, site, minutes) =>
      `L’edge ${edge} ${ofName(site)} n’a pas pu joindre le portail pendant ${minutesOf(minutes)}. Ses données sont maintenant complètes. Personne n’a été prévenu de ce qui s’est passé entre-temps.`,
    nothing: 'Aucune alarme et aucun avertissement ne sont apparus pendant ce temps.',
    more: (count) =>
      `et ${count} ${plural(count, { one: 'autre', other: 'autres' })} dans le journal, avec la mention tardif`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(' : '),
    button: 'Ouvrir le journal',
    foot: (site) => `Vous recevez cet e-mail parce que vous êtes responsable ${ofName(site)}.`,
  },
};
